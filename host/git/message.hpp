#pragma once
// What a commit's message says to machines: trailers and copy lines. Pure functions over its bytes.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host/git/oid.hpp"

namespace sluice::git {

struct Trailers {
  std::vector<std::string> express;   ///< Column 0 only, each with a reason; presence is what counts.
  std::vector<std::int64_t> answers;  ///< Review comment ids, positive.
  std::vector<std::int64_t> drains;   ///< Review ids, positive.
  std::vector<std::string> repairs;
};

/// Read from the whole message, line-anchored, key case-insensitive, ids split at commas, CRLF tolerated.
/// What is empty, or no positive id, is left out.
Trailers read_trailers(std::string_view message);

/// The ids that whole lines "(cherry picked from commit <40 hex>)" name, in order, each once.
std::vector<Oid> read_copies(std::string_view message);

/// The message with a copy line where `git cherry-pick -x` puts it: at the end of its trailer block, else in
/// a paragraph of its own. Every byte of the old message stays; one without a line feed at its end gets one.
std::string with_copy_line(std::string_view message, const Oid& original);

}  // namespace sluice::git
