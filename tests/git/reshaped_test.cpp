// A commit that was cut into parts is accounted for by its tree alone: nothing in the parts names it. So
// whatever is not to the byte what git itself would have picked in their place is a loss.

#include "host/git/reshaped.hpp"

#include <gmock/gmock.h>

#include "git/owed_fixture.hpp"

namespace sluice::git {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

///   old:  base --- a --- big (w x y z) --- b
///   new:  base --- moved --- a' --- parts of big --- b'
class Reshaped : public testing::Test {
 protected:
  Reshaped() {
    repo.write("y", "1\n2\n3\n").commit("base\n", 0);
    repo.git({"branch", "develop"});
    repo.branch("old");
    a = add({{"a", "a\n"}});
    big = add(whole);
    b = add({{"b", "b\n"}});
    repo.branch("new", "develop");
    add({{"moved", "x\n"}});
    copy(a);
  }
  using Files = std::map<std::string, std::string>;
  Oid add(const Files& files, const std::string& message = "part\n") {
    for (const auto& [path, bytes] : files) repo.write(path, bytes);
    return repo.commit(message, ++now);
  }
  Oid copy(const Oid& commit) { return repo.cherry_pick(commit, ++now); }
  Files some(const std::string& letters) {
    Files files;
    for (const char c : letters) files[std::string(1, c)] = whole.at(std::string(1, c));
    return files;
  }

  Accounting account_of(const std::string& new_tip = "new") {
    Opened opened(repo);
    return account(opened.store, opened.history, opened.picker, {repo.id("develop"), repo.id("main")},
                   repo.id("old"), repo.id(new_tip));
  }
  static std::vector<Oid> lost(const Accounting& accounting) {
    std::vector<Oid> ids;
    for (const auto& commit : accounting.lost) ids.push_back(commit.id);
    return ids;
  }
  static std::optional<Accounted> verdict(const Accounting& accounting, const Oid& id) {
    for (const auto& commit : accounting.accounted) {
      if (commit.id == id) return commit;
    }
    return std::nullopt;
  }
  void expect_lost(const Oid& id) { EXPECT_THAT(lost(account_of()), testing::Contains(id)); }

  Repo repo;
  int now = 0;
  const Files whole = {{"w", "w\n"}, {"x", "x\n"}, {"y", "1\ntwo\n3\n"}, {"z", "z\n"}};
  Oid a, big, b;
};

TEST_F(Reshaped, PartsThatEndAtItsTreeStandForIt) {
  const Oid first = add(some("wx")), last = add(some("yz"));
  copy(b);
  const auto accounting = account_of();
  EXPECT_THAT(lost(accounting), IsEmpty());
  const auto found = verdict(accounting, big);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->verdict, Account::reshaped);
  EXPECT_EQ(found->by, last);
  EXPECT_EQ(found->why, "cut into 2 parts that end at " + last.brief());
  EXPECT_THAT(accounting.parts, ElementsAre(first, last));
  EXPECT_EQ(verdict(accounting, b)->verdict, Account::copied);
}

TEST_F(Reshaped, InOneFileToo) {
  add({{"w", "w\n"}, {"y", "1\nhalf\n3\n"}});
  add(whole);
  copy(b);
  EXPECT_EQ(verdict(account_of(), big)->verdict, Account::reshaped);
}

TEST_F(Reshaped, APartThatClaimsTheLaneIsAPart) {
  add(some("w"), "generated\n\nExpress: generated\n");
  add(some("xyz"));
  copy(b);
  EXPECT_EQ(verdict(account_of(), big)->verdict, Account::reshaped);
}

TEST_F(Reshaped, APartWithACopyLineIsNone) {
  add(some("wx"), "part\n\n(cherry picked from commit " + big.hex() + ")\n");
  add(some("yz"));
  copy(b);
  expect_lost(big);
}

TEST_F(Reshaped, APartThatNamesAnythingIsNone) {
  add(some("wx"));
  add(some("yz"), "part\n\n(cherry picked from commit " + std::string(40, 'c') + ")\n");
  copy(b);
  expect_lost(big);
}

