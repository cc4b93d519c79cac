// The bot's own cap, kept as a marker.

#include "plugins/release/learned.hpp"

#include <gtest/gtest.h>

namespace sluice::release {
namespace {

Snapshot under(std::int64_t cap, const std::string& from) {
  Snapshot snapshot;
  snapshot.cap = cap;
  snapshot.cap_from = from;
  return snapshot;
}

TEST(LearnedCap, IsKeptWithWhatItTookThePlaceOf) {
  const auto marker = learned_cap({119, 100}, under(150, "the plan open-source"), 1'790'812'800);
  ASSERT_TRUE(marker);
  EXPECT_EQ(marker->line(),
            "<!-- sluice cap limit:100 files:119 was:150 from:the-plan-open-source at:2026-10-01 -->");
  EXPECT_EQ(learned_cap({{}, 100}, under(150, "the pipeline's cap"), 0)->line(),
            "<!-- sluice cap limit:100 was:150 from:the-pipeline's-cap at:1970-01-01 -->");
}

TEST(LearnedCap, ALimitThatIsNotSmallerTeachesNothing) {
  EXPECT_FALSE(learned_cap({160, 150}, under(150, "the plan open-source"), 0));
  EXPECT_FALSE(learned_cap({160, 155}, under(150, "the plan open-source"), 0));
}

TEST(LearnedCap, IsSaidOnceByUs) {
  const auto snapshot = under(150, "the plan open-source");
  const auto marker = *learned_cap({119, 100}, snapshot, 0);
  const auto comment = [](const std::string& author, const std::string& body) {
    return std::vector{Comment{1, author, body, 0, 0}};
  };
  EXPECT_TRUE(knows(comment("collector", marker.line() + "\nwords"), "collector", marker));
  EXPECT_TRUE(
      knows(comment("collector", learned_cap({120, 100}, snapshot, 86'400)->line()), "collector", marker))
      << "another day and another count of files is the same limit";
  EXPECT_FALSE(knows(comment("mallory", marker.line()), "collector", marker));
  EXPECT_FALSE(knows(comment("collector", "> " + marker.line()), "collector", marker));
  EXPECT_FALSE(knows(comment("collector", learned_cap({119, 90}, snapshot, 0)->line()), "collector", marker));
  EXPECT_FALSE(knows(comment("collector", learned_cap({119, 100}, under(150, "the plan pro"), 0)->line()),
                     "collector", marker));
  EXPECT_FALSE(knows({}, "collector", marker));
}

}  // namespace
}  // namespace sluice::release
