// host queue push: real clones of a real remote.

#include <gmock/gmock.h>

#include <iterator>
#include <sstream>

#include "queue/working.hpp"

namespace sluice::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(QueuePush, ContinuesTheRemoteAsItIs) {
  Working work;
  work.fresh();
  const Oid a = work.commit("a.txt", "a\n");
  const Oid b = work.commit("b.txt", "b\n");
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.code, 0) << said.errors;
  EXPECT_EQ(said.outcome(), "pushed");
  EXPECT_THAT(said.subjects("carried"), ElementsAre("Write a.txt", "Write b.txt"));
  EXPECT_EQ(work.remote(), b);
  EXPECT_EQ(work.local(), b);
  EXPECT_EQ(work.repo().id("refs/remotes/origin/ai/queue"), b);
  EXPECT_TRUE(work.river.is_ancestor(a, work.remote()));
  EXPECT_EQ(work.queue({"push"}).outcome(), "nothing");
}

TEST(QueuePush, LaysTheLocalCommitsOnWhatOthersPushed) {
  Working work;
  work.fresh();
  const Oid mine = work.commit("mine.txt", "mine\n");
  const Oid theirs = work.another("theirs.txt", "theirs\n");
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_EQ(work.local(), work.remote());
  EXPECT_THAT(work.river.parents("ai/queue"), ElementsAre(theirs.hex()));
  EXPECT_THAT(work.river.message("ai/queue"), HasSubstr("(cherry picked from commit " + mine.hex() + ")"));
  EXPECT_EQ(work.file("theirs.txt"), "theirs\n");
  EXPECT_THAT(work.status(), IsEmpty());
  EXPECT_EQ(work.repo().id("ORIG_HEAD"), mine);
}

TEST(QueuePush, FollowsTheRewriteWithNothingToPush) {
  Working work;
  work.fresh();
  work.commit("a.txt", "a\n");
  work.queue({"push"});
  work.river.write("develop", "d.txt", "d.txt\n");
  const auto ran = work.river.only("sync-queue");
  ASSERT_EQ(ran.code, 0) << ran.errors;
  work.repo().checkout("ai/queue");
  const Oid rewritten = work.remote();
  ASSERT_NE(rewritten, work.local());
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.outcome(), "followed") << said.errors;
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(work.local(), rewritten);
  EXPECT_EQ(work.remote(), rewritten);
  EXPECT_THAT(said.subjects("dropped"), ElementsAre("Write a.txt"));
  EXPECT_EQ(said.document.at("dropped").at(0).at("verdict"), "copied");
  EXPECT_EQ(said.document.at("dropped").at(0).at("by"), rewritten.hex());
  EXPECT_EQ(work.file("d.txt"), "d.txt\n");
}

TEST(QueuePush, ReplaysOnlyWhatWasCommittedSinceTheRewrite) {
  Working work;
  work.fresh();
  work.commit("a.txt", "a\n");
  work.queue({"push"});
  work.river.write("develop", "d.txt", "d.txt\n");
  work.river.only("sync-queue");
  const Oid rewritten = work.remote();
  work.repo().checkout("ai/queue");
  work.commit("b.txt", "b\n");
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_THAT(said.subjects("carried"), ElementsAre("Write b.txt"));
  EXPECT_THAT(said.subjects("dropped"), ElementsAre("Write a.txt"));
  EXPECT_THAT(work.river.parents("ai/queue"), ElementsAre(rewritten.hex()));
}

TEST(QueuePush, ADryRunWritesNothingAnywhere) {
  Working work;
  work.fresh();
  const Oid mine = work.commit("mine.txt", "mine\n");
  const Oid theirs = work.another("theirs.txt", "theirs\n");
  const auto tracked = work.repo().id("refs/remotes/origin/ai/queue");
  const auto state = work.river.state();
  const auto said = work.queue({"push", "--dry-run"});
  EXPECT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_TRUE(said.document.at("dry_run").get<bool>());
  EXPECT_EQ(work.river.state(), state);
  EXPECT_EQ(work.local(), mine);
  EXPECT_EQ(work.repo().id("refs/remotes/origin/ai/queue"), tracked);
  EXPECT_EQ(work.remote(), theirs);
}

