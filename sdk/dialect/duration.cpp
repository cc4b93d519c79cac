// Durations as bots write them.

#include <algorithm>
#include <array>
#include <cmath>

#include "dialect/text.hpp"

namespace sluice::dialect {
namespace {

struct Unit {
  std::string_view word;
  std::int64_t seconds;
};

constexpr std::array units = {
    Unit{"s", 1},        Unit{"sec", 1},       Unit{"secs", 1},       Unit{"second", 1},
    Unit{"seconds", 1},  Unit{"m", 60},        Unit{"min", 60},       Unit{"mins", 60},
    Unit{"minute", 60},  Unit{"minutes", 60},  Unit{"h", 3600},       Unit{"hr", 3600},
    Unit{"hrs", 3600},   Unit{"hour", 3600},   Unit{"hours", 3600},   Unit{"d", 86'400},
    Unit{"day", 86'400}, Unit{"days", 86'400}, Unit{"week", 604'800}, Unit{"weeks", 604'800},
};

/// Words that may stand before an amount and change nothing that matters here.
constexpr std::array<std::string_view, 10> fillers = {"about", "approximately", "around", "another", "under",
                                                      "less",  "than",          "up",     "to",      "for"};

constexpr std::int64_t most_seconds = 1'000'000'000;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<std::int64_t> read() {
    std::int64_t sum = 0;
    bool any = false;
    while (const auto part = component(any)) {
      sum = std::min(most_seconds, sum + *part);
      any = true;
    }
    return any ? std::optional(sum) : std::nullopt;
  }

 private:
  /// One amount with its unit; nothing is consumed where none stands.
  std::optional<std::int64_t> component(bool joined) {
    const auto start = at_;
    skip_joints(joined);
    const auto value = amount();
    if (value) {
      blanks();
      if (const auto unit = unit_of(word())) {
        if (text_.substr(at_).starts_with("(s)")) at_ += 3;
        return static_cast<std::int64_t>(std::ceil(std::min(*value * static_cast<double>(*unit), 1e9)));
      }
    }
    at_ = start;
    return std::nullopt;
  }

  void skip_joints(bool joined) {
    for (;;) {
      while (at_ < text_.size() && std::string_view(" ,:~").find(text_[at_]) != std::string_view::npos) ++at_;
      const auto start = at_;
      const auto next = word();
      const bool joint =
          joined ? next == "and" : std::find(fillers.begin(), fillers.end(), next) != fillers.end();
      if (joint) continue;
      at_ = start;
      return;
    }
  }

  std::optional<double> amount() {
    if (const auto whole = read_number(text_, at_)) {
      auto value = static_cast<double>(*whole);
      if (at_ + 1 < text_.size() && text_[at_] == '.' && is_digit(text_[at_ + 1])) {
        double place = 0.1;
        for (++at_; at_ < text_.size() && is_digit(text_[at_]); ++at_, place /= 10)
          value += place * (text_[at_] - '0');
      }
      return value;
    }
    const auto article = word();
    return article == "a" || article == "an" || article == "one" ? std::optional(1.0) : std::nullopt;
  }

  std::string_view word() {
    const auto start = at_;
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  void blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  static std::optional<std::int64_t> unit_of(std::string_view word) {
    const auto* found =
        std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.word == word; });
    return found == units.end() ? std::nullopt : std::optional(found->seconds);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::int64_t> read_duration(std::string_view plain_text) {
  return Reader(plain_text).read();
}

}  // namespace sluice::dialect
