// Which claims a commit cannot do without: every subset of up to nine as the answer, and how often it is
// asked.

#include "plugins/port/carried.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "stages/world.hpp"

namespace sluice::port {
namespace {

std::vector<Owed> numbered(std::size_t count) {
  std::vector<Owed> claims;
  for (std::size_t at = 0; at < count; ++at) claims.push_back(test::World::owed(std::to_string(at)));
  return claims;
}

std::vector<std::string> names(const std::vector<Owed>& claims) {
  std::vector<std::string> list;
  for (const auto& claim : claims) list.push_back(claim.sha);
  return list;
}

bool holds_all(const std::vector<Owed>& claims, const std::vector<std::string>& wanted) {
  const auto have = names(claims);
  return std::all_of(wanted.begin(), wanted.end(),
                     [&](const auto& one) { return std::find(have.begin(), have.end(), one) != have.end(); });
}

TEST(Needed, FindsEverySubset) {
  constexpr std::size_t kClaims = 9;
  for (unsigned mask = 1; mask < (1U << kClaims); ++mask) {
    std::vector<std::string> wanted;
    for (std::size_t at = 0; at < kClaims; ++at) {
      if ((mask >> at & 1U) != 0) wanted.push_back(std::to_string(at));
    }
    const auto found =
        needed(numbered(kClaims), [&](const std::vector<Owed>& claims) { return holds_all(claims, wanted); });
    ASSERT_EQ(names(found), wanted);
  }
}

TEST(Needed, AsksSeldomWhenFewOfManyAreNeeded) {
  int asked = 0;
  const auto found = needed(numbered(256), [&](const std::vector<Owed>& claims) {
    ++asked;
    return holds_all(claims, {"17", "200"});
  });
  EXPECT_EQ(names(found), (std::vector<std::string>{"17", "200"}));
  EXPECT_LE(asked, 50);
}

}  // namespace
}  // namespace sluice::port
