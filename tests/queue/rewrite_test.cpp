// host queue recut and host queue unmerge.

#include <gmock/gmock.h>

#include "queue/working.hpp"

namespace sluice::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// --- recut

class QueueRecut : public ::testing::Test {
 protected:
  /// A window on develop whose release a person has closed.
  void close_one() {
    work.river.queue({"a.txt"});
    work.river.queue({"b.txt"});
    ASSERT_EQ(work.river.run().outcome(), "end");
    work.river.forge().close(work.river.newest().number);
  }
  void expect_refused(const std::string& word) {
    const auto state = work.river.state();
    const auto said = work.queue({"recut"});
    EXPECT_EQ(said.code, 1) << said.output;
    EXPECT_THAT(said.reason(), HasSubstr(word));
    EXPECT_EQ(work.river.state(), state);
  }
  Working work{2};
};

TEST_F(QueueRecut, TheQueueOwesAgainWhatTheClosedReleaseCarried) {
  close_one();
  work.river.queue({"c.txt"});
  ASSERT_EQ(work.river.run().outcome(), "idle");  // paused
  ASSERT_NE(work.river.head("develop"), work.river.head("main"));
  const auto said = work.queue({"recut"});
  EXPECT_EQ(said.outcome(), "recut") << said.errors;
  EXPECT_THAT(said.subjects("owed_again"), ElementsAre("a.txt", "b.txt"));
  EXPECT_EQ(work.river.head("develop"), work.river.head("main"));
  // The next passes cut and release everything again.
  for (int pass = 0; pass < 8; ++pass) {
    work.river.run();
    if (work.river.newest().state == forge::State::open) work.river.complete_review();
  }
  EXPECT_THAT(work.river.files("main"), ElementsAre("a.txt", "b.txt", "base.txt", "c.txt"));
}

TEST_F(QueueRecut, ADryRunSaysWhatItWouldDo) {
  close_one();
  const auto state = work.river.state();
  const auto said = work.queue({"recut", "--dry-run"});
  EXPECT_EQ(said.outcome(), "recut") << said.errors;
  EXPECT_THAT(said.subjects("owed_again"), ElementsAre("a.txt", "b.txt"));
  EXPECT_EQ(work.river.state(), state);
  EXPECT_THAT(work.told({"recut", "--dry-run"}).output, HasSubstr("would move develop back"));
}

TEST_F(QueueRecut, RefusedWithNoReleaseAnOpenOneOrAMergedOne) {
  expect_refused("no release yet");
  work.river.queue({"a.txt"});
  work.river.run();
  expect_refused("is open; close it first");
  work.river.complete_review();
  work.river.run();
  expect_refused("is merged");
}

TEST_F(QueueRecut, RefusedWhereDevelopLetGoOfTheClosedHead) {
  close_one();
  ASSERT_EQ(work.queue({"recut"}).outcome(), "recut");
  expect_refused("no longer carries the head");
}

TEST_F(QueueRecut, RefusedNamingACommitThatNobodyWouldOweAgain) {
  close_one();
  const Oid stray = work.river.commit("develop", {"stray.txt"});
  expect_refused(stray.brief());
  work.repo().checkout("ai/queue");
}

TEST_F(QueueRecut, AForksReleaseIsNone) {
  close_one();
  work.river.forge().open_foreign("stranger/fork", "main", "develop", work.river.head("develop").hex(),
                                  "mine", "");
  EXPECT_EQ(work.queue({"recut", "--dry-run"}).outcome(), "recut");
}

TEST_F(QueueRecut, ALostRaceMovesNothing) {
  close_one();
  const Oid other = work.river.spare("refs/remotes/origin/develop", "other.txt", "other\n");
  work.river.beat_next_push("develop", other.hex());
  const auto said = work.queue({"recut"});
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.reason(), HasSubstr("develop moved meanwhile"));
  EXPECT_EQ(work.river.head("develop"), other);
}

