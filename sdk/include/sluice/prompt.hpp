#pragma once
// What an agent program is told: a template with blanks, and what others wrote quoted in it as data.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice {

/// What stands in for {{name}}.
using Blanks = std::vector<std::pair<std::string_view, std::string>>;

/// The template with every {{name}} filled; what is put in is not read again. Throws RedError for a blank
/// that nobody fills, and for a name of `needed` that the template has no blank for: a template of somebody's
/// own must not lose what the work is about.
std::string fill(std::string_view text, const Blanks& blanks,
                 const std::vector<std::string_view>& needed = {});

/// Text that somebody else wrote (a finding, a log, a commit message), any bytes, under a heading: in a fence
/// that it cannot close, said to be data and no instruction. Escape sequences, control characters and marks
/// that reorder text are gone, what is no UTF-8 is U+FFFD; all else stands as it was written, cut to
/// `longest` UTF-16 units with a count of what went. The title is one line, and may be outside text, too.
std::string data_block(std::string_view title, std::string_view text, std::size_t longest = 30'000);

}  // namespace sluice
