// host queue held: a held commit freed by hand, over real clones.

#include <gmock/gmock.h>

#include "queue/working.hpp"
#include "support/temp_dir.hpp"

namespace sluice::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class QueueHeld : public ::testing::Test {
 protected:
  std::string git(std::vector<std::string> words, int code = 0) {
    words.insert(words.begin(), {"-c", "core.editor=true"});
    return work.repo().git(words, code);
  }
  void expect_refused(const std::string& word) {
    const Oid remote = work.remote();
    const auto said = work.queue({"held", "--continue"});
    EXPECT_EQ(said.code, 1) << said.output;
    EXPECT_THAT(said.reason(), HasSubstr(word));
    EXPECT_EQ(work.remote(), remote);
  }
  Working work{2};
};

// --- a conflict

class HeldConflict : public QueueHeld {
 protected:
  void SetUp() override {
    work.river.queue({"first.txt"});
    held = work.river.write("ai/queue", "base.txt", "of the queue\n");
    work.river.queue({"last.txt"});
    work.river.write("develop", "base.txt", "of develop\n");
    work.fresh();
  }
  void resolve() {
    work.repo().write("base.txt", "of both\n");
    git({"add", "base.txt"});
    git({"cherry-pick", "--continue"});
  }
  Oid held;
};

TEST_F(HeldConflict, PuttingBackTakesNothingAwayOnAnotherBranch) {
  work.queue({"held", "--rebase"});
  git({"cherry-pick", "--quit"});
  git({"checkout", "--quiet", "--force", "-b", "other"});
  work.repo().write("base.txt", "an edit\n");
  const auto said = work.queue({"held", "--abort"});
  EXPECT_EQ(said.code, 1) << said.output;
  EXPECT_THAT(said.reason(), HasSubstr("other"));
  EXPECT_EQ(read_file(work.repo().clone() / "base.txt"), "an edit\n");
}

TEST_F(HeldConflict, ACommitMadeMeanwhileOnTheLocalQueueStaysThere) {
  work.queue({"held", "--rebase"});
  resolve();
  // As from another work tree, while the push runs.
  const auto hook = work.repo().clone() / ".git/hooks/pre-push";
  write_file(hook,
             "#!/bin/sh\ngit update-ref refs/heads/ai/queue "
             "$(git -c user.name=A -c user.email=a@example.invalid commit-tree -p ai/queue -m Meanwhile "
             "'ai/queue^{tree}')\n");
  std::filesystem::permissions(hook, std::filesystem::perms::owner_all);
  const auto said = work.queue({"held", "--continue"});
  EXPECT_EQ(said.code, 1) << said.output;
  EXPECT_THAT(said.reason(), HasSubstr("moved meanwhile"));
  EXPECT_EQ(git({"log", "-1", "--format=%s", "ai/queue"}), "Meanwhile\n");
}

TEST_F(HeldConflict, TheNoticeIsReadAndTheRemedyNamed) {
  work.river.run();  // first.txt goes out alone
  work.river.complete_review();
  work.river.run();
  const auto ran = work.river.run();
  ASSERT_EQ(ran.outcome(), "red") << ran.reason();
  const auto said = work.queue({"held"});
  ASSERT_EQ(said.document.at("held").size(), 1U) << said.output;
  EXPECT_EQ(said.document.at("held").at(0).at("remedy"), "host queue held --rebase");
  EXPECT_THAT(work.told({"held"}).output, HasSubstr("base.txt"));
}

TEST_F(HeldConflict, IsResolvedOnADetachedHeadAndPushedOnceProved) {
  const Oid before = work.remote();
  const auto laid_out = work.queue({"held", "--rebase"});
  ASSERT_EQ(laid_out.outcome(), "laid-out") << laid_out.errors;
  EXPECT_EQ(laid_out.document.at("paths"), Json::array({"base.txt"}));
  EXPECT_EQ(work.remote(), before);
  EXPECT_EQ(work.local(), before);
  expect_refused("a cherry-pick is still open");
  resolve();
  const auto said = work.queue({"held", "--continue"});
  ASSERT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_EQ(work.local(), work.remote());
  EXPECT_EQ(work.repo().git({"symbolic-ref", "--short", "HEAD"}), "ai/queue\n");
  EXPECT_THAT(work.status(), IsEmpty());
  EXPECT_THAT(work.river.subjects("develop..ai/queue"),
              ElementsAre("first.txt", "Write base.txt", "last.txt"));
  EXPECT_EQ(work.file("base.txt"), "of both\n");
  EXPECT_EQ(work.queue({"held", "--continue"}).code, 1);
  for (int pass = 0; pass < 8; ++pass) {
    ASSERT_NE(work.river.run().outcome(), "red");
    if (work.river.newest().state == forge::State::open) work.river.complete_review();
  }
  EXPECT_EQ(work.repo().remote_git({"show", "main:base.txt"}), "of both\n");
  EXPECT_THAT(work.river.files("main"), ElementsAre("base.txt", "first.txt", "last.txt"));
}