TEST_F(Reshaped, ADroppedPartIsALoss) {
  add(some("wx"));
  add(some("z"));
  copy(b);
  expect_lost(big);
}

TEST_F(Reshaped, AByteOfItIsALoss) {
  add(some("wx"));
  add({{"y", "1\ntwo\n3\n"}, {"z", "Z\n"}});
  copy(b);
  expect_lost(big);
}

TEST_F(Reshaped, SomethingMoreIsALoss) {
  add(some("wx"));
  add(some("yz"));
  repo.write("more", "x\n").git({"add", "-A"});
  repo.git({"commit", "-q", "--amend", "--no-edit"});
  copy(b);
  expect_lost(big);
}

TEST_F(Reshaped, WithAnotherCommitBetweenThemTheyAreNoRow) {
  add(some("wx"));
  copy(b);
  add(some("y"));  // And z is nowhere.
  expect_lost(big);
}

TEST_F(Reshaped, WhatStandsInFrontOfARowIsNoPart) {
  // git's own pick of it onto b' comes to this tree: only what makes it of that place is its part.
  add(some("wx"));
  copy(b);
  const Oid rest = add(some("yz"));
  const auto accounting = account_of();
  EXPECT_THAT(lost(accounting), IsEmpty());
  EXPECT_THAT(accounting.parts, ElementsAre(rest));
}

TEST_F(Reshaped, AMergeIsNoPart) {
  repo.branch("side");
  add(some("wx"));
  repo.checkout("new");
  add(some("yz"));
  repo.merge("side", ++now);
  copy(b);
  expect_lost(big);
}

TEST_F(Reshaped, TwoOfThemOneBehindTheOther) {
  repo.checkout("old");
  const Oid other = add({{"p", "p\n"}, {"q", "q\n"}});
  repo.checkout("new");
  add(some("wx"));
  const Oid end = add(some("yz"));
  copy(b);
  add({{"p", "p\n"}});
  const Oid last = add({{"q", "q\n"}});
  const auto accounting = account_of();
  EXPECT_THAT(lost(accounting), IsEmpty());
  EXPECT_EQ(verdict(accounting, big)->by, end);
  EXPECT_EQ(verdict(accounting, other)->by, last);
  EXPECT_EQ(accounting.parts.size(), 4U);
}

TEST_F(Reshaped, TwoOfThemInOneRow) {
  repo.branch("old", big.hex());
  const Oid other = add({{"p", "p\n"}, {"q", "q\n"}});
  repo.checkout("new");
  add(some("wx"));
  const Oid end = add(some("yz"));
  add({{"p", "p\n"}});
  const Oid last = add({{"q", "q\n"}});
  const auto accounting = account_of();
  EXPECT_THAT(lost(accounting), IsEmpty());
  EXPECT_EQ(verdict(accounting, big)->by, end);
  EXPECT_EQ(verdict(accounting, other)->by, last);
}

TEST_F(Reshaped, OneRowDoesNotStandForTwo) {
  // The same change twice: made, taken back, made again.
  repo.branch("old", big.hex());
  const Oid back = repo.revert(big, ++now);
  const Oid again = add(whole, "again\n");
  repo.checkout("new");
  add(some("wx"));
  add(some("yz"));
  const auto accounting = account_of();
  EXPECT_THAT(lost(accounting), testing::IsSupersetOf({back, again}));
}

TEST_F(Reshaped, APartDoesNotStandForAnotherCommitThatItEquals) {
  // The old branch adds w by itself and takes it back; the rewrite leaves the first of the two out.
  repo.branch("old", "develop");
  const Oid small = add(some("w"), "w alone\n");
  const Oid back = repo.revert(small, ++now);
  big = add(whole);
  repo.branch("new", "develop");
  add({{"moved", "x\n"}});
  repo.commit("nothing\n\n(cherry picked from commit " + back.hex() + ")\n", ++now);
  add(some("w"), "w alone\n");
  add(some("xyz"));
  const auto accounting = account_of();
  EXPECT_EQ(verdict(accounting, back)->verdict, Account::copied);
  EXPECT_EQ(verdict(accounting, big)->verdict, Account::reshaped);
  EXPECT_THAT(lost(accounting), ElementsAre(small));
}

