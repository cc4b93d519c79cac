// What of the claimed commits is cut onto main.

#include "plugins/express/cut.hpp"

#include <gtest/gtest.h>

#include "stages/world.hpp"

namespace sluice::express {
namespace {

using test::World;

Cut cut(const World& world, const std::vector<std::string>& claims) {
  const auto tree = [&](const Sha& head) { return world.tree(head); };
  return cut_onto("main", World::all_owed(claims),
                  [&](const Sha& commit, const Sha& onto) { return world.pick(commit, onto); },
                  {World::all_owed(claims), tree});
}

TEST(Cut, KeepsWhatAppliesInQueueOrder) {
  World world;
  world.commit("C1", {{"z"}, {"1"}});
  world.commit("C2", {{}, {"2"}});
  world.commit("C3", {});
  world.commit("C4", {{"C2"}, {"3"}});
  const Cut taken = cut(world, {"C1", "C2", "C3", "C4"});
  EXPECT_EQ(taken.tip, "main+C2+C4");
  ASSERT_EQ(taken.applied.size(), 2U);
  EXPECT_EQ(taken.applied[0].commit, "C2");
  EXPECT_EQ(taken.applied[0].copy, "main+C2");
  EXPECT_EQ(taken.applied[1].copy, "main+C2+C4");
  ASSERT_EQ(taken.left.size(), 2U);
  EXPECT_EQ(taken.left[0].why("main"), "claimed, but it does not apply on main: conflict in z.txt");
  EXPECT_EQ(taken.left[1].why("main"), "claimed, but main holds its change already");
}

TEST(Cut, IsMainWhereNothingApplies) {
  World world;
  world.commit("C1", {{"z"}, {"1"}});
  EXPECT_EQ(cut(world, {"C1"}).tip, "main");
  EXPECT_TRUE(cut(world, {"C1"}).applied.empty());
}

}  // namespace
}  // namespace sluice::express
