#include "host/report/inert_text.hpp"

#include <algorithm>

#include "sluice/json.hpp"

namespace sluice::report {
namespace {

/// The length of the character at the front of the text; 1 for a byte that begins none.
std::size_t character(std::string_view text) {
  for (std::size_t length = 1; length <= std::min<std::size_t>(4, text.size()); ++length) {
    if (is_utf8(text.substr(0, length))) return length;
  }
  return 1;
}

/// C1 controls, line and paragraph separators, and the marks that turn the direction of what follows.
bool is_invisible(std::string_view character) {
  if (character.size() == 2 && character[0] == '\xC2') return static_cast<unsigned char>(character[1]) < 0xA0;
  if (character.size() != 3 || character[0] != '\xE2') return false;
  const auto second = static_cast<unsigned char>(character[1]);
  const auto third = static_cast<unsigned char>(character[2]);
  return (second == 0x80 && (third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE))) ||
         (second == 0x81 && third >= 0xA6 && third <= 0xA9);
}

std::size_t longest_run(std::string_view text, char c) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char at : text) {
    run = at == c ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character(text);
    const std::string_view front = text.substr(0, length);
    const auto byte = static_cast<unsigned char>(front[0]);
    if (length == 1 && byte >= 0x80) {
      result += '?';
    } else if (byte < 0x20 || byte == 0x7F || is_invisible(front)) {
      result += ' ';
    } else {
      result += front;
    }
    text.remove_prefix(length);
  }
  // A log's reader takes "##[" for a command of its own, wherever in a line it stands.
  constexpr std::string_view command = "##[";
  for (auto at = result.find(command); at != std::string::npos; at = result.find(command, at))
    result.insert(at + 2, " ");
  return result;
}

std::string cut(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  std::size_t end = bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end)) + "… (" + std::to_string(text.size() - end) + " bytes cut)";
}

std::string code_span(std::string_view text) {
  const std::string line = one_line(text);
  if (line.find_first_not_of(' ') == std::string::npos) return "";
  const std::string fence(longest_run(line, '`') + 1, '`');
  return fence + " " + line + " " + fence;
}

std::string code_cell(std::string_view text) {
  std::string cell;
  for (const char c : code_span(text)) {
    if (c == '|') cell += '\\';
    cell += c;
  }
  return cell;
}

}  // namespace sluice::report
