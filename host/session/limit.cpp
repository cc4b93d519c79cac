#include "host/session/limit.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <string_view>
#include <vector>

namespace sluice::session {

namespace {

constexpr std::int64_t kHour = 3600, kDay = 24 * kHour;

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

/// Lower case, with the apostrophe that typesetters use made the plain one.
std::string plain(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at, 3) == "\u2019") {
      out += '\'';
      at += 2;
    } else {
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(text[at])));
    }
  }
  return out;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && is_space(text[at])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    if (at > begin) words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

/// A word of the line as the pattern's last may meet it: "limit." and "limit," are "limit".
std::string_view bare(std::string_view word) {
  while (!word.empty() && std::ispunct(static_cast<unsigned char>(word.back())) != 0) word.remove_suffix(1);
  while (!word.empty() && std::ispunct(static_cast<unsigned char>(word.front())) != 0) word.remove_prefix(1);
  return word;
}

bool stands_at(std::span<const std::string_view> line, std::span<const std::string_view> pattern) {
  if (pattern.empty() || line.size() < pattern.size()) return false;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    if (pattern[at] != "*" && bare(line[at]) != bare(pattern[at])) return false;
  }
  return true;
}

/// The words behind the pattern, or nullopt where the line does not hold it.
std::optional<std::span<const std::string_view>> behind(std::span<const std::string_view> line,
                                                        std::span<const std::string_view> pattern) {
  for (std::size_t at = 0; at + pattern.size() <= line.size(); ++at) {
    if (stands_at(line.subspan(at), pattern)) return line.subspan(at + pattern.size());
  }
  return std::nullopt;
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty() || value < 0)
    return std::nullopt;
  return value;
}

/// Seconds into the day of "3:10am", "12am", "11pm".
std::optional<std::int64_t> clock_time(std::string_view word) {
  if (word.size() < 3) return std::nullopt;
  const std::string_view half = word.substr(word.size() - 2);
  if (half != "am" && half != "pm") return std::nullopt;
  word.remove_suffix(2);
  const auto colon = word.find(':');
  const auto hour = number(word.substr(0, colon));
  const auto minute = colon == std::string_view::npos ? 0 : number(word.substr(colon + 1));
  if (!hour || !minute || *hour < 1 || *hour > 12 || *minute > 59) return std::nullopt;
  return (*hour % 12 + (half == "pm" ? 12 : 0)) * kHour + *minute * 60;
}

std::optional<unsigned> month_named(std::string_view word) {
  constexpr std::array<std::string_view, 12> months = {"jan", "feb", "mar", "apr", "may", "jun",
                                                       "jul", "aug", "sep", "oct", "nov", "dec"};
  const auto found = std::ranges::find(months, word.substr(0, 3));
  if (word.size() < 3 || found == months.end()) return std::nullopt;
  return static_cast<unsigned>(found - months.begin()) + 1;
}

std::int64_t start_of(std::chrono::year_month_day date) {
  return std::chrono::sys_seconds(std::chrono::sys_days(date)).time_since_epoch().count();
}

/// The next "Oct 10, 11pm" after now.
std::optional<std::int64_t> on_date(unsigned month, int day, std::int64_t time, std::int64_t now) {
  using namespace std::chrono;
  const year_month_day today(floor<days>(sys_seconds(seconds(now))));
  for (int later = 0; later <= 8; ++later) {  // A 29th of February may be eight years away.
    const year_month_day date(today.year() + years(later), std::chrono::month(month),
                              std::chrono::day(static_cast<unsigned>(day)));
    if (date.ok() && start_of(date) + time > now) return start_of(date) + time;
  }
  return std::nullopt;
}

/// What the words behind "resets" name.
std::optional<std::int64_t> instant(std::span<const std::string_view> words, std::int64_t now) {
  if (!words.empty() && words.front() == "at") words = words.subspan(1);
  std::optional<unsigned> month;
  std::optional<int> day;
  if (words.size() >= 2 && (month = month_named(words[0]))) {
    if (!(day = number(bare(words[1])))) return std::nullopt;
    words = words.subspan(2);
    if (!words.empty() && words.front() == "at") words = words.subspan(1);
  }
  if (words.size() < 2 || bare(words[1]) != "utc") return std::nullopt;
  const auto time = clock_time(words[0]);
  if (!time) return std::nullopt;
  if (month) return on_date(*month, *day, *time, now);
  const std::int64_t today = now - now % kDay + *time;
  return today > now ? today : today + kDay;
}

/// The longest limits are a week's. What is said to lift later is a date that has passed, or somebody's
/// words: believed, it would keep everything waiting for a year.
std::int64_t believable(std::optional<std::int64_t> at, std::int64_t now) {
  return at && *at - now <= 8 * kDay ? *at : now + kHour;
}

std::optional<std::int64_t> lifts_at(const std::string& line, std::span<const std::string> patterns,
                                     std::int64_t now) {
  const std::string text = plain(line);
  const auto words = words_of(text);
  for (const auto& each : patterns) {
    const std::string pattern = plain(each);
    const auto rest = behind(words, words_of(pattern));
    if (!rest) continue;
    const auto resets = std::ranges::find_if(*rest, [](auto word) { return bare(word) == "resets"; });
    if (resets == rest->end()) return now + kHour;
    return believable(instant(rest->subspan(static_cast<std::size_t>(resets - rest->begin()) + 1), now), now);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> limit_lifts_at(std::span<const std::string> lines,
                                           std::span<const std::string> patterns, std::int64_t now) {
  for (const auto& line : lines) {
    if (const auto at = lifts_at(line, patterns, now)) return at;
  }
  return std::nullopt;
}

}  // namespace sluice::session
