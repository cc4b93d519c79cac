#include "host/session/workplace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "host/git/history.hpp"
#include "support/repo.hpp"
#include "support/temp_dir.hpp"

namespace sluice::session {
namespace {

namespace fs = std::filesystem;
using git::Oid;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class WorkplaceTest : public testing::Test {
 protected:
  Workplace& make(Layout layout) {
    scratch_ = std::make_unique<git::Scratch>(repo_.clone());
    store_ = std::make_unique<git::ObjectStore>(*scratch_);
    layout.author = "A Session <session@example.org>";
    place_ = std::make_unique<Workplace>(*scratch_, *store_, layout);
    return *place_;
  }

  /// What a session would type, in its work tree.
  std::string type(const std::string& script) {
    const auto result = process::run({.argv = {"sh", "-c", script}, .directory = place_->tree()});
    EXPECT_TRUE(result.ok()) << script << ": " << result.error << result.output;
    return result.output;
  }

  test::Repo repo_;
  std::unique_ptr<git::Scratch> scratch_;
  std::unique_ptr<git::ObjectStore> store_;
  std::unique_ptr<Workplace> place_;
};

TEST_F(WorkplaceTest, HoldsTheTreeAndNothingOfTheClones) {
  repo_.git({"config", "http.extraheader", "AUTHORIZATION: basic canary"});
  const Oid commit = repo_.commit_file("a.txt", 1);
  auto& place = make({.at = commit});
  EXPECT_EQ(test::read_file(place.tree() / "a.txt"), "a.txt 1\n");
  EXPECT_EQ(type("git remote"), "");
  EXPECT_THAT(type("git config --list --local"), testing::Not(HasSubstr("canary")));
  EXPECT_THAT(type("git push origin HEAD 2>&1 || true"), HasSubstr("'origin' does not appear"));
  EXPECT_EQ(type("git log -1 --format=%an"), repo_.git({"log", "-1", "--format=%an"}));
  const auto left = place.look();
  EXPECT_EQ(left.head, commit);
  EXPECT_THAT(left.dirty, IsEmpty());
  EXPECT_EQ(left.operation, "");
}

TEST_F(WorkplaceTest, ItsCommitsComeBackByTheirIds) {
  const Oid commit = repo_.commit_file("a.txt", 1);
  auto& place = make({.at = commit});
  type("echo mine > b.txt; git add b.txt; git commit -q -m Fix; git repack -q -a -d");
  const auto left = place.look();
  ASSERT_TRUE(left.head);
  EXPECT_NE(*left.head, commit);
  place.bring_back(*left.head);
  git::History history(*store_);
  EXPECT_THAT(history.range({commit}, *left.head), ElementsAre(*left.head));
  EXPECT_EQ(scratch_->must({"show", left.head->hex() + ":b.txt"}), "mine\n");
  EXPECT_EQ(history.commit(*left.head).author.substr(0, 31), "A Session <session@example.org>");
}

TEST_F(WorkplaceTest, SeesWhatNoCommitHolds) {
  repo_.write(".gitignore", "ignored\n").write("sub/a.txt", "a\n");
  auto& place = make({.at = repo_.commit("Start", 1)});
  type(
      "echo b >> sub/a.txt; echo n > 'odd name'; echo i > ignored; git update-index --assume-unchanged "
      "sub/a.txt");
  EXPECT_THAT(place.look().dirty, ElementsAre("sub/a.txt", "odd name"));
}

TEST_F(WorkplaceTest, RunsNothingThatTheSessionConfigured) {
  repo_.write(".gitattributes", "* filter=evil\n");
  auto& place = make({.at = repo_.commit_file("a.txt", 1)});
  const std::string canary = (repo_.folder() / "canary").string();
  type("git config core.fsmonitor 'touch " + canary + "; false'; git config filter.evil.clean 'touch " +
       canary +
       "'; git config core.hooksPath .; git init -q inner; git -C inner config core.fsmonitor 'touch " +
       canary + "'; echo x > a.txt; rm -f " + canary);
  EXPECT_THAT(place.look().dirty, ElementsAre("a.txt", "inner/"));
  EXPECT_FALSE(fs::exists(canary));
}

TEST_F(WorkplaceTest, SaysWhatIsLeftOpen) {
  // main:  a.txt: 1 --- 2        pick of 3 stops on a.txt
  //               \---- 3
  repo_.write("a.txt", "one\n");
  const Oid base = repo_.commit("One", 1);
  repo_.write("a.txt", "two\n");
  const Oid two = repo_.commit("Two", 2);
  repo_.branch("side", base.hex()).write("a.txt", "three\n");
  const Oid three = repo_.commit("Three", 3);
  {
    auto& place = make({.at = two, .picks = {three}});
    EXPECT_EQ(place.look().operation, "cherry-pick");
    EXPECT_THAT(test::read_file(place.tree() / "a.txt"), HasSubstr("<<<<<<<"));
    type("echo both > a.txt; git add a.txt; git -c core.editor=true cherry-pick --continue");
    const auto left = place.look();
    EXPECT_EQ(left.operation, "");
    EXPECT_THAT(left.dirty, IsEmpty());
    EXPECT_THAT(type("git log -1 --format=%B"), HasSubstr("(cherry picked from commit " + three.hex() + ")"));
  }
  auto& place = make({.at = two, .merging = three});
  EXPECT_EQ(place.look().operation, "merge");
  type("git merge --abort");
  EXPECT_EQ(place.look().operation, "");
}

TEST_F(WorkplaceTest, ARepositoryThatIsGoneOrTurnedIsAFault) {
  const Oid commit = repo_.commit_file("a.txt", 1);
  for (const std::string script :
       {"rm -rf .git", "mv .git elsewhere; ln -s elsewhere .git", "echo 'ref: refs/heads/none' > .git/HEAD",
        "echo 'ref: ../../../etc/passwd' > .git/HEAD", "rm .git/HEAD; mkfifo .git/HEAD",
        "echo 1111111111111111111111111111111111111111 > .git/HEAD"}) {
    auto& place = make({.at = commit});
    type(script);
    const auto left = place.look();
    EXPECT_FALSE(left.head) << script;
    EXPECT_NE(left.fault, "") << script;
  }
}

TEST_F(WorkplaceTest, ABrokenObjectIsRefused) {
  const Oid commit = repo_.commit_file("a.txt", 1);
  auto& place = make({.at = commit});
  type(
      "echo b > b.txt; git add b.txt; git commit -q -m Fix; f=$(git rev-parse HEAD:b.txt); "
      "rm -f .git/objects/$(echo $f | cut -c1-2)/$(echo $f | cut -c3-)");
  const auto left = place.look();
  ASSERT_TRUE(left.head);
  EXPECT_THROW(place.bring_back(*left.head), git::GitError);
}

TEST_F(WorkplaceTest, FilesThatItLeavesAreReadUpToABound) {
  auto& place = make({.at = repo_.commit_file("a.txt", 1)});
  std::ofstream(place.out() / "verdict.txt") << "12 not so";
  fs::create_symlink("/etc/passwd", place.out() / "link.txt");
  fs::create_directory(place.out() / "folder");
  EXPECT_EQ(place.file("verdict.txt", 100), "12 not so");
  EXPECT_EQ(place.file("verdict.txt", 2), "12");
  EXPECT_EQ(place.file("link.txt", 100), std::nullopt);
  EXPECT_EQ(place.file("folder", 100), std::nullopt);
  EXPECT_EQ(place.file("none.txt", 100), std::nullopt);
}

}  // namespace
}  // namespace sluice::session
