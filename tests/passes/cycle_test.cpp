// From a pushed queue to main and back, pass by pass, and everything that makes a pass wait.

#include "passes/settled.hpp"

namespace sluice {
namespace {

using test::expect_settled;
using test::Oid;
using test::Ran;
using test::River;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Cycle, OneOwedCommitIsOpenedAsItsOwnSha) {
  River river(3);
  const Oid a = river.queue({"a.txt"});
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.wake(), 600);
  EXPECT_THAT(ran.effects(), ElementsAre("push.window landed", "open landed"));
  EXPECT_EQ(river.head("develop"), a);
  const auto release = river.newest();
  EXPECT_EQ(release.state, forge::State::open);
  EXPECT_EQ(release.head_sha, a.hex());
  EXPECT_EQ(release.title, "release: develop → main");
  EXPECT_EQ(release.body, "Opened by sluice at " + a.hex() + ".\n\n- `a.txt`\n");
  EXPECT_EQ(ran.verdict(a), "window");
  EXPECT_EQ(ran.why(a), "window has 1 file of 3 with it");
  expect_settled(river);
}

TEST(Cycle, AReviewedReleaseMergesAndTheQueueFollows) {
  River river(3);
  river.queue({"a.txt"});
  river.run();
  river.complete_review();
  const Ran merged = river.run();
  EXPECT_EQ(merged.outcome(), "end");
  EXPECT_THAT(merged.effects(), ElementsAre("merge landed"));
  const Ran back = river.run();
  EXPECT_EQ(back.outcome(), "idle");
  EXPECT_THAT(back.reason(), HasSubstr("nothing owed"));
  EXPECT_THAT(back.effects(), ElementsAre("push.stroke landed", "push.rewrite landed"));
  EXPECT_EQ(river.head("develop"), river.head("main"));
  EXPECT_EQ(river.head("ai/queue"), river.head("main"));
  expect_settled(river);
}

TEST(Cycle, WhatDevelopCarriesUnopenedIsOpened) {
  River river(3);
  river.commit("develop", {"w.txt"});
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end");
  EXPECT_THAT(ran.effects(), ElementsAre("push.rewrite landed", "open landed"));
  EXPECT_EQ(river.newest().head_sha, river.head("develop").hex());
}

TEST(Cycle, ADryRunSaysWhatItWouldDoAndMovesNothing) {
  River river(3);
  const Oid a = river.queue({"a.txt"});
  const std::string before = river.state();
  const Ran ran = river.dry_run();
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.effects(), ElementsAre("push.window would", "open would"));
  EXPECT_EQ(ran.verdict(a), "window");
  EXPECT_EQ(river.state(), before);
}

TEST(Cycle, ADryRunGoesThroughEveryStage) {
  River river(3);
  const Oid base = river.head("main");
  const Oid a = river.queue({"a.txt"});
  const Oid claimed = river.claim({"c.txt"});
  const std::string before = river.state();
  const Ran ran = river.dry_run();
  EXPECT_THAT(ran.effects(), ElementsAre("push.cut would", "push.window would", "open would"));
  EXPECT_EQ(ran.verdict(claimed), "shed");
  EXPECT_EQ(river.state(), before);
  EXPECT_EQ(river.head("main"), base);
  EXPECT_NE(a, base);
}

TEST(Cycle, AClosedReleaseIsAPause) {
  River river(3);
  river.queue({"a.txt"});
  river.run();
  river.forge().close(river.newest().number);
  river.queue({"b.txt"});
  const std::string before = river.state();
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_THAT(ran.effects(), IsEmpty());
  for (const char* stage : {"port", "open"}) {
    const Ran alone = river.only(stage);
    EXPECT_EQ(alone.outcome(), "idle") << stage;
    EXPECT_THAT(alone.reason(), HasSubstr("pause")) << stage;
    EXPECT_THAT(alone.effects(), IsEmpty()) << stage;
  }
  EXPECT_EQ(river.state(), before);
  river.forge().reopen(river.newest().number);
  river.complete_review();
  EXPECT_THAT(river.run().effects(), ElementsAre("merge landed"));
}

