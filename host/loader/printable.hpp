#pragma once
// Outside bytes, made safe to print and to put in a document.

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice::loader {

constexpr std::size_t longest_line = 16 * 1024;  ///< The most of one line that a stage says, in bytes.

/// UTF-8 without control characters (a tab stays, a line break becomes a space): whatever else a byte is, it
/// is shown as \xNN. At most `limit` bytes are read, from the end when `keep_end`, and a cut is shown as
/// "...".
std::string printable(std::string_view bytes, std::size_t limit, bool keep_end = false);

}  // namespace sluice::loader
