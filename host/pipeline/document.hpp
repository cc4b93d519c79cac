#pragma once
// A TOML document as plain data that knows its places. toml++ is behind this header alone.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "host/pipeline/problem.hpp"

namespace sluice::pipeline {

struct Place {
  int line = 0, column = 0;  ///< From 1; a column counts characters.
};

struct Member;

struct Value {
  enum class Kind : std::uint8_t { string, integer, real, boolean, date, list, table };
  Kind kind = Kind::table;
  Place place;
  std::string text = {};  ///< Of a string; of a date as it is written.
  std::int64_t integer = 0;
  double real = 0;
  bool boolean = false;
  std::vector<Value> items;     ///< Of a list.
  std::vector<Member> members;  ///< Of a table; a key stands once.

  const Member* find(std::string_view key) const;
};

struct Member {
  std::string key;
  Place place;
  Value value;
};

/// "a string", "a whole number" ...
std::string in_words(Value::Kind kind);

/// The document, a table; or the first thing that makes it none.
std::variant<Value, Problem> parse_toml(const std::string& text, const std::string& file);

}  // namespace sluice::pipeline
