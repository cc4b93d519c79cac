#pragma once
// Commits and paths in a sentence. What comes from history is bytes; a sentence is one line of UTF-8.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/facts.hpp"

namespace sluice::say {

/// The first ten digits.
std::string brief(const Sha& sha);
/// One line of valid UTF-8 without control characters, cut to `at_most` bytes.
std::string line(std::string_view bytes, std::size_t at_most = 100);
/// 0123456789 (subject)
std::string commit(const Sha& sha, std::string_view subject);
/// a, b, c and 2 more
std::string paths(const std::vector<std::string>& paths, std::size_t at_most = 5);
/// "1 file", "2 files"
std::string counted(std::int64_t number, std::string_view one);

}  // namespace sluice::say