TEST_F(Reshaped, PartsThatComeToNothingStandForNothing) {
  // Its change is there already in the place of the parts, by no copy: that proves nothing.
  repo.branch("old", "develop");
  const Oid gone = add({{"e", "e\n"}});
  repo.branch("new", "develop");
  add({{"e", "e\n"}, {"f", "f\n"}},
      "other work\n\n(cherry picked from commit " + std::string(40, 'c') + ")\n");
  const Oid before = add({{"g", "g\n"}});
  repo.revert(before, ++now);
  EXPECT_THAT(lost(account_of()), ElementsAre(gone));
}

TEST_F(Reshaped, AnEmptyCommitNeedsNoParts) {
  repo.checkout("old");
  const Oid empty = repo.commit("empty\n", ++now);
  repo.checkout("new");
  const Oid first = add(some("wx")), last = add(some("yz"));
  copy(b);
  const auto accounting = account_of();
  EXPECT_EQ(verdict(accounting, empty)->verdict, Account::empty);
  EXPECT_THAT(accounting.parts, ElementsAre(first, last));
}

TEST_F(Reshaped, WhereItsPickConflictsNoPartsStandForIt) {
  repo.branch("new", "develop");
  add({{"y", "1\nzwei\n3\n"}});
  copy(a);
  add(some("wx"));
  add(some("yz"));
  copy(b);
  expect_lost(big);
}

TEST_F(Reshaped, ACommitThatStaysIsNoPart) {
  // What the old branch holds and the new one keeps stands for itself.
  repo.branch("old", "develop");
  const Oid kept = add(some("wx"));
  const Oid rest = add(some("yz"));
  repo.branch("new", kept.hex());
  const auto accounting = account_of();
  EXPECT_EQ(verdict(accounting, kept)->verdict, Account::ancestor);
  EXPECT_THAT(lost(accounting), ElementsAre(rest));
}

// The queue holds parts now, one of which claims the lane. It reaches main as a copy; the others are still
// owed, and each only until its own copy is there.
TEST_F(Reshaped, WhatTheLaneTookLeavesTheOthersOwed) {
  const Oid claimed = add(some("w"), "generated\n\nExpress: generated\n");
  const Oid second = add(some("xy")), third = add(some("z"));
  const Oid behind = copy(b);
  const auto owed_to = [&](const std::vector<std::string>& upstreams) {
    Opened opened(repo);
    std::vector<Oid> ids, owed_ids;
    for (const auto& upstream : upstreams) ids.push_back(repo.id(upstream));
    for (const auto& one : owed(opened.store, opened.history, opened.picker, ids, repo.id("new")).owed)
      owed_ids.push_back(one.id);
    return owed_ids;
  };
  const Oid moved = repo.id("new~5"), first = repo.id("new~4");
  EXPECT_THAT(owed_to({"develop", "main"}), ElementsAre(moved, first, claimed, second, third, behind));
  repo.checkout("main");
  copy(claimed);
  EXPECT_THAT(owed_to({"develop", "main"}), ElementsAre(moved, first, second, third, behind));
  repo.checkout("develop");
  copy(second);
  EXPECT_THAT(owed_to({"develop", "main"}), ElementsAre(moved, first, third, behind));

  // And the next rewrite carries what is left, each accounted for by its own copy.
  repo.branch("old", "new");
  repo.branch("new", "develop");
  for (const Oid& one : {moved, first, third, behind}) copy(one);
  const auto accounting = account_of();
  EXPECT_THAT(lost(accounting), IsEmpty());
  EXPECT_EQ(verdict(accounting, claimed)->verdict, Account::discharged);
  EXPECT_EQ(verdict(accounting, third)->verdict, Account::copied);
  EXPECT_THAT(accounting.parts, IsEmpty());
}

}  // namespace
}  // namespace sluice::git
