#include "sluice/marker.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace sluice {
namespace {

constexpr std::string_view start = "<!-- sluice ";
constexpr std::string_view end = "-->";
constexpr std::size_t longest_line = 4096;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

bool is_name(std::string_view name) {
  return !name.empty() && name.front() != '-' && std::all_of(name.begin(), name.end(), is_word) &&
         name.find("--") == std::string_view::npos;
}

bool is_key(std::string_view key) {
  return !key.empty() && key.front() != '-' && key.find("--") == std::string_view::npos &&
         std::all_of(key.begin(), key.end(), [](char c) { return is_word(c) || c == '_'; });
}

bool stands_in_value(char c) {
  return static_cast<unsigned char>(c) > ' ' && c != '\x7F' && c != '<' && c != '>';
}

bool is_value(std::string_view value) {
  return !value.empty() && value.find("--") == std::string_view::npos && value.back() != '-' &&
         std::all_of(value.begin(), value.end(), stands_in_value);
}

std::string_view first_line(std::string_view body) {
  auto line = body.substr(0, body.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view next_word(std::string_view& text) {
  const auto from = std::min(text.find_first_not_of(' '), text.size());
  const auto to = std::min(text.find(' ', from), text.size());
  const auto word = text.substr(from, to - from);
  text.remove_prefix(to);
  return word;
}

}  // namespace

std::optional<std::string_view> Marker::get(std::string_view key) const {
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.first == key; });
  return found == fields.end() ? std::nullopt : std::optional<std::string_view>(found->second);
}

std::optional<std::int64_t> Marker::number(std::string_view key) const {
  const auto value = get(key);
  constexpr std::size_t most_digits = 18;
  if (!value || value->empty() || value->size() > most_digits) return std::nullopt;
  std::int64_t number = 0;
  for (const char c : *value) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

std::string Marker::line() const {
  if (!is_name(name)) throw std::invalid_argument("a marker cannot be named \"" + name + "\"");
  auto line = std::string(start) + name;
  for (const auto& [key, value] : fields) {
    if (!is_key(key))
      throw std::invalid_argument("the marker " + name + " cannot have the key \"" + key + "\"");
    if (!is_value(value)) {
      throw std::invalid_argument("the marker " + name + " cannot say \"" + value + "\" as its " + key);
    }
    line.append(" ").append(key).append(":").append(value);
  }
  return line.append(" ").append(end);
}

std::optional<Marker> parse_marker(std::string_view body) {
  auto line = first_line(body.substr(0, longest_line));
  if (!line.starts_with(start) || !line.ends_with(end) || line.size() < start.size() + end.size())
    return std::nullopt;
  line = line.substr(start.size(), line.size() - start.size() - end.size());
  if (line.find('<') != std::string_view::npos || line.find('>') != std::string_view::npos)
    return std::nullopt;
  Marker marker;
  marker.name = next_word(line);
  if (!is_name(marker.name)) return std::nullopt;
  for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
    const auto colon = word.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto key = word.substr(0, colon), value = word.substr(colon + 1);
    if (!is_key(key) || !is_value(value)) return std::nullopt;
    marker.fields.emplace_back(key, value);
  }
  return marker;
}

std::optional<Marker> own_marker(std::string_view body, std::string_view author, std::string_view viewer) {
  if (viewer.empty() || author != viewer) return std::nullopt;
  return parse_marker(body);
}

std::string marker_value(std::string_view text) {
  std::string value;
  for (const char c : text) {
    const bool kept = stands_in_value(c) && c != '-';
    if (kept) value.push_back(c);
    if (!kept && !value.empty() && value.back() != '-') value.push_back('-');
  }
  while (value.ends_with('-')) value.pop_back();
  return value.empty() ? "none" : value;
}

}  // namespace sluice