TEST(QueuePush, ManyCommitsComeAsOnePack) {
  Working work;
  work.fresh();
  for (int i = 0; i < 60; ++i) work.commit("folder/" + std::to_string(i), std::to_string(i) + "\n");
  work.another("theirs.txt", "theirs\n");
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_EQ(said.document.at("carried").size(), 60U);
  EXPECT_EQ(work.local(), work.remote());
  EXPECT_THAT(work.status(), IsEmpty());
  EXPECT_THAT(work.repo().git({"count-objects", "-v"}), HasSubstr("packs: 1"));
  work.repo().git({"fsck", "--strict", "--connectivity-only"});
}

TEST(QueuePush, MakesTheQueueWhereTheRemoteHasNone) {
  Working work;
  work.fresh();
  const Oid mine = work.commit("mine.txt", "mine\n");
  work.repo().remote_git({"update-ref", "-d", "refs/heads/ai/queue"});
  EXPECT_EQ(work.queue({"push"}).outcome(), "pushed");
  EXPECT_EQ(work.remote(), mine);
}

// --- refused, and nothing moved

class Refused : public ::testing::Test {
 protected:
  void SetUp() override {
    work.fresh();
    mine = work.commit("mine.txt", "mine\n");
    theirs = work.another("theirs.txt", "theirs\n");
  }
  void expect_refused(const std::string& word) {
    const auto said = work.queue({"push"});
    EXPECT_EQ(said.code, 1);
    EXPECT_EQ(said.outcome(), "refused");
    EXPECT_THAT(said.reason(), HasSubstr(word));
    EXPECT_EQ(work.local(), mine);
    EXPECT_EQ(work.remote(), theirs);
  }
  Working work;
  Oid mine, theirs;
};

TEST_F(Refused, WithATrackedFileChanged) {
  work.repo().write("mine.txt", "edited\n");
  expect_refused("changed and not committed: mine.txt");
  EXPECT_EQ(work.file("mine.txt"), "edited\n");
}

TEST_F(Refused, WithSomethingStaged) {
  work.repo().write("new file.txt", "new\n");
  work.repo().git({"add", "-A"});
  expect_refused("staged and not committed: new file.txt");
}

TEST_F(Refused, WhereAnUntrackedFileStandsInTheWay) {
  work.repo().write("theirs.txt", "a draft\n");
  expect_refused("theirs.txt");
  EXPECT_EQ(work.file("theirs.txt"), "a draft\n");
}

TEST_F(Refused, WhereAnIgnoredFileStandsInTheWay) {
  write_file(work.repo().clone() / ".git/info/exclude", "theirs.txt\n");
  work.repo().write("theirs.txt", "a draft\n");
  expect_refused("theirs.txt");
  EXPECT_EQ(work.file("theirs.txt"), "a draft\n");
}

TEST_F(Refused, OnAnotherBranch) {
  work.repo().git({"branch", "topic"});
  work.repo().git({"checkout", "--quiet", "topic"});
  expect_refused("on topic");
}

TEST_F(Refused, WithADetachedHead) {
  work.repo().git({"checkout", "--quiet", "--detach"});
  expect_refused("detached");
}

TEST_F(Refused, WhileTheIndexIsLocked) {
  write_file(work.repo().clone() / ".git/index.lock", "");
  expect_refused("index.lock");
}

TEST_F(Refused, WhileAnOperationIsOpen) {
  work.repo().git({"bisect", "start"});
  expect_refused("bisect");
  work.repo().git({"bisect", "reset"});
  work.repo().branch("other", "HEAD~1");
  work.commit("mine.txt", "another\n");
  work.repo().checkout("ai/queue");
  work.repo().git({"merge", "other"}, 1);
  expect_refused("a merge is open");
  work.repo().git({"merge", "--abort"});
  work.repo().git({"cherry-pick", "other"}, 1);
  expect_refused("a cherry-pick is open");
  work.repo().git({"cherry-pick", "--abort"});
  work.repo().git({"rebase", "other"}, 1);
  expect_refused("a rebase is open");
  work.repo().git({"rebase", "--abort"});
}

