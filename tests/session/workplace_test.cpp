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

TEST_F(WorkplaceTest, AResetKeepsNothingThatWasDoneButIgnoredFiles) {
  repo_.write(".gitignore", "ignored\n").write("a.txt", "one\n");
  const Oid commit = repo_.commit("Start", 1);
  auto& place = make({.at = commit});
  type(
      "echo two > a.txt; echo x > ignored; mkdir -p new/deep; echo y > new/deep/file; git init -q inner;"
      "git config core.hooksPath /tmp; git commit -qam two; git merge -q HEAD~1 || true; touch "
      ".git/MERGE_HEAD;"
      "ln -s /etc link; git update-index --assume-unchanged a.txt");
  place.reset(commit);
  EXPECT_EQ(test::read_file(place.tree() / "a.txt"), "one\n");
  EXPECT_TRUE(fs::exists(place.tree() / "ignored"));
  for (const auto* gone : {"new", "inner", "link"}) EXPECT_FALSE(fs::exists(place.tree() / gone)) << gone;
  const auto left = place.look();
  EXPECT_EQ(left.head, commit);
  EXPECT_EQ(left.operation, "");
  EXPECT_THAT(left.dirty, IsEmpty());
  EXPECT_EQ(type("git status --porcelain; git config core.hooksPath"), "/dev/null\n");
}

TEST_F(WorkplaceTest, ASnapshotIsWhatGitAddWouldTake) {
  repo_.write(".gitignore", "*.log\n").write("kept.log", "tracked though ignored\n").write("gone.txt", "x\n");
  repo_.git({"add", "-f", "kept.log"});
  const Oid commit = repo_.commit("Start", 1);
  auto& place = make({.at = commit});
  type(
      "rm gone.txt; echo more >> kept.log; echo n > new.txt; echo l > other.log; chmod +x new.txt;"
      "git update-index --assume-unchanged kept.log; git config core.excludesFile /dev/null");
  const Oid tree = place.snapshot();
  EXPECT_EQ(store_->read(tree, git::Kind::tree)->data,
            store_
                ->read(*Oid::parse(type("git update-index --no-assume-unchanged kept.log; git add -A;"
                                        "git write-tree")
                                       .substr(0, 40)),
                       git::Kind::tree)
                ->data);
  EXPECT_EQ(scratch_->must({"ls-tree", "--name-only", tree.hex()}), ".gitignore\nkept.log\nnew.txt\n");
}

TEST_F(WorkplaceTest, ASnapshotOfAConflictHoldsWhatWasMadeOfIt) {
  repo_.commit_file("a.txt", 1);
  repo_.branch("theirs");
  const Oid theirs = repo_.commit_file("a.txt", 2);
  repo_.git({"checkout", "-q", "--detach", "HEAD~1"});
  const Oid ours = repo_.commit_file("a.txt", 3);
  auto& place = make({.at = ours, .picks = {theirs}});
  EXPECT_EQ(place.look().operation, "cherry-pick");
  test::write_file(place.tree() / "a.txt", "both\n");
  const Oid tree = place.snapshot();
  EXPECT_EQ(scratch_->must({"show", tree.hex() + ":a.txt"}), "both\n");
}

TEST_F(WorkplaceTest, WhatGitRecordedInTheCloneIsAppliedAndNothingIsRecordedThere) {
  repo_.commit_file("a.txt", 1);
  repo_.branch("theirs");
  const Oid theirs = repo_.commit_file("a.txt", 2);
  repo_.git({"checkout", "-q", "--detach", "HEAD~1"});
  const Oid ours = repo_.commit_file("a.txt", 3);
  EXPECT_THAT(make({.at = ours, .picks = {theirs}, .recorded = true}).unmerged(), ElementsAre("a.txt"));
  EXPECT_FALSE(fs::exists(repo_.clone() / ".git/rr-cache"));
  const auto type_in_clone = [&](const std::string& script) {
    EXPECT_TRUE(process::run({.argv = {"sh", "-c", script}, .directory = repo_.clone()}).ok()) << script;
  };
  type_in_clone("git config rerere.enabled true; git cherry-pick " + theirs.hex() +
                " >/dev/null 2>&1;"
                "echo settled > a.txt; git rerere >/dev/null 2>&1; git cherry-pick --abort");
  EXPECT_THAT(make({.at = ours, .picks = {theirs}}).unmerged(), ElementsAre("a.txt"));
  auto& place = make({.at = ours, .picks = {theirs}, .recorded = true});
  EXPECT_THAT(place.unmerged(), IsEmpty());
  EXPECT_EQ(scratch_->must({"show", place.snapshot().hex() + ":a.txt"}), "settled\n");
}

TEST_F(WorkplaceTest, ALinkInItsPlaceIsNotFollowed) {
  const Oid commit = repo_.commit_file("a.txt", 1);
  auto& place = make({.at = commit});
  type("cd / && mv '" + place.tree().string() + "' '" + place.tree().string() + ".moved' && ln -s '" +
       repo_.clone().string() + "' '" + place.tree().string() + "'");
  EXPECT_THROW(place.reset(commit), git::GitError);
  EXPECT_THROW(place.snapshot(), git::GitError);
  EXPECT_NE(place.look().fault, "");
  EXPECT_EQ(repo_.id("HEAD"), commit);
}

TEST_F(WorkplaceTest, APipeAmongTheFilesIsReadUnderAClock) {
  const Oid commit = repo_.commit_file("a.txt", 1);
  auto& place = make({.at = commit, .patience = 1});
  type("mkfifo .gitattributes");
  EXPECT_NE(place.look().fault, "");
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
