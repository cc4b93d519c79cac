// develop follows a main that it holds nothing above.

#include "passes/settled.hpp"

namespace sluice {
namespace {

using test::Oid;
using test::Ran;
using test::River;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ReturnStroke, MovesDevelopForward) {
  River river(3);
  const Oid main = river.commit("main", {"m.txt"});
  const Ran ran = river.only("return-stroke");
  EXPECT_THAT(ran.effects(), ElementsAre("push.stroke landed"));
  EXPECT_EQ(ran.outcome(), "continue");
  EXPECT_EQ(river.head("develop"), main);
}

TEST(ReturnStroke, LeavesEqualBranchesAlone) {
  River river(3);
  EXPECT_THAT(river.only("return-stroke").effects(), IsEmpty());
}

TEST(ReturnStroke, LeavesADevelopWithWorkOfItsOwnAlone) {
  River river(3);
  const Oid develop = river.commit("develop", {"d.txt"});
  EXPECT_THAT(river.only("return-stroke").effects(), IsEmpty());
  river.commit("main", {"m.txt"});
  EXPECT_THAT(river.only("return-stroke").effects(), IsEmpty());
  EXPECT_EQ(river.head("develop"), develop);
}

TEST(ReturnStroke, IsIdleWhenDevelopMovesMeanwhile) {
  River river(3);
  river.commit("main", {"m.txt"});
  const Oid other = river.spare("develop", "other.txt", "x\n");
  river.beat_next_push("develop", other.hex());
  const Ran ran = river.only("return-stroke");
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_EQ(ran.wake(), 60);
  EXPECT_EQ(river.head("develop"), other);
}

TEST(ReturnStroke, SwitchedOffThePortBeginsAtMain) {
  River river(3);
  const Oid main = river.commit("main", {"m1.txt", "m2.txt", "m3.txt", "m4.txt"});
  const Oid a = river.queue({"a.txt"});
  const Ran ran = river.run({{"--skip", "return-stroke"}});
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_TRUE(river.is_ancestor(main, river.head("develop")));
  EXPECT_THAT(river.parents("develop"), ElementsAre(main.hex()));
  EXPECT_EQ(ran.why(a), "window has 1 file of 3 with it");
}

TEST(ReturnStroke, NamesEveryBranchThatIsMissing) {
  River river(3);
  river.repo.remote_git({"update-ref", "-d", "refs/heads/develop"});
  river.repo.remote_git({"update-ref", "-d", "refs/heads/ai/queue"});
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_THAT(ran.reason(), HasSubstr("develop"));
  EXPECT_THAT(ran.reason(), HasSubstr("ai/queue"));
}

}  // namespace
}  // namespace sluice