TEST(Cycle, APausedReleaseThatDevelopLetGoOfPausesNothing) {
  River river(3);
  river.queue({"a.txt"});
  river.run();
  river.forge().close(river.newest().number);
  river.repo.git({"push", "-q", "--force", "origin", "refs/remotes/origin/main:refs/heads/develop",
                  "refs/remotes/origin/main:refs/heads/ai/queue"});
  river.queue({"b.txt"});
  EXPECT_THAT(river.run().effects(), ElementsAre("push.window landed", "open landed"));
}

TEST(Cycle, ACutThatWasClosedAndGivenBackGoesOutAnew) {
  //  main ─ develop     a       the queue's own a was the window; closed, and develop is main again
  River river(3);
  const Oid first = river.queue({"a.txt"});
  river.run();
  ASSERT_EQ(river.head("develop"), first);
  river.forge().close(river.newest().number);
  river.repo.git({"push", "-q", "--force", "origin", "refs/remotes/origin/main:refs/heads/develop"});
  EXPECT_THAT(river.run().effects(), ElementsAre("push.window landed", "open landed"));
  EXPECT_NE(river.head("develop"), first);
  EXPECT_EQ(river.tree("develop"), river.tree(first.hex()));
  EXPECT_EQ(river.newest().state, forge::State::open);
}

TEST(Cycle, AReleaseThatMainWasMovedBackUnderIsNotMerged) {
  //  main:     base --- M1     moved back to base while the second release, two files of two, is reviewed
  //  develop:  base --- 1 --- M1 --- 2
  River river(2);
  const std::string base = river.head("main").hex();
  river.queue({"a.txt", "b.txt"});
  river.run();
  river.complete_review();
  river.run();
  river.queue({"c.txt", "d.txt"});
  river.run();
  river.complete_review();
  river.repo.git({"push", "-q", "--force", "origin", base + ":refs/heads/main"});
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_THAT(ran.reason(), AllOf(HasSubstr("4 files, over the cap of 2"), HasSubstr("close the release")));
  EXPECT_EQ(river.head("main").hex(), base);
}

TEST(Cycle, ARunningReviewIsWaitedFor) {
  River river(3);
  river.queue({"a.txt"});
  river.run();
  river.review("pending", "Review in progress");
  const Oid develop = river.head("develop");
  river.queue({"b.txt"});
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_GT(ran.wake(), 0);
  EXPECT_THAT(ran.effects(), IsEmpty());
  EXPECT_EQ(river.head("develop"), develop);
}

TEST(Cycle, WhatATreesAttributesMergeAndTheForgeDoesNotIsFolded) {
  River river(2);
  river.write("main", ".gitattributes", "log.txt merge=union\n");
  river.write("main", "log.txt", "one\n");
  while (river.run().outcome() == "end") {
  }
  river.write("ai/queue", "log.txt", "one\nof the window\n");
  EXPECT_EQ(river.run().outcome(), "end");
  river.complete_review();
  const Oid theirs = river.write("main", "log.txt", "one\nof main\n");
  const Oid head = river.head("develop");
  ASSERT_EQ(river.forge().mergeable(river.newest().number), false);
  const auto loose = river.repo.remote_git({"count-objects"});
  river.dry_run();
  EXPECT_EQ(river.repo.remote_git({"count-objects"}), loose);

  const Ran folds = river.run();
  EXPECT_EQ(folds.outcome(), "end") << folds.reason();
  EXPECT_THAT(folds.effects(), ElementsAre("push.fold landed"));
  EXPECT_THAT(folds.reason(), HasSubstr("the forge sees a conflict"));
  EXPECT_THAT(river.parents("main"), ElementsAre(head.hex(), theirs.hex()));
  EXPECT_EQ(river.newest().state, forge::State::merged);
  const auto log = river.repo.remote_git({"show", "main:log.txt"});
  EXPECT_THAT(log, AllOf(HasSubstr("of the window\n"), HasSubstr("of main\n")));
  EXPECT_THAT(log, testing::Not(HasSubstr("<<<")));
}