TEST_F(HeldConflict, ADryRunLaysNothingOut) {
  const auto state = work.river.state();
  const auto said = work.queue({"held", "--rebase", "--dry-run"});
  EXPECT_EQ(said.outcome(), "laid-out") << said.errors;
  EXPECT_EQ(said.document.at("laid_out").at("commit"), held.hex());
  EXPECT_EQ(work.river.state(), state);
  EXPECT_THAT(work.status(), IsEmpty());
  EXPECT_EQ(work.repo().git({"symbolic-ref", "--short", "HEAD"}), "ai/queue\n");
}

TEST_F(HeldConflict, AbortPutsEverythingBack) {
  const Oid before = work.remote();
  work.queue({"held", "--rebase"});
  EXPECT_THAT(work.queue({"push"}).reason(), HasSubstr("cherry-pick is open"));
  EXPECT_THAT(work.queue({"held", "--rebase"}).reason(), HasSubstr("laid out already"));
  work.repo().write("base.txt", "half of it\n");
  const auto said = work.queue({"held", "--abort"});
  EXPECT_EQ(said.outcome(), "put-back") << said.errors;
  EXPECT_EQ(work.repo().git({"symbolic-ref", "--short", "HEAD"}), "ai/queue\n");
  EXPECT_THAT(work.status(), IsEmpty());
  EXPECT_EQ(work.local(), before);
  EXPECT_EQ(work.remote(), before);
  EXPECT_EQ(work.queue({"push"}).outcome(), "nothing");
}

TEST_F(HeldConflict, ASkippedCommitIsNamedAndNothingMoves) {
  work.queue({"held", "--rebase"});
  git({"cherry-pick", "--skip"});
  expect_refused(held.brief());
}

TEST_F(HeldConflict, AnAbortedSequenceIsNoAnswer) {
  work.queue({"held", "--rebase"});
  git({"cherry-pick", "--abort"});
  expect_refused(held.brief());
}

TEST_F(HeldConflict, WhatOthersPushMeanwhileComesBehind) {
  work.queue({"held", "--rebase"});
  resolve();
  work.another("theirs.txt", "theirs\n");
  const auto said = work.queue({"held", "--continue"});
  ASSERT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_THAT(work.river.subjects("develop..ai/queue"),
              ElementsAre("first.txt", "Write base.txt", "last.txt", "Write theirs.txt"));
  EXPECT_EQ(work.local(), work.remote());
}

TEST_F(HeldConflict, ALostRaceMovesNothingAndIsRunAgain) {
  work.queue({"held", "--rebase"});
  resolve();
  const Oid made = work.repo().id("HEAD");
  Repo other = work.repo().another();
  other.git({"checkout", "--quiet", "-B", "spare", "refs/remotes/origin/ai/queue"});
  const Oid winner = work.commit_in(other, "winner.txt", "winner\n");
  other.git({"push", "--quiet", "origin", "spare"});
  work.river.beat_next_push("ai/queue", winner.hex());
  EXPECT_EQ(work.queue({"held", "--continue"}).code, 1);
  EXPECT_EQ(work.remote(), winner);
  EXPECT_EQ(work.repo().id("HEAD"), made);
  EXPECT_EQ(work.queue({"held", "--continue"}).outcome(), "pushed");
  EXPECT_THAT(work.river.files("ai/queue"), ElementsAre("base.txt", "first.txt", "last.txt", "winner.txt"));
}

TEST_F(HeldConflict, KilledOnceThePushLandedItGoesOnWhenRunAgain) {
  work.queue({"held", "--rebase"});
  resolve();
  work.repo().remote_hook("post-receive", Working::kill_the_host());
  EXPECT_EQ(work.queue({"held", "--continue"}).signal, 9);
  const Oid pushed = work.remote();
  ASSERT_EQ(pushed, work.repo().id("HEAD"));
  work.repo().remote_hook("post-receive", "exit 0\n");
  EXPECT_EQ(work.queue({"held", "--continue"}).outcome(), "pushed");
  EXPECT_EQ(work.remote(), pushed);
  EXPECT_EQ(work.local(), pushed);
  EXPECT_EQ(work.repo().git({"symbolic-ref", "--short", "HEAD"}), "ai/queue\n");
}

