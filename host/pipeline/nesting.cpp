#include "host/pipeline/nesting.hpp"

#include <algorithm>
#include <cctype>

namespace sluice::pipeline {
namespace {

bool is_bare(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

/// The end of the string that opens at `at`; of one that is not closed, the end of its line or of the text.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const bool escapes = quote == '"';
  const std::string_view triple = escapes ? R"(""")" : "'''";
  const bool lines = text.substr(at, 3) == triple;
  std::size_t i = at + (lines ? 3 : 1);
  for (; i < text.size(); ++i) {
    if (escapes && text[i] == '\\') {
      ++i;
    } else if (lines && text.substr(i, 3) == triple) {
      return i + 3;
    } else if (!lines && text[i] == quote) {
      return i + 1;
    } else if (!lines && text[i] == '\n') {
      return i;
    }
  }
  return text.size();
}

/// The end of the part of a key, or of the other token, that begins at `at`.
std::size_t end_of_token(std::string_view text, std::size_t at) {
  if (text[at] == '"' || text[at] == '\'') return end_of_string(text, at);
  if (text[at] == '#') return std::min(text.find('\n', at), text.size());
  std::size_t end = at;
  while (end < text.size() && is_bare(text[end])) ++end;
  return std::max(end, at + 1);
}

Place place_of(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  const auto characters = std::count_if(
      line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
  return {static_cast<int>(lines) + 1, static_cast<int>(characters) + 1};
}

}  // namespace

std::optional<Place> key_nested_too_deep(std::string_view text) {
  int parts = 0;          // of the key so far
  std::size_t begin = 0;  // of that key
  bool after_dot = false;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const std::size_t end = end_of_token(text, at);
    if (is_bare(c) || c == '"' || c == '\'') {
      if (!after_dot) {
        parts = 0;
        begin = at;
      }
      if (++parts > deepest_key) return place_of(text, begin);
      after_dot = false;
    } else if (c == '.') {
      after_dot = parts > 0;
    } else if (c != ' ' && c != '\t') {
      parts = 0;
      after_dot = false;
    }
    at = end;
  }
  return std::nullopt;
}

}  // namespace sluice::pipeline