TEST_F(QueueRecut, TheReleaseStageNamesIt) {
  work.river.queue({"a.txt"});
  work.river.run();
  work.river.review("success", "Review skipped: 133 files exceed the limit of 100");
  const auto ran = work.river.run();
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_THAT(ran.reason(), HasSubstr("`host queue recut`"));
}

// --- unmerge

class QueueUnmerge : public ::testing::Test {
 protected:
  void SetUp() override {
    work.river.queue({"a.txt"});
    work.river.write("develop", "d.txt", "develop\n");
    work.fresh();
  }
  /// develop merged into the queue, and that pushed.
  void merge_develop() {
    work.repo().git({"merge", "--quiet", "--no-edit", "refs/remotes/origin/develop"});
    work.repo().push("ai/queue");
  }
  std::vector<std::string> merges() {
    work.repo().fetch();
    return {work.repo().git({"rev-list", "--merges", "refs/remotes/origin/ai/queue"})};
  }
  Working work;
};

TEST_F(QueueUnmerge, LaysTheRemotesCommitsInARowOnDevelop) {
  merge_develop();
  work.commit("b.txt", "b\n");
  work.repo().push("ai/queue");
  const auto tree = work.river.tree("ai/queue");
  const auto said = work.queue({"unmerge"});
  ASSERT_EQ(said.outcome(), "unmerged") << said.errors;
  EXPECT_EQ(said.document.at("of"), "remote");
  EXPECT_THAT(work.river.subjects("develop..ai/queue"), ElementsAre("a.txt", "Write b.txt"));
  EXPECT_EQ(work.river.tree("ai/queue"), tree);
  EXPECT_THAT(merges(), ElementsAre(""));
  EXPECT_EQ(work.local(), work.remote());
  EXPECT_THAT(work.status(), IsEmpty());
  EXPECT_EQ(work.queue({"unmerge"}).outcome(), "nothing");
}

TEST_F(QueueUnmerge, WhatTheMergeHoldsOfItsOwnBecomesACommit) {
  work.repo().git({"merge", "--quiet", "--no-commit", "refs/remotes/origin/develop"});
  work.repo().write("evil.txt", "of the merge alone\n");
  work.repo().git({"add", "-A"});
  work.repo().git({"commit", "--quiet", "--no-edit"});
  const Oid merge = work.repo().id("HEAD");
  work.repo().push("ai/queue");
  const auto tree = work.river.tree("ai/queue");
  ASSERT_THAT(work.queue({"push"}).outcome(), "nothing");
  const auto said = work.queue({"unmerge"});
  ASSERT_EQ(said.outcome(), "unmerged") << said.errors;
  EXPECT_EQ(work.river.tree("ai/queue"), tree);
  EXPECT_THAT(work.river.message("ai/queue"), HasSubstr("(cherry picked from commit " + merge.hex() + ")"));
  EXPECT_THAT(merges(), ElementsAre(""));
  // The queue runs on.
  work.river.run();
  EXPECT_THAT(work.river.files("develop"), ElementsAre("a.txt", "base.txt", "d.txt", "evil.txt"));
}

TEST_F(QueueUnmerge, WhatIsNotPushedYetComesAlong) {
  merge_develop();
  work.commit("mine.txt", "mine\n");
  const auto said = work.queue({"unmerge"});
  ASSERT_EQ(said.outcome(), "unmerged") << said.errors;
  EXPECT_THAT(work.river.subjects("develop..ai/queue"), ElementsAre("a.txt"));
  EXPECT_EQ(work.repo().id("HEAD~1"), work.remote());
  EXPECT_EQ(work.queue({"push"}).outcome(), "pushed");
  EXPECT_THAT(work.river.subjects("develop..ai/queue"), ElementsAre("a.txt", "Write mine.txt"));
}