TEST_F(HeldConflict, ANoteThatIsLeftOverTakesNoEditAway) {
  const Oid before = work.remote();
  write_file(work.repo().clone() / ".git/sluice-held", R"({"kind":"split","lease":")" + before.hex() +
                                                           R"(","base":")" + before.hex() +
                                                           R"(","commit":")" + before.hex() + "\"}");
  work.repo().write("first.txt", "edited\n");
  EXPECT_EQ(work.queue({"held", "--abort"}).outcome(), "put-back");
  EXPECT_EQ(work.file("first.txt"), "edited\n");
  EXPECT_THAT(work.queue({"held", "--abort"}).reason(), HasSubstr("nothing is laid out"));
  write_file(work.repo().clone() / ".git/sluice-held", "{");
  EXPECT_THAT(work.queue({"held", "--continue"}).reason(), HasSubstr("does not say what is laid out"));
}

TEST_F(HeldConflict, WithUnpushedCommitsItIsRefused) {
  work.commit("mine.txt", "mine\n");
  EXPECT_THAT(work.queue({"held", "--rebase"}).reason(), HasSubstr("`host queue push` first"));
}

TEST_F(QueueHeld, ARebaseWithoutConflictIsPushedAtOnce) {
  work.river.queue({"a.txt"});
  work.river.write("develop", "d.txt", "d\n");
  work.fresh();
  const auto said = work.queue({"held", "--rebase"});
  ASSERT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_THAT(work.river.subjects("develop..ai/queue"), ElementsAre("a.txt"));
  EXPECT_TRUE(work.river.is_ancestor(work.river.head("develop"), work.remote()));
  EXPECT_EQ(work.local(), work.remote());
  EXPECT_EQ(work.queue({"held", "--rebase"}).outcome(), "nothing");
}

TEST_F(QueueHeld, TheQueueIsLaidOnTheFixesWhileTheyOwe) {
  work.river.queue({"a.txt"});
  const Oid fix = work.river.fix({"f.txt"});
  work.fresh();
  ASSERT_EQ(work.queue({"held", "--rebase"}).outcome(), "pushed");
  EXPECT_TRUE(work.river.is_ancestor(fix, work.remote()));
}

TEST_F(QueueHeld, AMergeThatAPersonDecidedIsDecidedAgainByHand) {
  work.river.write("ai/queue", "base.txt", "of the queue\n");
  work.river.write("develop", "base.txt", "of develop\n");
  work.fresh();
  git({"merge", "refs/remotes/origin/develop"}, 1);
  work.commit("base.txt", "decided\n");
  work.repo().push("ai/queue");
  ASSERT_THAT(work.queue({"unmerge"}).reason(), HasSubstr("host queue held --rebase"));
  ASSERT_EQ(work.queue({"held", "--rebase"}).outcome(), "laid-out");
  work.repo().write("base.txt", "decided\n");
  git({"add", "base.txt"});
  git({"cherry-pick", "--continue"});
  const auto said = work.queue({"held", "--continue"});
  ASSERT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_THAT(work.repo().git({"rev-list", "--merges", "HEAD"}), IsEmpty());
  EXPECT_EQ(work.file("base.txt"), "decided\n");
}

// --- a commit that is too wide

class HeldWide : public QueueHeld {
 protected:
  void SetUp() override {
    work.river.queue({"first.txt"});
    wide = work.river.commit("ai/queue", {"a.txt", "b.txt", "c.txt"}, "Answers: 12");
    work.river.queue({"last.txt"});
    work.fresh();
  }
  void part(const std::vector<std::string>& files, const std::string& message) {
    std::vector<std::string> add = {"add"};
    add.insert(add.end(), files.begin(), files.end());
    git(add);
    git({"commit", "--quiet", "-m", message});
  }
  void lay_out() {
    const auto said = work.queue({"held", "--split"});
    ASSERT_EQ(said.outcome(), "laid-out") << said.errors;
    ASSERT_EQ(said.document.at("laid_out").at("commit"), wide.hex());
  }
  Oid wide;
};

