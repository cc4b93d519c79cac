// A resolution beside git's own merge: it may settle what conflicts, and nothing else.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/git/faithful.hpp"
#include "host/git/history.hpp"
#include "support/repo.hpp"

namespace sluice::git {
namespace {

using testing::HasSubstr;

/// start - ours: both.txt and ours.txt; start - theirs: both.txt and theirs.txt.
class ResolutionTest : public testing::Test {
 protected:
  ResolutionTest() {
    repo_.write("both.txt", "start\n").write("left.txt", "left\n");
    repo_.commit("Start", 1);
    repo_.branch("theirs");
    repo_.write("both.txt", "theirs\n").write("theirs.txt", "t\n");
    theirs_ = repo_.commit("Theirs", 2);
    repo_.git({"checkout", "-q", "-b", "ours", "HEAD~1"});
    repo_.write("both.txt", "ours\n").write("ours.txt", "o\n");
    ours_ = repo_.commit("Ours", 3);
  }

  /// The tree of ours with theirs.txt, and these files.
  Oid tree_with(const std::vector<std::pair<std::string, std::string>>& files) {
    repo_.git({"checkout", "-q", "--detach", ours_.hex()});
    repo_.write("theirs.txt", "t\n");
    for (const auto& [path, bytes] : files) repo_.write(path, bytes);
    repo_.commit("Tree", 4);
    return repo_.id("HEAD^{tree}");
  }

  std::optional<std::string> fault_of(const Oid& tree) {
    Scratch scratch(repo_.clone());
    ObjectStore store(scratch);
    History history(store);
    Picker picker(scratch, store, {"A", "a@example.invalid", 5, "+0000"});
    const auto automatic = picker.pick(theirs_, ours_).merge;
    EXPECT_FALSE(automatic.clean);
    const Oid ours = history.commit(ours_).tree, theirs = history.commit(theirs_).tree;
    if (auto fault = unfaithful(store, automatic, ours, theirs, tree)) return fault;
    return unsettled(store, automatic, ours, theirs, tree);
  }

  test::Repo repo_;
  Oid ours_, theirs_;
};

TEST_F(ResolutionTest, TakesWhateverStandsAtTheConflict) {
  EXPECT_EQ(fault_of(tree_with({{"both.txt", "ours and theirs\n"}})), std::nullopt);
  EXPECT_EQ(fault_of(tree_with({{"both.txt", "ours\n"}})), std::nullopt);
}

TEST_F(ResolutionTest, NamesAPathThatGitMergesByItself) {
  EXPECT_THAT(fault_of(tree_with({{"both.txt", "x\n"}, {"ours.txt", "other\n"}})).value(),
              HasSubstr("ours.txt"));
  EXPECT_THAT(fault_of(tree_with({{"both.txt", "x\n"}, {"theirs.txt", ""}})).value(),
              HasSubstr("theirs.txt"));
  EXPECT_THAT(fault_of(tree_with({{"both.txt", "x\n"}, {"new\x01.txt", "n\n"}})).value(),
              HasSubstr("new\\x01.txt"));
}

TEST_F(ResolutionTest, SeesMarksThatWereLeft) {
  const std::string marked = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> 0123\n";
  EXPECT_THAT(fault_of(tree_with({{"both.txt", marked}})).value(), HasSubstr("both.txt"));
  EXPECT_THAT(fault_of(tree_with({{"both.txt", "x\n" + marked}})).value(), HasSubstr("conflict marks"));
  EXPECT_EQ(fault_of(tree_with({{"both.txt", "x <<<<<<< y\n"}})), std::nullopt);
}

TEST_F(ResolutionTest, AFileThatSpeaksOfMarksMayKeepItsOwn) {
  repo_.git({"checkout", "-q", "ours"});
  repo_.write("both.txt", "<<<<<<< an example\nours\n");
  ours_ = repo_.commit("An example", 5);
  EXPECT_EQ(fault_of(tree_with({{"both.txt", "<<<<<<< an example\nours and theirs\n"}})), std::nullopt);
}

TEST_F(ResolutionTest, BothNamesOfAFileThatAFolderPushedAsideStandForIt) {
  repo_.git({"checkout", "-q", "--detach", ours_.hex() + "~1"});
  repo_.write("thing/a.txt", "a\n");
  ours_ = repo_.commit("A folder", 6);
  repo_.git({"checkout", "-q", "--detach", ours_.hex() + "~1"});
  repo_.write("thing", "a file\n");
  theirs_ = repo_.commit("A file", 7);
  repo_.git({"checkout", "-q", "--detach", ours_.hex()});
  repo_.write("thing.txt", "a file\n");
  repo_.commit("Another name", 8);
  EXPECT_THAT(fault_of(repo_.id("HEAD^{tree}")).value(), HasSubstr("thing.txt"));
  EXPECT_EQ(fault_of(repo_.id("HEAD~1^{tree}")), std::nullopt);
}

}  // namespace
}  // namespace sluice::git
