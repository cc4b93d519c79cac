// Folds: the merge that git makes of two real histories.

#include <string>

#include "git/pick_fixture.hpp"

namespace sluice::git {
namespace {

class FoldTest : public PickTest {
 protected:
  std::optional<Picker::Fold> fold(const Oid& ours, const Oid& theirs) {
    return room().picker.fold(ours, theirs, "Fold main\n");
  }
};

//  base -- ours
//      \-- theirs
TEST_F(FoldTest, MakesTheMergeThatGitMakesOursFirst) {
  repo.branch("queue").write("a.txt", "0\n1\n2\n3\n4\n5\n");
  const Oid ours = repo.commit("Ours", 2);
  repo.checkout("main").write("a.txt", "1\n2\n3\n4\n5\n6\n").rename("b/b.txt", "b/moved.txt");
  const Oid theirs = repo.commit("Theirs", 3);
  repo.checkout("queue");
  const Oid gits = repo.merge("main", 4);
  const auto made = fold(ours, theirs);
  ASSERT_TRUE(made && made->made);
  EXPECT_EQ(made->merge.tree, repo.tree(gits));
  const Commit commit = read_commit(room().store, *made->made);
  EXPECT_EQ(commit.parents, (std::vector<Oid>{ours, theirs}));
  EXPECT_EQ(commit.message, "Fold main\n");
  EXPECT_EQ(commit.author, committer.line());
}

TEST_F(FoldTest, OfAnAncestorThereIsNothingToMake) {
  const Oid later = repo.commit_file("z.txt", 2);
  EXPECT_FALSE(fold(later, base).has_value());
  EXPECT_FALSE(fold(base, base).has_value());
  const auto forward = fold(base, later);
  ASSERT_TRUE(forward && forward->made) << "a merge is made where git would only move forward";
  EXPECT_EQ(forward->merge.tree, repo.tree(later));
}

// Two bases: the criss-cross is merged first, as git does, and its conflict is not ours.
//   base -- l1 -- l2 (merge of r1)
//       \-- r1 -- r2 (merge of l1)
TEST_F(FoldTest, MergesACrissCrossAsGitDoes) {
  repo.branch("left").write("a.txt", "left\n2\n3\n4\n5\n");
  const Oid l1 = repo.commit("L1", 2);
  repo.branch("right", base.hex()).write("a.txt", "1\n2\n3\n4\nright\n");
  const Oid r1 = repo.commit("R1", 3);
  repo.git({"merge", "-q", "--no-ff", "-m", "R2", l1.hex()});
  repo.write("b/b.txt", "right\n");
  repo.commit("R3", 5);
  repo.checkout("left");
  repo.git({"merge", "-q", "--no-ff", "-m", "L2", r1.hex()});
  repo.write("c/d/e.txt", "left\n");
  const Oid ours = repo.commit("L3", 6), theirs = repo.id("right");
  const Oid gits = repo.merge("right", 7);
  const auto made = fold(ours, theirs);
  ASSERT_TRUE(made && made->made);
  EXPECT_EQ(made->merge.tree, repo.tree(gits));
}

TEST_F(FoldTest, AConflictNamesItsPaths) {
  repo.branch("queue").write("a.txt", "mine\n").remove("b/b.txt");
  const Oid ours = repo.commit("Ours", 2);
  repo.checkout("main").write("a.txt", "theirs\n").write("b/b.txt", "theirs\n");
  const Oid theirs = repo.commit("Theirs", 3);
  const auto refused = fold(ours, theirs);
  ASSERT_TRUE(refused.has_value());
  EXPECT_FALSE(refused->made.has_value());
  EXPECT_EQ(refused->merge.paths, (std::vector<std::string>{"a.txt", "b/b.txt"}));
}

TEST_F(FoldTest, UnrelatedHistoriesAreRefusedInGitsWords) {
  repo.git({"checkout", "-q", "--orphan", "other"});
  const Oid other = repo.commit("Other", 2);
  try {
    fold(base, other);
    FAIL() << "unrelated histories were folded";
  } catch (const GitError& error) {
    EXPECT_NE(std::string(error.what()).find("unrelated histories"), std::string::npos) << error.what();
  }
}

TEST_F(FoldTest, SeesCommitsThatOnlyTheStoreHas) {
  repo.branch("queue").write("a.txt", "0\n1\n2\n3\n4\n5\n");
  const Oid mine = repo.commit("Mine", 2);
  repo.checkout("main").write("a.txt", "1\n2\n3\n4\n5\n6\n");
  const Oid theirs = repo.commit("Theirs", 3);
  const Oid release = repo.commit_file("release.txt", 4);
  const Pick picked = pick(mine, theirs);
  ASSERT_TRUE(picked.made.has_value());
  const auto made = fold(*picked.made, release);
  ASSERT_TRUE(made && made->made);
  EXPECT_EQ(git_file(*made->made, "release.txt"), "release.txt 4\n");
  EXPECT_EQ(git_file(*made->made, "a.txt"), "0\n1\n2\n3\n4\n5\n6\n");
}

}  // namespace
}  // namespace sluice::git
