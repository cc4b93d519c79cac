#include "host/git/words.hpp"

#include <optional>

#include "sluice/json.hpp"

namespace sluice::git {
namespace {

constexpr std::size_t kLimit = 600;

bool ends_url(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == '\'' || c == '"' || c == '<' || c == '>';
}

/// "https://user:secret@host/path?token=x" to "https://host/path".
std::string without_credentials(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto scheme = text.find("://");
    if (scheme == std::string_view::npos) break;
    const auto start = scheme + 3;
    result += text.substr(0, start);
    text.remove_prefix(start);
    std::size_t end = 0;
    while (end < text.size() && !ends_url(text[end])) ++end;
    auto url = text.substr(0, end);
    text.remove_prefix(end);
    // A password may itself hold a slash that nobody escaped, so the last @ counts, not the first slash.
    if (const auto at = url.rfind('@'); at != std::string_view::npos) url.remove_prefix(at + 1);
    result += url.substr(0, url.find('?'));
  }
  return result.append(text);
}

/// Where the terminal sequence that starts here ends; nullopt: none does.
std::optional<std::size_t> end_of_sequence(std::string_view text, std::size_t at) {
  if (!text.substr(at).starts_with("\x1b[")) return std::nullopt;
  at += 2;
  while (at < text.size() && (text[at] < '@' || text[at] > '~')) ++at;
  return at;
}

/// One blank for a run of blanks, none at the start.
void add_blank(std::string& text) {
  if (!text.empty() && !text.ends_with(' ')) text += ' ';
}

void end_line(std::string& text) {
  while (text.ends_with(' ')) text.pop_back();
  if (!text.empty() && !text.ends_with(" /")) text += " /";
  add_blank(text);
}

/// Terminal sequences go, line breaks become " / ", other control characters single blanks.
std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (const auto end = end_of_sequence(text, i)) {
      i = *end;
    } else if (c == '\n') {
      end_line(result);
    } else if (c < 0x20 || c == 0x7F) {
      add_blank(result);
    } else {
      result += text[i];
    }
  }
  while (result.ends_with(' ')) result.pop_back();
  if (result.ends_with(" /")) result.resize(result.size() - 2);
  return result;
}

}  // namespace

std::string inert_words(std::string_view text) {
  std::string words = printable(without_credentials(text));
  if (words.size() > kLimit) {
    const auto more = words.size() - kLimit;
    words.resize(kLimit);
    words += "... (" + std::to_string(more) + " more)";
  }
  if (is_utf8(words)) return words;
  for (char& c : words) {
    if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  }
  return words;
}

}  // namespace sluice::git
