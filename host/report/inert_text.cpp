#include "host/report/inert_text.hpp"

#include <algorithm>

#include "sluice/utf8.hpp"

namespace sluice::report {
namespace {

/// DEL and C1 controls, line and paragraph separators, and the marks that turn the direction of what follows.
bool is_invisible(char32_t character) {
  return (character >= 0x7F && character < 0xA0) || character == 0x200E || character == 0x200F ||
         (character >= 0x2028 && character <= 0x202E) || (character >= 0x2066 && character <= 0x2069);
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
    const Character front = first_character(text);
    if (front.size == 0) {
      result += '?';
    } else if (front.value < 0x20 || is_invisible(front.value)) {
      result += ' ';
    } else {
      result += text.substr(0, front.size);
    }
    text.remove_prefix(std::max<std::size_t>(front.size, 1));
  }
  // A log's reader takes "##[" for a command of its own, wherever in a line it stands.
  constexpr std::string_view command = "##[";
  for (auto at = result.find(command); at != std::string::npos; at = result.find(command, at))
    result.insert(at + 2, " ");
  return result;
}

std::string inert_document(std::string json) {
  // A "#" stands nowhere in JSON but in a string, where it may be said by its number.
  for (auto at = json.find("##["); at != std::string::npos; at = json.find("##[", at))
    json.replace(at + 1, 1, "\\u0023");
  return json;
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
