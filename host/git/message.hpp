#pragma once
// What a commit's message says to machines: trailers and copy lines. Pure functions over its bytes.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host/git/oid.hpp"

namespace sluice::git {

struct Trailers {
  std::vector<std::string> express;     ///< Column 0 only; presence is what counts.
  std::vector<std::int64_t> answers;    ///< Review comment ids, positive.
  std::vector<std::int64_t> drains;     ///< Review ids, positive.
  std::vector<std::string> repairs;
  std::vector<std::string> bases;
};

/// Read from the whole message, line-anchored, key case-insensitive, lists split at commas, CRLF tolerated.
Trailers read_trailers(std::string_view message);

/// The ids that whole lines "(cherry picked from commit <40 hex>)" name, in order, each once.
std::vector<Oid> read_copies(std::string_view message);

/// The message with a copy line where `git cherry-pick -x` puts it; every byte of the old message stays.
std::string with_copy_line(std::string_view message, const Oid& original);

}  // namespace sluice::git
