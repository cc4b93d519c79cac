#include "host/git/knots.hpp"

#include <gmock/gmock.h>

#include "support/repo.hpp"

namespace sluice::git {
namespace {

using test::Repo;
using testing::HasSubstr;

//   main, develop:  base
//   queue:          base ... (each test's own), with side branches at base
class Knotted : public testing::Test {
 protected:
  Knotted() {
    repo.write("a", "1\n").write("k", "1\n").commit("base\n", 0);
    for (const char* name : {"develop", "side"}) repo.git({"branch", name});
    repo.branch("queue");
  }

  Oid change(const std::string& branch, const std::string& file, const std::string& text) {
    repo.checkout(branch).write(file, text);
    return repo.commit(branch + " " + file + "\n", ++now_);
  }

  /// A merge into the queue that `what` is done to before it is committed.
  Oid merge_and(const std::string& other, const std::string& file, const std::string& text) {
    repo.checkout("queue");
    repo.merge(other, ++now_);
    repo.write(file, text).git({"add", "-A"});
    repo.git({"commit", "-q", "--amend", "--no-edit"});
    return repo.id("queue");
  }

  std::optional<Knot> knot() {
    const Scratch scratch(repo.clone());
    ObjectStore store(scratch);
    History history(store);
    Picker picker(scratch, store, pass_identity(scratch, 1));
    return Knots(store, history, picker).find({repo.id("develop"), repo.id("main")}, repo.id("queue"));
  }

  Repo repo;

 private:
  int now_ = 0;
};

TEST_F(Knotted, ARowOfCommitsAndGitsOwnMergesAreNone) {
  change("queue", "q", "q\n");
  EXPECT_FALSE(knot());
  change("side", "s", "s\n");
  repo.checkout("queue").merge("side", 50);
  EXPECT_FALSE(knot());
  change("main", "m", "m\n");
  change("develop", "d", "d\n");
  repo.checkout("queue").merge("main", 51);
  repo.merge("develop", 52);
  change("queue", "a", "2\n");
  EXPECT_FALSE(knot());
}

TEST_F(Knotted, AMergeThatDecidesSomethingIsOne) {
  change("queue", "q", "q\n");
  change("main", "a", "main's\n");
  const Oid mended = merge_and("main", "k", "mended in the merge\n");
  const auto found = knot();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->merge, mended);
  EXPECT_THAT(found->why, HasSubstr("not git's own merge"));
}

TEST_F(Knotted, WhatAMergeThrewAwayIsOneToo) {
  change("side", "danger", "!\n");
  change("queue", "q", "q\n");
  repo.checkout("queue").git({"merge", "-q", "-s", "ours", "-m", "never", "side"});
  const Oid thrown = repo.id("queue");
  change("queue", "later", "l\n");
  EXPECT_EQ(knot().value().merge, thrown);
}

TEST_F(Knotted, AConflictThatAPersonResolvedIsOne) {
  change("side", "a", "side's\n");
  change("queue", "a", "queue's\n");
  repo.checkout("queue").git({"merge", "-q", "side"}, 1);
  repo.write("a", "both\n").git({"add", "-A"});
  repo.git({"commit", "-q", "--no-edit"});
  EXPECT_TRUE(knot());
}

TEST_F(Knotted, HistoriesThatShareNothingAreOne) {
  repo.git({"checkout", "-q", "--orphan", "other"});
  repo.git({"rm", "-r", "-q", "-f", "."});
  repo.write("o", "o\n").commit("other\n", 60);
  repo.checkout("queue").git({"merge", "-q", "--no-edit", "--allow-unrelated-histories", "other"});
  EXPECT_TRUE(knot());
}

TEST_F(Knotted, ACleanMergeThatNoRowComesToIsOne) {
  //  queue:  base --- A ------------ M    git keeps A; in a row, the side's revert takes it back
  //  side:   base --- s --- A' --- -A'
  const Oid a = change("queue", "k", "2\n");
  change("side", "s", "s\n");
  repo.cherry_pick(a, 61, false);
  repo.revert(repo.id("side"), 62);
  repo.checkout("queue").merge("side", 63);
  ASSERT_EQ(repo.show("queue", "k"), "2\n");
  const auto found = knot();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->merge, repo.id("queue"));
  EXPECT_THAT(found->why, HasSubstr("another tree"));
}

TEST_F(Knotted, MergesThatAnUpstreamHasAreNotTheBranchs) {
  change("side", "s", "s\n");
  change("queue", "q", "q\n");
  merge_and("side", "evil", "e\n");
  repo.git({"branch", "-f", "develop", "queue"});
  change("queue", "q", "more\n");
  EXPECT_FALSE(knot());
}

}  // namespace
}  // namespace sluice::git
