// What a copy that names its original discharges, whatever has become of either.

#include <gmock/gmock.h>

#include "git/owed_fixture.hpp"

namespace sluice::git {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using OwedCopy = OwedGraph;

//   develop:  base --- O'              O is some branch's own; Y, another's work, names it too, and does not
//   apply on O' queue:    base --- Y ("copy of O")
TEST_F(OwedCopy, WhatOnlySaysThatItIsACopyIsOwed) {
  repo.branch("other", "queue");
  const Oid original = set(1, "theirs");
  repo.checkout("develop");
  copy(original);
  repo.checkout("queue");
  const Oid forged = set(1, "mine");
  repo.at(now).git(
      {"commit", "-q", "--amend", "-m", "Mine", "-m", "(cherry picked from commit " + original.hex() + ")"});
  EXPECT_NE(repo.id("queue"), forged);
  EXPECT_THAT(owed_ids(), ElementsAre(repo.id("queue")));
}

//   elsewhere: base --- X
//   develop:   base --- X'
//   queue:     base --- X' amended with more work, its copy line kept
TEST_F(OwedCopy, AnAmendedCopyIsOwedForWhatWasAdded) {
  repo.branch("elsewhere", "main");
  const Oid x = set(1, "x");
  repo.checkout("develop");
  copy(x);
  repo.checkout("queue");
  copy(x);
  EXPECT_THAT(owed_ids(), IsEmpty());
  repo.write("more", "work\n").git({"add", "-A"});
  repo.git({"commit", "-q", "--amend", "--no-edit"});
  const OwedSet set = owed_set();
  ASSERT_EQ(set.owed.size(), 1U);
  EXPECT_EQ(set.owed[0].id, repo.id("queue"));
  EXPECT_THAT(set.owed[0].why, HasSubstr("lacks part of it"));
}

//   main:     base --- A'
//   develop:  base --- A=
//   queue:    base --- A --- R (takes A back) --- A again
TEST_F(OwedCopy, TwoBranchesCopiesOfOneCommitAreCopiesOfThatOneAlone) {
  const Oid a = set(1, "a");
  const Oid r = revert(a);
  const Oid again = set(1, "a");
  repo.checkout("main");
  copy(a);
  repo.checkout("develop");
  equal(a);
  EXPECT_THAT(owed_ids("queue", {"develop", "main"}), ElementsAre(r, again));
  EXPECT_THAT(owed_ids("queue", {"main", "develop"}), ElementsAre(r, again));
}

//   develop:  base --- D (a neighbour of A's line) --- A'
//   queue:    base --- A
TEST_F(OwedCopy, ACopyWhoseContextHadDriftedStillDischarges) {
  const Oid a = set(10, "a");
  repo.checkout("develop");
  set(12, "drift");
  const Oid copied = copy(a);
  EXPECT_EQ(git_cherry(), "+ " + a.hex() + "\n");
  const OwedSet set = owed_set();
  EXPECT_THAT(set.owed, IsEmpty());
  ASSERT_EQ(set.shed.size(), 1U);
  EXPECT_EQ(set.shed[0].by, copied);
}

//   develop:  base --- H (half of A) --- A' (the other half)
//   queue:    base --- A (two lines)
TEST_F(OwedCopy, ACopyThatFoundHalfOfItThereStillDischarges) {
  const Oid a = [&] {
    std::string text = repo.show("HEAD", "file");
    text.replace(text.find("line 5\n"), 6, "half 1");
    text.replace(text.find("line 30\n"), 7, "half 2 ");
    return repo.write("file", text).commit("two lines\n", ++now);
  }();
  repo.checkout("develop");
  set(5, "half 1");
  copy(a);
  EXPECT_THAT(git_cherry(), HasSubstr("+ "));
  EXPECT_THAT(owed_ids(), IsEmpty());
}

//   develop:  base --- D (A's own line) --- A' (resolved by hand)
//   queue:    base --- A
TEST_F(OwedCopy, ACopyResolvedByHandIsTrusted) {
  const Oid a = set(10, "a");
  repo.checkout("develop");
  set(10, "theirs");
  set(10, "theirs and a");
  repo.git({"commit", "-q", "--amend", "-m", "resolved\n\n(cherry picked from commit " + a.hex() + ")"});
  const OwedSet set = owed_set();
  EXPECT_THAT(set.owed, IsEmpty());
  ASSERT_EQ(set.shed.size(), 1U);
  EXPECT_THAT(set.shed[0].why, HasSubstr("in another form"));
}

//   develop:  base --- C2 (names A, A1, A2)
//   queue:    base --- A3 (names A, A1), after A, A1 and A2 were each rewritten away
TEST_F(OwedCopy, AChainRewrittenSeveralTimesIsOneCommit) {
  const Oid a = set(1, "a");
  std::vector<Oid> forms{a};
  for (int i = 0; i < 2; ++i) {
    repo.branch("form", "main");
    repo.write("base" + std::to_string(i), "x\n").commit("another base\n", ++now);
    forms.push_back(copy(forms.back()));
  }
  repo.checkout("develop");
  copy(forms[2]);
  repo.branch("queue", "main");
  repo.write("last", "x\n");
  const Oid before = repo.commit("before\n", ++now);
  copy(forms[1]);
  EXPECT_THAT(owed_ids(), ElementsAre(before));
}

//   develop:  base --- Z (its message claims to be a copy of B; it is not)
//   queue:    base --- A (its message claims to be a copy of what Z names) --- B
TEST_F(OwedCopy, AForgedCopyLineLosesNothing) {
  const std::string foreign(40, 'f');
  const auto line = [](const std::string& hex) { return "\n(cherry picked from commit " + hex + ")\n"; };
  repo.write("a", "a\n");
  const Oid a = repo.commit("a\n" + line(foreign), ++now);
  const Oid b = repo.write("b", "b\n").commit("b\n", ++now);
  repo.checkout("develop").write("z", "z\n");
  repo.commit("z\n" + line(foreign) + line(b.hex()), ++now);
  const OwedSet set = owed_set();
  ASSERT_EQ(set.owed.size(), 2U);
  EXPECT_EQ(set.owed[0].id, a);
  EXPECT_EQ(set.owed[1].id, b);
  EXPECT_THAT(set.owed[1].why, HasSubstr("lacks part of it"));
  // Quoted in prose it is no claim at all.
  repo.branch("develop", "main").write("z", "z\n");
  repo.commit(
      "z\n\n> (cherry picked from commit " + b.hex() + ")\nsee (cherry picked from commit " + b.hex() + ")\n",
      ++now);
  EXPECT_EQ(owed_set().owed[1].why, "no copy upstream");
}

//   elsewhere: base --- X
//   main:      base --- X'
//   queue:     base --- H (picked by hand from X with -x, with more in it)
TEST_F(OwedCopy, APickByHandIsOwedForWhatItAdds) {
  repo.branch("elsewhere", "main");
  const Oid x = set(1, "x");
  repo.checkout("develop");
  copy(x);
  repo.checkout("queue");
  set(20, "mine");
  repo.git({"cherry-pick", "-x", "--no-commit", x.hex()});
  repo.write("more", "work\n");
  const Oid h = repo.commit("x with more\n\n(cherry picked from commit " + x.hex() + ")\n", ++now);
  EXPECT_EQ(owed_ids().back(), h);
}

//   develop:  base --- S (A, B and half of C in one, naming all three)
//   queue:    base --- A --- B --- C
TEST_F(OwedCopy, ASquashDischargesWhatIsWhollyInIt) {
  const Oid a = repo.write("a", "a\n").commit("a\n", ++now), b = repo.write("b", "b\n").commit("b\n", ++now);
  const Oid c = repo.write("c", "c\n").write("d", "d\n").commit("c\n", ++now);
  const auto line = [](const Oid& id) { return "(cherry picked from commit " + id.hex() + ")\n"; };
  repo.checkout("develop").write("a", "a\n").write("b", "b\n").write("c", "c\n");
  const Oid squash = repo.commit("squash\n\n" + line(a) + line(b) + line(c), ++now);
  const OwedSet set = owed_set();
  ASSERT_EQ(set.owed.size(), 1U);
  EXPECT_EQ(set.owed[0].id, c);
  EXPECT_THAT(set.owed[0].why, HasSubstr(squash.brief()));
}

}  // namespace
}  // namespace sluice::git
