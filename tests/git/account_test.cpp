#include <gmock/gmock.h>

#include "host/git/owed.hpp"
#include "support/repo.hpp"

namespace sluice::git {
namespace {

using test::Repo;
using testing::HasSubstr;
using testing::IsEmpty;

class Accounts : public testing::Test {
 protected:
  Accounts() {
    base = repo.commit_file("base", 0);
    repo.git({"branch", "develop"});
    repo.branch("old");
  }
  Oid add(const std::string& name) { return repo.write(name, name + "\n").commit(name + "\n", ++now); }
  Oid copy(const Oid& commit) { return repo.cherry_pick(commit, ++now); }

  Accounting account_of(const std::string& new_tip) {
    Scratch scratch(repo.clone());
    ObjectStore store(scratch);
    History history(store);
    Picker picker(scratch, store, pass_identity(scratch, 1));
    return account(store, history, picker, {repo.id("develop"), repo.id("main")}, repo.id("old"),
                   repo.id(new_tip));
  }
  static std::map<Oid, Account> verdicts(const Accounting& accounting) {
    std::map<Oid, Account> result;
    for (const auto& commit : accounting.accounted) result[commit.id] = commit.verdict;
    return result;
  }

  Repo repo;
  Oid base;
  int now = 0;
};

//   main:     base --- A'
//   develop:  base --- A=
//   old:      base --- A --- R (takes A back) --- A again
//   new:      base --- A= --- R'
TEST_F(Accounts, TwoBranchesCopiesOfOneCommitAccountForThatOneAlone) {
  const Oid a = add("a");
  const Oid r = repo.revert(a, ++now);
  const Oid again = add("a");
  repo.checkout("main");
  copy(a);
  repo.checkout("develop");
  repo.cherry_pick(a, ++now, false);
  repo.branch("new");
  copy(r);
  const auto accounting = account_of("new");
  ASSERT_EQ(accounting.lost.size(), 1U);
  EXPECT_EQ(accounting.lost.front().id, again);
}

//   develop:  base --- B'
//   old:      base --- A --- B --- C --- E (empty)
//   new:      base --- A --- C'
TEST_F(Accounts, NameWhereEachCommitHasGone) {
  const Oid a = add("a"), b = add("b"), c = add("c"), e = repo.commit("empty\n", ++now);
  repo.checkout("develop");
  const Oid b2 = copy(b);
  repo.branch("new", a.hex());
  const Oid c2 = copy(c);
  const Accounting accounting = account_of("new");
  EXPECT_THAT(accounting.lost, IsEmpty());
  EXPECT_EQ(
      verdicts(accounting),
      (std::map<Oid, Account>{
          {a, Account::ancestor}, {b, Account::discharged}, {c, Account::copied}, {e, Account::empty}}));
  EXPECT_EQ(accounting.accounted[1].by, b2);
  EXPECT_EQ(accounting.accounted[2].by, c2);
}

//   old:      base --- A --- B
//   new:      base --- B'
TEST_F(Accounts, ACommitThatIsNowhereIsLost) {
  const Oid a = add("a"), b = add("b");
  repo.branch("new", "develop");
  copy(b);
  const Accounting accounting = account_of("new");
  ASSERT_EQ(accounting.lost.size(), 1U);
  EXPECT_EQ(accounting.lost[0].id, a);
  EXPECT_EQ(accounting.lost[0].why, "no copy upstream");
}

//   old:      base --- A --- M (merges side, with a change of its own where the branch says so)
//                \--- S ---/
//   new:      base --- A' --- S'
TEST_F(Accounts, AMergeIsAccountedWhenItIsGitsOwn) {
  const Oid a = add("a");
  repo.branch("side", "develop");
  const Oid s = add("s");
  repo.checkout("old");
  const Oid merge = repo.merge("side", ++now);
  repo.branch("new", "develop");
  repo.write("moved base", "x\n").commit("x\n", ++now);
  copy(a);
  copy(s);
  EXPECT_EQ(verdicts(account_of("new")).at(merge), Account::merge);

  repo.checkout("old").write("evil", "more\n").git({"add", "-A"});
  repo.git({"commit", "-q", "--amend", "--no-edit"});
  const Oid evil = repo.id("old");
  const Accounting accounting = account_of("new");
  ASSERT_EQ(accounting.lost.size(), 1U);
  EXPECT_EQ(accounting.lost[0].id, evil);
  EXPECT_THAT(accounting.lost[0].why, HasSubstr("not git's own merge"));
  // Carried as a commit of its own that names the merge, it is accounted for; a commit that only names it is
  // not.
  repo.branch("forged", "new").write("other", "less\n");
  repo.commit("a forgery\n\n(cherry picked from commit " + evil.hex() + ")\n", ++now);
  EXPECT_THAT(account_of("forged").lost, testing::SizeIs(1));
  repo.checkout("new").write("evil", "more\n");
  repo.commit("what the merge added\n\n(cherry picked from commit " + evil.hex() + ")\n", ++now);
  EXPECT_EQ(verdicts(account_of("new")).at(evil), Account::copied);
  EXPECT_THAT(account_of("new").lost, IsEmpty());
}

//   main:     base --- X
//   old:      base --- A --- M (merges main)
//   new:      base --- A'
TEST_F(Accounts, MainsOwnCommitsAreNotTheBranchs) {
  const Oid a = add("a");
  repo.checkout("main");
  const Oid x = add("x");
  repo.checkout("old");
  const Oid merge = repo.merge("main", ++now);
  repo.branch("new", "develop");
  repo.write("y", "y\n").commit("y\n", ++now);
  copy(a);
  const auto found = verdicts(account_of("new"));
  EXPECT_EQ(found, (std::map<Oid, Account>{{a, Account::copied}, {merge, Account::merge}}));
  EXPECT_FALSE(found.contains(x));
}

//   old:      base --- A --- R (takes A back) --- C (makes A's change again)
//   new:      base --- A' --- R'
TEST_F(Accounts, AReApplyThatTheRewriteForgotIsLost) {
  const Oid a = add("a"), r = repo.revert(a, ++now), c = add("a");
  repo.branch("new", "develop");
  repo.write("moved base", "x\n").commit("x\n", ++now);
  copy(a);
  copy(r);
  const Accounting accounting = account_of("new");
  ASSERT_EQ(accounting.lost.size(), 1U);
  EXPECT_EQ(accounting.lost[0].id, c);
}

TEST_F(Accounts, AFastForwardLosesNothing) {
  const Oid a = add("a");
  repo.branch("new");
  add("b");
  const Accounting accounting = account_of("new");
  EXPECT_EQ(verdicts(accounting), (std::map<Oid, Account>{{a, Account::ancestor}}));
  EXPECT_THAT(accounting.lost, IsEmpty());
}

}  // namespace
}  // namespace sluice::git
