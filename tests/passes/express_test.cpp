// The lane: claimed commits go to main, out of queue order, whatever develop carries.

#include "passes/settled.hpp"

namespace sluice {
namespace {

using test::expect_settled;
using test::Oid;
using test::Ran;
using test::River;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(Express, TakesTheClaimsAndLeavesTheRest) {
  River river(3);
  const Oid main = river.head("main"), develop = river.head("develop");
  river.queue({"a.txt"});
  const Oid first = river.claim({"c1.txt"});
  river.queue({"b.txt"});
  const Oid second = river.claim({"c2.txt"});
  const Oid queue = river.head("ai/queue");
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end");
  EXPECT_EQ(ran.reason(), "2 express commits reached main");
  EXPECT_THAT(ran.effects(), ElementsAre("push.cut landed"));
  EXPECT_THAT(river.subjects(main.hex() + "..main"), ElementsAre("c1.txt", "c2.txt"));
  EXPECT_THAT(river.files("main"), ElementsAre("base.txt", "c1.txt", "c2.txt"));
  EXPECT_THAT(river.message("main"), HasSubstr("(cherry picked from commit " + second.hex() + ")"));
  EXPECT_EQ(ran.verdict(first), "expressed");
  EXPECT_EQ(ran.verdict(second), "expressed");
  EXPECT_EQ(river.head("develop"), develop);
  EXPECT_EQ(river.head("ai/queue"), queue);
}

TEST(Express, WhatWasCutIsOwedToNobody) {
  River river(3);
  const Oid a = river.queue({"a.txt"});
  const Oid claimed = river.claim({"c.txt"});
  river.queue({"b.txt"});
  river.run();
  const Ran next = river.run();
  EXPECT_THAT(next.effects(),
              ElementsAre("push.stroke landed", "push.rewrite landed", "push.window landed", "open landed"));
  EXPECT_EQ(next.verdict(claimed), "shed");
  EXPECT_THAT(river.subjects("main..develop"), ElementsAre("a.txt", "b.txt"));
  EXPECT_EQ(river.head("develop"), river.head("ai/queue"));
  EXPECT_THAT(river.message("ai/queue^"), HasSubstr("(cherry picked from commit " + a.hex() + ")"));
  EXPECT_THAT(river.files("develop"), ElementsAre("a.txt", "b.txt", "base.txt", "c.txt"));
}

TEST(Express, IsOpenWhileAReleaseIs) {
  River river(3);
  river.queue({"a.txt"});
  river.run();
  const Oid develop = river.head("develop");
  river.claim({"c.txt"});
  const Ran ran = river.run();
  EXPECT_THAT(ran.effects(), ElementsAre("push.cut landed"));
  EXPECT_THAT(river.files("main"), ElementsAre("base.txt", "c.txt"));
  EXPECT_EQ(river.head("develop"), develop);
}

TEST(Express, LeavesAClaimThatAWindowCarries) {
  River river(3);
  river.claim({"c.txt"});
  EXPECT_THAT(river.run({{"--skip", "express"}}).effects(), ElementsAre("push.window landed", "open landed"));
  const Oid main = river.head("main");
  expect_settled(river);
  EXPECT_EQ(river.head("main"), main);
}

TEST(Express, AClaimThatDoesNotApplyWaitsAndIsCounted) {
  River river(3);
  river.write("main", "base.txt", "theirs\n");
  const Oid claimed = river.write("ai/queue", "base.txt", "ours\n", "Express: sweep");
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_THAT(ran.reason(), HasSubstr("1 claimed commit"));
  EXPECT_EQ(ran.verdict(claimed), "claimed");
  EXPECT_THAT(ran.effects(), ElementsAre("push.stroke landed"));
  expect_settled(river);
}

TEST(Express, IsIdleWhenMainMovesMeanwhile) {
  River river(3);
  river.claim({"c.txt"});
  const Oid other = river.spare("main", "other.txt", "x\n");
  river.beat_next_push("main", other.hex());
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_EQ(ran.wake(), 60);
  EXPECT_EQ(river.head("main"), other);
  EXPECT_THAT(river.run().effects(), ElementsAre("push.stroke landed", "push.cut landed"));
  EXPECT_THAT(river.files("main"), ElementsAre("base.txt", "c.txt", "other.txt"));
}

TEST(Express, NeverTakesACommitOfTheFixes) {
  River river(3);
  const Oid main = river.head("main");
  river.fix({"f.txt"});
  river.commit("ai/review-fixes", {"g.txt"}, "Express: not here");
  river.repo.git(
      {"push", "-q", "--force", "origin", "refs/remotes/origin/ai/review-fixes:refs/heads/ai/queue"});
  const Ran ran = river.run();
  EXPECT_THAT(ran.effects(), Not(Contains("push.cut landed")));
  EXPECT_EQ(river.head("main"), main);
}

TEST(Express, SwitchedOffTheClaimsGoInQueueOrder) {
  River river(2);
  const Oid a = river.queue({"a.txt"});
  const Oid claimed = river.claim({"c.txt"});
  const Oid b = river.queue({"b.txt"});
  const Ran ran = river.run({{"--skip", "express"}});
  EXPECT_THAT(ran.effects(), ElementsAre("push.window landed", "open landed"));
  EXPECT_EQ(river.head("develop"), claimed);
  EXPECT_EQ(ran.verdict(a), "window");
  EXPECT_EQ(ran.verdict(claimed), "window");
  EXPECT_EQ(ran.verdict(b), "held");
}

/// develop carries a window that was not opened, and what the lane cut is on main alone. On develop a commit
/// that takes the cut one back would be picked without that part, and main would hold it for ever.
class TakenBack : public testing::TestWithParam<bool> {};

TEST_P(TakenBack, WaitsUntilDevelopHoldsWhatWasCut) {
  River river(6);
  river.queue({"w.txt"});
  river.run({{"--skip", "open"}});
  if (GetParam()) river.fix({"f.txt"});
  river.claim({"n.txt"});
  river.repo.remove("n.txt").write("o.txt", "o\n").commit("o instead of n\n", 200);
  river.repo.push("ai/queue");
  for (int pass = 0; pass < 12; ++pass) {
    river.run();
    const auto pulls = river.forge().all_pulls();
    if (!pulls.empty() && pulls.front().state == forge::State::open) river.complete_review();
  }
  std::vector<std::string> expected = {"base.txt", "o.txt", "w.txt"};
  if (GetParam()) expected.insert(expected.begin() + 1, "f.txt");
  EXPECT_EQ(river.files("main"), expected);
  EXPECT_EQ(river.tree("main"), river.tree("develop"));
}

INSTANTIATE_TEST_SUITE_P(Express, TakenBack, testing::Bool());

/// Every pass and every review, until nothing is left; main must come out as the queue was.
void expect_main_as(River& river, const std::vector<std::string>& files) {
  for (int pass = 0; pass < 12; ++pass) {
    river.run();
    const auto pulls = river.forge().all_pulls();
    if (!pulls.empty() && pulls.front().state == forge::State::open) river.complete_review();
  }
  EXPECT_EQ(river.files("main"), files);
}

TEST(Express, AClaimThatRemovesWhatMainDoesNotHaveYetWaitsForIt) {
  River river(6);
  river.queue({"n.txt"});
  river.repo.remove("n.txt").write("o.txt", "o\n").commit("o instead of n\n\nExpress: x\n", 200);
  river.repo.push("ai/queue");
  expect_main_as(river, {"base.txt", "o.txt"});
}

TEST(Express, AClaimThatIsRemovedBehindItsBackIsCarried) {
  River river(6);
  river.write("ai/queue", "base.txt", "changed\n");
  river.repo.write("base.txt", "changed again\n").write("n.txt", "n\n");
  river.repo.commit("n\n\nExpress: x\n", 200);
  river.repo.remove("n.txt").write("o.txt", "o\n").commit("o instead of n\n", 201);
  river.repo.push("ai/queue");
  expect_main_as(river, {"base.txt", "o.txt"});
}

}  // namespace
}  // namespace sluice
