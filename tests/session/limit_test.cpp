#include "host/session/limit.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sluice::session {
namespace {

const std::vector<std::string> kPatterns = {"you've hit your * limit", "usage limit reached"};

// 2026-01-02 03:00:00 UTC, a Friday.
constexpr std::int64_t kNow = 1767322800, kHour = 3600, kDay = 86400;

std::optional<std::int64_t> from_now(const std::string& line, std::int64_t now = kNow) {
  const std::vector<std::string> lines = {line};
  const auto at = limit_lifts_at(lines, kPatterns, now);
  return at ? std::optional(*at - now) : std::nullopt;
}

TEST(Limit, IsReadInEveryForm) {
  struct Case {
    std::string line;
    std::optional<std::int64_t> seconds;
  };
  const std::vector<Case> cases = {
      {"You've hit your session limit · resets 3:10am (UTC)", 600},
      {"You’ve hit your weekly limit · resets 11pm (UTC)", 20 * kHour},
      {"Claude usage limit reached. Resets at 12:30pm (UTC).", 9 * kHour + 1800},
      {"You've hit your session limit · resets 12am (UTC)", 21 * kHour},
      {"You've hit your session limit · resets 2:59am (UTC)", kDay - 60},
      {"You've hit your session limit · resets 3am (UTC)", kDay},
      {"You've hit your weekly limit · resets Jan 2, 11pm (UTC)", 20 * kHour},
      {"You've hit your weekly limit · resets Jan 9, 11pm (UTC)", 7 * kDay + 20 * kHour},
      // Nobody is limited for longer than a week: this has passed, or is somebody's words.
      {"You've hit your weekly limit · resets Jan 1, 11pm (UTC)", kHour},
      {"You've hit your weekly limit · resets Mar 1, 11pm (UTC)", kHour},
      {"You've hit your weekly limit · resets January 3 at 3am (UTC)", kDay},
      // What cannot be read is looked at again in an hour.
      {"You've hit your session limit · resets 3:10am (PDT)", kHour},
      {"You've hit your session limit · resets 25:99am (UTC)", kHour},
      {"You've hit your session limit · resets Feb 30, 1am (UTC)", kHour},
      {"You've hit your session limit · resets", kHour},
      {"You've hit your session limit", kHour},
      // Prose about limits is none.
      {"The session limit resets 3:10am (UTC)", std::nullopt},
      {"you hit your session limit · resets 3:10am (UTC)", std::nullopt},
      {"you've hit your very own limit", std::nullopt},
      {"", std::nullopt},
  };
  for (const auto& [line, seconds] : cases) EXPECT_EQ(from_now(line), seconds) << line;
}

TEST(Limit, OfNextYearIsReadAtTheEndOfThisOne) {
  // 2025-12-30 03:00:00.
  EXPECT_EQ(from_now("usage limit reached, resets Jan 2, 3am (UTC)", kNow - 3 * kDay), 3 * kDay);
  // 2028-02-28 00:00:00, before a leap day.
  EXPECT_EQ(from_now("usage limit reached, resets Feb 29, 12am (UTC)", 1835308800), kDay);
}

TEST(Limit, OfManyLinesIsTheFirstThatStatesOne) {
  const std::vector<std::string> lines = {"working", "usage limit reached, resets 4am (UTC)",
                                          "usage limit reached, resets 5am (UTC)"};
  EXPECT_EQ(limit_lifts_at(lines, kPatterns, kNow), kNow + kHour);
  EXPECT_EQ(limit_lifts_at(lines, {}, kNow), std::nullopt);
}

TEST(Limit, OfAVeryLongLineIsReadToo) {
  std::string line(100000, 'x');
  line += " usage limit reached";
  EXPECT_EQ(from_now(line), kHour);
  EXPECT_EQ(from_now(std::string(100000, ' ')), std::nullopt);
}

}  // namespace
}  // namespace sluice::session
