#pragma once
// Text that others wrote, made safe to print: it can move no cursor, start no markup and close no span.

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice::report {

/// One line: control characters, line breaks and text-direction marks become blanks, broken UTF-8 "?".
std::string one_line(std::string_view text);

/// The text of a JSON document, the same document: a log's reader finds no "##[" in it, which it would take
/// for a command of its own.
std::string inert_document(std::string json);

/// Cut to so many bytes at the edge of a character; what was cut is counted behind it.
std::string cut(std::string_view text, std::size_t bytes);

/// A Markdown code span that its text cannot close; empty for blank text.
std::string code_span(std::string_view text);

/// The same in a table, whose cells are read before its spans.
std::string code_cell(std::string_view text);

}  // namespace sluice::report