TEST_F(QueueUnmerge, AMergeThatIsOnlyHereIsTakenOutHere) {
  work.repo().git({"merge", "--quiet", "--no-commit", "refs/remotes/origin/develop"});
  work.repo().write("evil.txt", "of the merge alone\n");
  work.repo().git({"add", "-A"});
  work.repo().git({"commit", "--quiet", "--no-edit"});
  const Oid remote = work.remote();
  EXPECT_THAT(work.queue({"push"}).reason(), HasSubstr("what it decided would be lost"));
  const auto said = work.queue({"unmerge"});
  // Laid on the remote's queue it lacks what the merge brought of develop; with develop merged in, it is the
  // same.
  ASSERT_EQ(said.outcome(), "unmerged") << said.errors;
  EXPECT_EQ(said.document.at("of"), "local");
  EXPECT_EQ(work.remote(), remote);
  EXPECT_EQ(work.queue({"push"}).outcome(), "pushed");
  EXPECT_THAT(work.river.files("ai/queue"), ElementsAre("a.txt", "base.txt", "evil.txt"));
}

TEST_F(QueueUnmerge, AMergeThatGitCannotMakeIsAPersons) {
  work.commit("d.txt", "of the queue\n");
  work.repo().git({"merge", "refs/remotes/origin/develop"}, 1);
  work.commit("d.txt", "decided\n");
  work.repo().push("ai/queue");
  const Oid before = work.remote();
  const auto said = work.queue({"unmerge"});
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.reason(), HasSubstr("d.txt"));
  EXPECT_THAT(said.reason(), HasSubstr("host queue held --rebase"));
  EXPECT_EQ(work.remote(), before);
}

TEST_F(QueueUnmerge, ADryRunAndALostRaceMoveNothing) {
  merge_develop();
  const auto state = work.river.state();
  EXPECT_EQ(work.queue({"unmerge", "--dry-run"}).outcome(), "unmerged");
  EXPECT_EQ(work.river.state(), state);
  const Oid local = work.local();
  Repo other = work.repo().another();
  other.git({"checkout", "--quiet", "-B", "spare", "refs/remotes/origin/ai/queue"});
  const Oid winner = work.commit_in(other, "winner.txt", "winner\n");
  other.git({"push", "--quiet", "origin", "spare"});
  work.river.beat_next_push("ai/queue", winner.hex());
  EXPECT_EQ(work.queue({"unmerge"}).code, 1);
  EXPECT_EQ(work.remote(), winner);
  EXPECT_EQ(work.local(), local);
  EXPECT_EQ(work.queue({"unmerge"}).outcome(), "unmerged");
  EXPECT_THAT(work.river.files("ai/queue"), ElementsAre("a.txt", "base.txt", "d.txt", "winner.txt"));
}

TEST_F(QueueUnmerge, KilledOnceThePushLandedItGoesOnWhenRunAgain) {
  work.repo().git({"merge", "--quiet", "--no-commit", "refs/remotes/origin/develop"});
  work.repo().write("evil.txt", "of the merge alone\n");
  work.repo().git({"add", "-A"});
  work.repo().git({"commit", "--quiet", "--no-edit"});
  work.repo().push("ai/queue");
  work.repo().remote_hook("post-receive", Working::kill_the_host());
  EXPECT_EQ(work.queue({"unmerge"}).signal, 9);
  const Oid pushed = work.remote();
  work.repo().remote_hook("post-receive", "exit 0\n");
  EXPECT_EQ(work.queue({"unmerge"}).outcome(), "unmerged");
  EXPECT_EQ(work.remote(), pushed);
  EXPECT_EQ(work.queue({"push"}).code, 0);
  EXPECT_EQ(work.local(), pushed);
}

TEST_F(QueueUnmerge, RefusedOverADirtyTree) {
  merge_develop();
  work.repo().write("a.txt", "edited\n");
  EXPECT_THAT(work.queue({"unmerge"}).reason(), HasSubstr("a.txt"));
}

}  // namespace
}  // namespace sluice::test
