#pragma once
// Marker comments: what a pass remembers, in the open. A marker stands alone on the first line of a comment
// of our own:
//   <!-- sluice held commit:0123… -->
// One that somebody else wrote, or that stands further down, is a quotation and counts for nothing.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice {

struct Marker {
  std::string name;  ///< [a-z0-9-]
  std::vector<std::pair<std::string, std::string>>
      fields;  ///< Keys [a-z0-9_-]; values without blanks, '<', '>', "--".

  /// The value of a key, borrowed from the marker, or nullopt.
  std::optional<std::string_view> get(std::string_view key) const;
  /// The value of a key that is a plain decimal number.
  std::optional<std::int64_t> number(std::string_view key) const;
  /// The line. Throws std::invalid_argument, naming the field, for what could not be read back.
  std::string line() const;

  bool operator==(const Marker&) const = default;
};

/// The marker on the first line of a body, whoever wrote it: ask who did before it counts.
std::optional<Marker> parse_marker(std::string_view body);

/// The marker of a comment by `author`, when that is `viewer`, our own login.
std::optional<Marker> own_marker(std::string_view body, std::string_view author, std::string_view viewer);

/// A text as a marker's value: every run of what may not stand in one becomes a '-'. Not to be read back.
std::string marker_value(std::string_view text);

}  // namespace sluice