TEST_F(Refused, ByAConflictThatIsSaidWithItsCommitAndPaths) {
  mine = work.commit("theirs.txt", "mine\n");
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.code, 1);
  const auto& conflict = said.document.at("conflict");
  EXPECT_EQ(conflict.at("sha"), mine.hex());
  EXPECT_EQ(conflict.at("paths"), Json::array({"theirs.txt"}));
  expect_refused(mine.brief());
  EXPECT_THAT(work.status(), IsEmpty());
}

TEST_F(Refused, ByAConflictThatTheCommandsItPrintsResolve) {
  mine = work.commit("theirs.txt", "mine\n");
  const Oid last = work.commit("last.txt", "last\n");
  const std::string reason = work.queue({"push"}).reason();
  EXPECT_EQ(work.local(), last);
  // Each command in its code span, as a person would run it; at the pick's conflict, as it says in brackets.
  std::istringstream spans(reason);
  std::string span;
  for (bool inside = false; std::getline(spans, span, '`'); inside = !inside) {
    if (!inside || !span.starts_with("git ") || span == "git add" || span.ends_with("--continue")) continue;
    std::istringstream words(span);
    std::vector<std::string> git(std::istream_iterator<std::string>(words), {});
    git.erase(git.begin());
    const bool picks = git.front() == "cherry-pick";
    work.repo().git(git, picks ? 1 : 0);
    if (!picks) continue;
    work.repo().write("theirs.txt", "both\n");
    work.repo().git({"add", "theirs.txt"});
    work.repo().git({"-c", "core.editor=true", "cherry-pick", "--continue"});
  }
  EXPECT_EQ(work.queue({"push"}).outcome(), "pushed");
  EXPECT_EQ(work.file("theirs.txt"), "both\n");
  EXPECT_THAT(work.river.subjects(theirs.hex() + "..ai/queue"),
              ElementsAre("Write mine.txt", "Write theirs.txt", "Write last.txt"));
}

TEST_F(Refused, ByAMergeThatDecidedSomething) {
  work.repo().branch("side", "HEAD~1");
  work.commit("mine.txt", "of the side\n");
  work.repo().checkout("ai/queue");
  work.repo().git({"merge", "side"}, 1);
  mine = work.commit("mine.txt", "decided\n");
  ASSERT_THAT(work.repo().git({"rev-list", "--merges", "-1", "HEAD"}), HasSubstr(mine.hex()));
  expect_refused("what it decided would be lost");
}

TEST_F(Refused, ByTheClonesOwnPrePushHook) {
  const auto hook = work.repo().clone() / ".git/hooks/pre-push";
  write_file(hook, "#!/bin/sh\necho no, says the hook >&2\nexit 1\n");
  std::filesystem::permissions(hook, std::filesystem::perms::owner_all);
  expect_refused("no, says the hook");
}

TEST_F(Refused, ByTheRemote) {
  work.repo().remote_hook("pre-receive", "echo not today >&2; exit 1\n");
  expect_refused("not today");
}

TEST_F(Refused, WhereTheRemoteIsNotThere) {
  work.repo().git({"remote", "set-url", "origin", (work.repo().folder() / "gone.git").string()});
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.code, 3);
  EXPECT_EQ(said.outcome(), "error");
  EXPECT_EQ(work.local(), mine);
}

TEST(QueuePush, ABareRepositoryIsNoWorkingSide) {
  Working work;
  const auto said = work.queue_in(work.repo().remote(), {"push"});
  EXPECT_EQ(said.code, 2);
  EXPECT_THAT(said.reason(), HasSubstr("bare"));
}

}  // namespace
}  // namespace sluice::test
