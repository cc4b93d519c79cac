#include <gtest/gtest.h>

#include "host/harness/trial.hpp"
#include "support/repo.hpp"

namespace sluice {
namespace {

/// The stage as it answers at an instant, over a clone whose four branches stand where main does.
report::StageReport weekend_at(std::int64_t now) {
  test::Repo repo;
  repo.commit_file("a.txt", 1);
  for (const char* branch : {"main", "develop", "ai/queue", "ai/review-fixes"})
    repo.branch(branch).push(branch);
  return harness::run({.library = SLUICE_TEST_PLUGINS "/abi/weekend.so",
                       .stage = "weekend",
                       .clone = repo.clone(),
                       .now = now})
      .stage;
}

// By `date -u -d @1717804799`: Friday 2024-06-07 23:59:59; a second later it is Saturday.
TEST(Weekend, LetsAFridayGoOnAndWaitsOutTheSaturdayAndTheSunday) {
  EXPECT_EQ(weekend_at(1717804799).outcome, Outcome::Kind::go_on);
  const auto saturday = weekend_at(1717804800);
  EXPECT_EQ(saturday.outcome, Outcome::Kind::idle);
  EXPECT_EQ(saturday.wake_after, 2 * 24 * 60 * 60);
  EXPECT_EQ(saturday.effects.size(), 0U);
}

}  // namespace
}  // namespace sluice
