#include "host/pipeline/document.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "host/pipeline/nesting.hpp"
#include "sluice/json.hpp"

namespace sluice::pipeline {
namespace {

Place place_of(const toml::source_position& position) {
  return {static_cast<int>(position.line), static_cast<int>(position.column)};
}

Value convert(const toml::node& node);

void convert_table(const toml::table& table, Value& into) {
  into.kind = Value::Kind::table;
  for (const auto& [key, child] : table) {
    into.members.push_back({std::string(key.str()), place_of(key.source().begin), convert(child)});
  }
}

void convert_list(const toml::array& list, Value& into) {
  into.kind = Value::Kind::list;
  for (const toml::node& child : list) into.items.push_back(convert(child));
}

/// Recursion is bounded: nesting.hpp and TOML_MAX_NESTED_VALUES.
Value convert(const toml::node& node) {
  Value value;
  value.place = place_of(node.source().begin);
  if (const toml::table* table = node.as_table()) {
    convert_table(*table, value);
  } else if (const toml::array* list = node.as_array()) {
    convert_list(*list, value);
  } else if (const auto* text = node.as_string()) {
    value.kind = Value::Kind::string;
    value.text = text->get();
  } else if (const auto* integer = node.as_integer()) {
    value.kind = Value::Kind::integer;
    value.integer = integer->get();
  } else if (const auto* real = node.as_floating_point()) {
    value.kind = Value::Kind::real;
    value.real = real->get();
  } else if (const auto* boolean = node.as_boolean()) {
    value.kind = Value::Kind::boolean;
    value.boolean = boolean->get();
  } else {
    value.kind = Value::Kind::date;
  }
  return value;
}

/// The first byte that is no part of a UTF-8 character.
std::optional<Place> broken_character(std::string_view text) {
  if (is_utf8(text)) return std::nullopt;
  Place place{1, 1};
  for (std::size_t at = 0; at < text.size();) {
    std::size_t length = 1;
    while (length <= 4 && !is_utf8(text.substr(at, length))) ++length;
    if (length > 4) return place;
    if (text[at] == '\n') {
      place = {place.line + 1, 1};
    } else {
      ++place.column;
    }
    at += length;
  }
  return place;
}

Problem problem_at(const std::string& file, Place place, std::string sentence) {
  return {file, place.line, place.column, std::move(sentence)};
}

/// toml++ quotes what it met, line breaks and all.
std::string reason_of(const toml::parse_error& error) {
  constexpr std::size_t longest = 300;
  std::string text(error.description().substr(0, longest));
  while (!is_utf8(text)) text.pop_back();  // cut within a character
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == '\x7f') c = ' ';
  }
  return text;
}

}  // namespace

const Member* Value::find(std::string_view key) const {
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const Member& member) { return member.key == key; });
  return found == members.end() ? nullptr : &*found;
}

std::string in_words(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::string:
      return "a string";
    case Value::Kind::integer:
      return "a whole number";
    case Value::Kind::real:
      return "a number with a fraction";
    case Value::Kind::boolean:
      return "true or false";
    case Value::Kind::date:
      return "a date or time";
    case Value::Kind::list:
      return "a list";
    case Value::Kind::table:
      return "a table";
  }
  return "a value";
}

std::variant<Value, Problem> parse_toml(const std::string& text, const std::string& file) {
  if (const auto place = broken_character(text)) {
    return problem_at(file, *place, "the byte here is not UTF-8, which a pipeline must be; save it as UTF-8");
  }
  if (const auto place = key_nested_too_deep(text)) {
    return problem_at(file, *place,
                      "this dotted key has more than " + std::to_string(deepest_key) +
                          " parts; no key of a pipeline is nested so deep");
  }
  try {
    return convert(toml::parse(std::string_view(text)));
  } catch (const toml::parse_error& error) {
    return problem_at(file, place_of(error.source().begin), "not TOML: " + reason_of(error));
  }
}

}  // namespace sluice::pipeline
