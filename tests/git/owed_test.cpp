// What is owed, and what is done: changes that are equal, reverted, and applied again.

#include <gmock/gmock.h>

#include "git/owed_fixture.hpp"

namespace sluice::git {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Owed = OwedGraph;

//   develop:  base --- A' --- B=
//   queue:    base --- A --- B --- C
TEST_F(Owed, IsWhatHasNeitherACopyNorAnEqualUpstream) {
  const Oid a = set(1, "a"), b = set(10, "b"), c = set(20, "c");
  repo.checkout("develop");
  const Oid copy_a = copy(a), equal_b = equal(b);
  const OwedSet set = owed_set();
  ASSERT_EQ(set.owed.size(), 1U);
  EXPECT_EQ(set.owed[0].id, c);
  EXPECT_EQ(set.owed[0].why, "no copy upstream");
  ASSERT_EQ(set.shed.size(), 2U);
  EXPECT_EQ(set.shed[0].id, a);
  EXPECT_EQ(set.shed[0].verdict, Shed::copied);
  EXPECT_EQ(set.shed[0].by, copy_a);
  EXPECT_EQ(set.shed[1].verdict, Shed::equal);
  EXPECT_EQ(set.shed[1].by, equal_b);
}

//   develop:  base --- A'            main:  base --- B'
//   queue:    base --- A --- B --- E (changes nothing) --- M (a merge of side: S)
TEST_F(Owed, LeavesOutWhatIsEmptyWhatIsAMergeAndWhatAnyUpstreamHas) {
  const Oid a = set(1, "a"), b = set(10, "b");
  const Oid empty = repo.commit("empty\n", ++now);
  repo.branch("side", "develop");
  const Oid side = repo.write("side", "s\n").commit("side\n", ++now);
  repo.checkout("queue");
  const Oid merge = repo.merge("side", ++now);
  repo.checkout("develop");
  copy(a);
  repo.checkout("main");
  copy(b);
  const OwedSet set = owed_set("queue", {"develop", "main"});
  ASSERT_EQ(set.owed.size(), 1U);
  EXPECT_EQ(set.owed[0].id, side);
  std::map<Oid, Shed> shed;
  for (const auto& commit : set.shed) shed[commit.id] = commit.verdict;
  EXPECT_EQ(shed, (std::map<Oid, Shed>{
                      {a, Shed::copied}, {b, Shed::copied}, {empty, Shed::empty}, {merge, Shed::merge}}));
  EXPECT_THAT(owed_ids("develop", {"develop"}), IsEmpty());
}

//   develop:  base --- A=
//   queue:    base --- A (tabs to spaces) --- B (spaces to tabs)
TEST_F(Owed, AWhitespaceChangeAndItsOppositeAreTwo) {
  repo.checkout("develop").write("tabs", "\tx\n").commit("tabs\n", ++now);
  repo.branch("queue");
  const Oid a = repo.write("tabs", "    x\n").commit("a\n", ++now);
  const Oid b = repo.write("tabs", "\tx\n").commit("b\n", ++now);
  repo.checkout("develop");
  equal(a);
  EXPECT_EQ(git_cherry(), "- " + a.hex() + "\n- " + b.hex() + "\n");
  EXPECT_THAT(owed_ids(), ElementsAre(b));
}

//   develop:  base --- F1'
//   queue:    base --- F1 (indent by 2) --- F2 (indent by 4, the same lines)
TEST_F(Owed, ASecondFormatPassIsNew) {
  repo.checkout("develop").write("x.py", "if a:\n b\n").commit("python\n", ++now);
  repo.branch("queue");
  const Oid first = repo.write("x.py", "if a:\n  b\n").commit("indent by 2\n", ++now);
  const Oid second = repo.write("x.py", "if a:\n    b\n").commit("indent by 4\n", ++now);
  repo.checkout("develop");
  copy(first);
  EXPECT_THAT(git_cherry(), HasSubstr("- " + second.hex()));
  EXPECT_THAT(owed_ids(), ElementsAre(second));
}

//   develop:  base --- A= or A'
//   queue:    base --- A --- R (revert of A) --- C (A's change again)
TEST_F(Owed, ACopyOfTheFirstOfTwoEqualChangesDischargesOne) {
  const Oid a = set(1, "a"), r = revert(a), c = set(1, "a");
  repo.checkout("develop");
  equal(a);
  EXPECT_THAT(git_cherry(), HasSubstr("- " + c.hex()));
  EXPECT_THAT(owed_ids(), ElementsAre(r, c));
  repo.branch("develop", "main");
  copy(a);
  EXPECT_THAT(owed_ids(), ElementsAre(r, c));
}

//   develop:  base --- A' --- R'
//   queue:    base --- A --- R --- C (A's change again, written anew or picked with -x)
TEST_F(Owed, AReApplyAfterARevertIsNew) {
  const Oid a = set(1, "a"), r = revert(a), c = set(1, "a");
  repo.checkout("develop");
  copy(a);
  copy(r);
  EXPECT_THAT(owed_ids(), ElementsAre(c));
  repo.checkout("queue").git({"reset", "-q", "--hard", r.hex()});
  const Oid picked = copy(a);
  EXPECT_THAT(owed_ids(), ElementsAre(picked));
}

//   develop:  base --- A' --- R'
//   queue:    base --- S (names X) --- R --- P (a pick of S: names X and S)
TEST_F(Owed, AReApplyOfACommitThatWasItselfRewrittenIsNew) {
  repo.branch("elsewhere", "main");
  const Oid x = set(1, "a");
  repo.checkout("queue");
  repo.write("other", "1\n").commit("other\n", ++now);
  const Oid s = copy(x), r = revert(s), p = copy(s);
  repo.checkout("develop");
  copy(s);
  copy(r);
  EXPECT_EQ(owed_ids().back(), p);
  EXPECT_EQ(owed_ids().size(), 2U) << "other, and the re-apply";
}

//   develop:  base --- A' --- R (a person's revert)
//   queue:    base --- A' --- R --- C (a pick of A with -x: they want it after all)
TEST_F(Owed, ACopyNeverDischargesWhatWasMadeOnTopOfIt) {
  const Oid a = set(1, "a");
  repo.checkout("develop");
  const Oid copy_a = copy(a);
  revert(copy_a);
  repo.branch("queue", "develop");
  const Oid named = copy(a);
  EXPECT_THAT(owed_ids(), ElementsAre(named));
  // Nor when another upstream holds a second copy that it was not made on top of.
  repo.checkout("main");
  copy(copy_a);
  repo.branch("queue", "develop");
  const Oid again = copy(copy_a);
  EXPECT_THAT(owed_ids("queue", {"develop", "main"}), ElementsAre(again));
  repo.branch("queue", "develop");
  const Oid unnamed = equal(a);
  EXPECT_THAT(owed_ids(), ElementsAre(unnamed));
}

//   develop:  base --- A' --- R (a person's revert)
//   queue:    base --- A
TEST_F(Owed, APersonsRevertIsNotUndone) {
  const Oid a = set(1, "a");
  repo.checkout("develop");
  revert(copy(a));
  EXPECT_THAT(owed_ids(), IsEmpty());
  // Nor where the copy's patch is another one: the probe is onto the copy's own tree, not onto the tip.
  repo.branch("develop", "main");
  set(3, "drift");
  revert(copy(a));
  EXPECT_THAT(owed_ids(), IsEmpty());
}

//   develop:  base --- one edit of the file (plain), or another edit of the same base
//   queue:    base --- B1 --- B2 (two edits of one binary file)
TEST_F(Owed, EditsOfABinaryFileAreToldApart) {
  repo.checkout("develop").write("image", std::string_view("\0\1\2", 3)).commit("image\n", ++now);
  const Oid start = repo.id("develop");
  repo.branch("queue");
  const Oid one = repo.write("image", std::string_view("\0\1\3", 3)).commit("one\n", ++now);
  const Oid two = repo.write("image", std::string_view("\0\1\4", 3)).commit("two\n", ++now);
  repo.checkout("develop");
  equal(one);
  EXPECT_THAT(owed_ids(), ElementsAre(two));
  repo.git({"reset", "-q", "--hard", start.hex()});
  repo.write("image", std::string_view("\0\1\5", 3)).commit("another\n", ++now);
  EXPECT_THAT(owed_ids(), ElementsAre(one, two));
}

//   develop:  base --- A'
//   queue:    base --- A --- M (a merge of develop) --- C (A's change again, after the merge kept it out)
TEST_F(Owed, CopiesBelowAMergeOfDevelopAreStillFound) {
  const Oid a = set(1, "a"), b = set(20, "b");
  repo.checkout("develop");
  copy(a);
  repo.checkout("queue");
  repo.merge("develop", ++now);
  const Oid undo = set(1, "undone"), again = set(1, "a");
  EXPECT_THAT(git_cherry(), HasSubstr("+ " + a.hex())) << "git no longer sees the copy";
  EXPECT_THAT(owed_ids(), ElementsAre(b, undo, again));
}

//   develop:  base --- D (the neighbour that the queue changes first) --- A=
//   queue:    base --- A --- D --- R --- C (A's change again, in D's company: it looks more like the copy
//   than A does)
TEST_F(Owed, TheOldestOfEqualChangesIsTheOneThatWasCopied) {
  const Oid a = set(1, "a");
  const Oid d = repo.write("file", repo.show("HEAD", "file") + "more\n").commit("d\n", ++now);
  const Oid r = revert(a), c = set(1, "a");
  repo.checkout("develop");
  equal(d);
  equal(a);
  EXPECT_EQ(repo.tree("develop"), repo.tree("queue")) << "so that the copy's blobs are those of C";
  EXPECT_THAT(owed_ids(), ElementsAre(r, c));
}

}  // namespace
}  // namespace sluice::git
