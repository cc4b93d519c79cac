#include "host/git/owed.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "support/repo.hpp"

namespace sluice::git {
namespace {

using test::Repo;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Opened {
  Scratch scratch;
  ObjectStore store;
  History history;
  Picker picker;
  explicit Opened(const Repo& repo)
      : scratch(repo.clone()),
        store(scratch),
        history(store),
        picker(scratch, store, pass_identity(scratch, 1)) {}
};

/// Graphs: time goes to the right; A' is a copy of A with its copy line, A= one without.
class Owed : public testing::Test {
 protected:
  Owed() {
    text_.assign(40, "line");
    for (std::size_t i = 0; i < text_.size(); ++i) text_[i] += " " + std::to_string(i);
    repo.write("file", joined());
    base = repo.commit("base\n", 0);
    repo.git({"branch", "develop"});
    repo.branch("queue");
  }

  std::string joined() const {
    std::string all;
    for (const auto& line : text_) all += line + "\n";
    return all;
  }

  /// A commit on the branch that is checked out: line n of the file becomes text.
  Oid set(std::size_t n, const std::string& text) {
    std::istringstream old(repo.show("HEAD", "file"));
    std::string all, line;
    for (std::size_t i = 0; std::getline(old, line); ++i) all += (i == n ? text : line) + "\n";
    return repo.write("file", all).commit("line " + std::to_string(n) + " is " + text + "\n", ++now);
  }
  Oid copy(const Oid& commit) { return repo.cherry_pick(commit, ++now); }
  Oid equal(const Oid& commit) { return repo.cherry_pick(commit, ++now, false); }
  Oid revert(const Oid& commit) { return repo.revert(commit, ++now); }

  OwedSet owed_set(const std::string& head = "queue", std::vector<std::string> upstreams = {"develop"}) {
    SCOPED_TRACE(repo.graph());
    Opened opened(repo);
    std::vector<Oid> ids;
    for (const auto& upstream : upstreams) ids.push_back(repo.id(upstream));
    auto set = owed(opened.store, opened.history, opened.picker, ids, repo.id(head));
    // Whatever the story, each commit is named once.
    EXPECT_EQ(set.owed.size() + set.shed.size(), opened.history.range(ids, repo.id(head)).size());
    return set;
  }
  std::vector<Oid> owed_ids(const std::string& head = "queue",
                            std::vector<std::string> upstreams = {"develop"}) {
    std::vector<Oid> ids;
    for (const auto& commit : owed_set(head, std::move(upstreams)).owed) ids.push_back(commit.id);
    return ids;
  }
  /// What `git cherry develop queue` would leave to do.
  std::string git_cherry() { return repo.git({"cherry", "develop", "queue"}); }

  Repo repo;
  Oid base;
  int now = 0;

 private:
  std::vector<std::string> text_;
};

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

//   develop:  base --- O'              O is some branch's own; Y, another's work, names it too, and does not
//   apply on O' queue:    base --- Y ("copy of O")
TEST_F(Owed, WhatOnlySaysThatItIsACopyIsOwed) {
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

//   elsewhere: base --- X
//   develop:   base --- X'
//   queue:     base --- X' amended with more work, its copy line kept
TEST_F(Owed, AnAmendedCopyIsOwedForWhatWasAdded) {
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

//   develop:  base --- D (a neighbour of A's line) --- A'
//   queue:    base --- A
TEST_F(Owed, ACopyWhoseContextHadDriftedStillDischarges) {
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
TEST_F(Owed, ACopyThatFoundHalfOfItThereStillDischarges) {
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
TEST_F(Owed, ACopyResolvedByHandIsTrusted) {
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
TEST_F(Owed, AChainRewrittenSeveralTimesIsOneCommit) {
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
TEST_F(Owed, AForgedCopyLineLosesNothing) {
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
TEST_F(Owed, APickByHandIsOwedForWhatItAdds) {
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

//   develop:  base --- S (A, B and half of C in one, naming all three)
//   queue:    base --- A --- B --- C
TEST_F(Owed, ASquashDischargesWhatIsWhollyInIt) {
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