TEST_F(HeldWide, IsSplitIntoPartsOfTheSameTree) {
  const auto tree = work.river.tree("ai/queue");
  lay_out();
  EXPECT_EQ(work.status(), " A a.txt\n A b.txt\n A c.txt\n");
  expect_refused("changed and not committed: a.txt");
  part({"a.txt", "b.txt"}, "Two of it\n\nAnswers: 12");
  part({"c.txt"}, "The third");
  const auto said = work.queue({"held", "--continue"});
  ASSERT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_THAT(work.river.subjects("develop..ai/queue"),
              ElementsAre("first.txt", "Two of it", "The third", "last.txt"));
  EXPECT_EQ(work.river.tree("ai/queue"), tree);
  EXPECT_EQ(work.local(), work.remote());
  EXPECT_THAT(work.status(), IsEmpty());
  for (int pass = 0; pass < 12; ++pass) {
    ASSERT_NE(work.river.run().outcome(), "red");
    if (work.river.newest().state == forge::State::open) work.river.complete_review();
  }
  EXPECT_THAT(work.river.files("main"),
              ElementsAre("a.txt", "b.txt", "base.txt", "c.txt", "first.txt", "last.txt"));
}

TEST_F(HeldWide, WhatAPartMayNotBeIsSaid) {
  lay_out();
  expect_refused("changed and not committed");
  part({"a.txt", "b.txt", "c.txt"}, "All of it again\n\nAnswers: 12");
  expect_refused("alone changes 3 files");
  git({"commit", "--quiet", "--amend", "-m",
       "All\n\nExpress: generated\n\n(cherry picked from commit " + wide.hex() + ")"});
  expect_refused("a part is not the whole");
  git({"commit", "--quiet", "--amend", "-m", "All\n\nExpress: generated"});
  expect_refused("no part says \"Answers: 12\"");
  git({"commit", "--quiet", "--amend", "-m", "All\n\nExpress: generated\nAnswers: 12"});
  work.repo().write("a.txt", "edited\n");
  part({"a.txt"}, "More");
  expect_refused("they differ in a.txt");
  git({"reset", "--quiet", "--hard", "HEAD~1"});
  EXPECT_EQ(work.queue({"held", "--continue"}).outcome(), "pushed");
}

TEST_F(HeldWide, NothingCommittedIsNoSplit) {
  lay_out();
  git({"checkout", "--quiet", "--force", "HEAD", "--", "."});
  git({"reset", "--quiet", "--hard"});
  expect_refused("no part is committed yet");
  EXPECT_EQ(work.queue({"held", "--abort"}).outcome(), "put-back");
  EXPECT_THAT(work.status(), IsEmpty());
  EXPECT_EQ(work.local(), work.remote());
}

TEST_F(HeldWide, AbortTakesTheHalfMadePartsBack) {
  lay_out();
  part({"a.txt"}, "One");
  const Oid one = work.repo().id("HEAD");
  work.repo().write("b.txt", "half\n");
  const auto said = work.queue({"held", "--abort"});
  EXPECT_EQ(said.document.at("head"), one.hex());
  EXPECT_THAT(work.status(), IsEmpty());
  EXPECT_EQ(work.local(), work.remote());
}

TEST_F(HeldWide, AnotherCloneDoesNotBringTheWholeBack) {
  Working& all = work;
  Repo other = all.repo().another();
  other.git({"checkout", "--quiet", "-B", "ai/queue", "refs/remotes/origin/ai/queue"});
  all.commit_in(other, "theirs.txt", "theirs\n");
  lay_out();
  part({"a.txt", "b.txt"}, "Two of it\n\nAnswers: 12");
  part({"c.txt"}, "The third");
  // And a later commit that touches what the whole did.
  all.queue({"held", "--continue"});
  all.commit("a.txt", "later\n");
  ASSERT_EQ(all.queue({"push"}).outcome(), "pushed");
  const auto said = all.queue_in(other.clone(), {"push"});
  EXPECT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_THAT(said.subjects("carried"), ElementsAre("Write theirs.txt"));
  EXPECT_EQ(all.repo().remote_git({"show", "ai/queue:a.txt"}), "later\n");
}

TEST_F(HeldWide, ANamedCommitMustBeTheQueuesOwn) {
  EXPECT_THAT(work.queue({"held", "--split", work.river.head("main").hex()}).reason(),
              HasSubstr("no commit of the queue's own"));
  EXPECT_EQ(work.queue({"held", "--split", "nonsense"}).code, 2);
  EXPECT_EQ(work.queue({"held", "--split", "--rebase"}).code, 2);
  EXPECT_EQ(work.queue({"held", "--split", wide.hex(), "--dry-run"}).outcome(), "laid-out");
  EXPECT_THAT(work.status(), IsEmpty());
}

}  // namespace
}  // namespace sluice::test