TEST(Cycle, AStatusByAnybodyElseMergesNothing) {
  River river(1);
  river.queue({"a.txt"});
  river.run();
  const auto stranger = forge::open_local(river.repo.remote(), "coderabbitai", [] { return River::start; });
  stranger->set_status(river.newest().head_sha, "CodeRabbit", "success", "Review completed");
  const auto before = river.state();
  const Ran waits = river.run();
  EXPECT_EQ(waits.outcome(), "idle");
  EXPECT_NE(waits.reason().find("by coderabbitai, not by coderabbitai[bot]"), std::string::npos)
      << waits.reason();
  EXPECT_EQ(river.state(), before);
  river.complete_review();
  EXPECT_EQ(river.run().outcome(), "end");
  EXPECT_EQ(river.newest().state, forge::State::merged);
}

TEST(Cycle, AMissingStatusIsWaitedForAndThenRed) {
  River river(3);
  river.queue({"a.txt"});
  river.run();
  EXPECT_EQ(river.run().outcome(), "idle");
  river.now += 3600;
  const Ran late = river.run();
  EXPECT_EQ(late.outcome(), "red");
  EXPECT_EQ(late.code, 1);
}

TEST(Cycle, NothingIsPortedUnderAnOpenRelease) {
  River river(3);
  river.queue({"a.txt"});
  river.run();
  const Oid develop = river.head("develop");
  river.queue({"b.txt"});
  const Ran alone = river.only("port");
  EXPECT_EQ(alone.outcome(), "idle");
  EXPECT_THAT(alone.reason(), HasSubstr("is open"));
  EXPECT_EQ(river.head("develop"), develop);
}

TEST(Cycle, ADevelopThatMovedUnderThePushIsMeasuredAgain) {
  River river(3);
  river.queue({"a.txt"});
  const Oid other = river.spare("develop", "other.txt", "x\n");
  river.beat_next_push("develop", other.hex());
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_THAT(ran.reason(), HasSubstr("moved"));
  EXPECT_EQ(ran.wake(), 60);
  EXPECT_THAT(ran.effects(), ElementsAre("push.window stale"));
  EXPECT_THAT(river.forge().all_pulls(), IsEmpty());
  EXPECT_EQ(river.head("develop"), other);
  EXPECT_EQ(river.run().outcome(), "end");
  EXPECT_EQ(river.newest().head_sha, river.head("develop").hex());
}

TEST(Cycle, ARemoteThatRefusesThePushIsRedWithItsReason) {
  River river(3);
  river.queue({"a.txt"});
  river.repo.remote_hook("pre-receive", "echo 'the gate is shut' >&2\nexit 1\n");
  const std::string before = river.state();
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.reason(), HasSubstr("the gate is shut"));
  EXPECT_EQ(river.state(), before);
}

TEST(Cycle, EveryCommitOfTheQueueIsExplainedInOneLine) {
  River river(2);
  const Oid a = river.queue({"a.txt"});
  const Oid b = river.queue({"b1.txt", "b2.txt"});
  const Oid c = river.queue({"c.txt"});
  river.run();
  const std::string text = river.explain_last();
  EXPECT_THAT(text, HasSubstr(a.brief() + "  window    a.txt: window has 1 file of 2 with it"));
  EXPECT_THAT(text,
              HasSubstr(b.brief() + "  held      b1.txt b2.txt: window has 1 file of 2; this one makes 3"));
  EXPECT_THAT(text, HasSubstr(c.brief() + "  waiting   c.txt: behind " + b.brief()));
}

TEST(Cycle, AWholeQueueReachesMainInWindowsWithinTheCap) {
  River river(3);
  for (int number = 1; number <= 8; ++number) {
    river.queue({"f" + std::to_string(number) + ".txt", "g" + std::to_string(number / 2) + ".txt"});
  }
  const std::string wanted = river.tree("ai/queue");
  int windows = 0;
  for (int pass = 0; pass < 40; ++pass) {
    const std::string before = river.state();
    const Ran ran = river.run();
    ASSERT_NE(ran.outcome(), "red") << ran.reason();
    if (ran.report.contains("window")) {
      ++windows;
      EXPECT_LE(ran.report.at("window").at("files").get<int>(), 3);
    }
    const auto pulls = river.forge().all_pulls();
    if (!pulls.empty() && pulls.front().state == forge::State::open) river.complete_review();
    if (river.state() == before && (pulls.empty() || pulls.front().state != forge::State::open)) break;
  }
  EXPECT_EQ(river.tree("main"), wanted);
  EXPECT_GE(windows, 4);
  expect_settled(river);
}

}  // namespace
}  // namespace sluice
