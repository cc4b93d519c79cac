#pragma once
// What a session says of findings that it does not fix, in the two files that it leaves. Both are outside
// text.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "open_set.hpp"

namespace sluice::drain {

inline constexpr const char* rejections_file = "rejections.txt";
inline constexpr const char* verdict_file = "verdict.txt";
inline constexpr std::size_t longest_file = 256 * 1024;  ///< Bytes read of each.

/// Evidence by the id of what it speaks of, a comment or a review; each id once, in the order of the file.
using Evidence = std::vector<std::pair<std::int64_t, std::string>>;

struct Verdicts {
  Evidence rejections;               ///< Of threads.
  Evidence bodies;                   ///< Of reviews.
  std::vector<std::string> ignored;  ///< What was left out and why, one sentence each.
};

/// A rejection is a line "<comment id> <evidence>", several lines of one id are one. A body's verdict is a
/// line "<review id> <evidence>"; where one body is open, lines without its id are about it, too. Ids that
/// are not open, and lines without evidence, count for nothing.
Verdicts read_verdicts(std::string_view rejections, std::string_view verdict, const OpenSet& open);

}  // namespace sluice::drain
