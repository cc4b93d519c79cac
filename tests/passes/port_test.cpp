// The window over real commits: what leads, what fits, what is carried, what is folded in.

#include "passes/settled.hpp"

namespace sluice {
namespace {

using test::expect_settled;
using test::Oid;
using test::Ran;
using test::River;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

TEST(Port, NothingOfAQueueThatAMergeTiesUpGoesOutAndItIsNamed) {
  //  ai/queue:  base --- claimed --- M    M throws the side's commit away
  //  side:      base --- danger ----/
  River river(3);
  const std::string base = river.head("main").hex();
  river.claim({"claimed.txt"});
  river.repo.branch("side", base).write("danger.txt", "!\n").commit("danger\n\nExpress: generated\n", 90);
  river.repo.checkout("ai/queue").git({"merge", "-q", "-s", "ours", "-m", "never that", "side"});
  river.repo.push("ai/queue");
  const Ran ran = river.run();
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.reason(), AllOf(HasSubstr("never that"), HasSubstr("not git's own merge"),
                                  HasSubstr("`host queue unmerge`")));
  EXPECT_THAT(ran.effects(), IsEmpty());
  EXPECT_EQ(river.head("main").hex(), base);
  EXPECT_EQ(ran.verdict(river.head("ai/queue")), "held");
}

TEST(Port, AFixMadeInAMergeIsNotLeftBehind) {
  //  develop, main:      base --- d
  //  ai/review-fixes:    base --- f --- M    M merges develop, and changes a file itself
  River river(9);
  river.fix({"f.txt"});
  river.write("develop", "d.txt", "d\n");
  river.repo.fetch().checkout("ai/review-fixes").merge("origin/develop", 91);
  river.repo.write("half.txt", "h\n").git({"add", "-A"});
  river.repo.git({"commit", "-q", "--amend", "--no-edit"});
  river.repo.push("ai/review-fixes");
  const Ran ran = river.run();
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.reason(), AllOf(HasSubstr("ai/review-fixes holds the merge"), HasSubstr("would be lost")));
  EXPECT_THAT(ran.effects(), IsEmpty());
}

TEST(Port, FixesLeadAndCountAgainstTheCap) {
  River river(2);
  river.queue({"a.txt"});
  river.queue({"b.txt"});
  const Oid fix = river.fix({"f.txt"});
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_THAT(river.subjects("main..develop"), ElementsAre("f.txt", "a.txt"));
  EXPECT_EQ(ran.verdict(fix), "fixes");
  EXPECT_NE(river.head("develop^"), fix);  // a copy, which names its original
  EXPECT_THAT(river.message("develop^"), HasSubstr("(cherry picked from commit " + fix.hex() + ")"));
  EXPECT_THAT(ran.report.at("window").dump(), HasSubstr("\"files\":2"));
}

TEST(Port, TheQueueIsRebuiltOnTheFixesAndNothingGoesTwice) {
  River river(3);
  river.queue({"a.txt"});
  const Oid fix = river.fix({"f.txt"});
  river.run();
  EXPECT_TRUE(river.is_ancestor(fix, river.head("ai/queue")));
  EXPECT_THAT(river.subjects("main..develop"), ElementsAre("f.txt", "a.txt"));
  river.complete_review();
  river.run();
  const Ran back = river.run();
  EXPECT_EQ(back.outcome(), "idle") << back.reason();
  EXPECT_THAT(back.reason(), HasSubstr("nothing owed"));
  EXPECT_EQ(river.tree("ai/queue"), river.tree("main"));
  expect_settled(river);
}

TEST(Port, FixesGoOutAlone) {
  River river(3);
  river.fix({"f.txt"});
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_THAT(ran.effects(), ElementsAre("push.rewrite landed", "push.window landed", "open landed"));
  EXPECT_THAT(river.subjects("main..develop"), ElementsAre("f.txt"));
}

TEST(Port, FixesAloneOverTheCapAreRed) {
  River river(1);
  const Oid develop = river.head("develop");
  river.fix({"f.txt", "g.txt"});
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_THAT(ran.reason(), HasSubstr("2 files, and the cap is 1"));
  EXPECT_EQ(river.head("develop"), develop);
}

TEST(Port, AChangeThatTheFixesMadeAlreadyIsShed) {
  River river(3);
  river.write("ai/queue", "same.txt", "same\n");
  river.queue({"b.txt"});
  river.fix({"f.txt"});
  river.write("ai/review-fixes", "same.txt", "same\n", "Answers: 2");
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_THAT(river.subjects("main..develop"), ElementsAre("f.txt", "Write same.txt", "b.txt"));
}

TEST(Port, ACommitThatGrewAfterItWasCopiedIsStillOwedAndSaidToBe) {
  River river(3);
  const Oid a = river.queue({"a.txt"});
  river.repo.branch("main", "origin/main");
  river.repo.cherry_pick(a, 50);
  river.repo.push("main");
  river.repo.git({"checkout", "-q", "-B", "ai/queue", a.hex()});
  river.repo.write("more.txt", "more\n");
  river.repo.git({"add", "-A"});
  river.repo.at(51).git(
      {"commit", "-q", "--amend", "-m", "a.txt", "-m", "(cherry picked from commit " + a.hex() + ")"});
  river.repo.push("ai/queue");
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_THAT(river.files("develop"), ElementsAre("a.txt", "base.txt", "more.txt"));
  EXPECT_THAT(ran.why(river.head("ai/queue")), HasSubstr("window has 1 file of 3 with it"));
}

TEST(Port, OverflowIsUndoneAndHeld) {
  River river(2);
  const Oid a = river.queue({"a.txt"});
  const Oid b = river.queue({"b.txt", "c.txt"});
  const Oid d = river.queue({"d.txt"});
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end");
  EXPECT_EQ(river.head("develop"), a);
  EXPECT_EQ(ran.verdict(b), "held");
  EXPECT_EQ(ran.why(b), "window has 1 file of 2; this one makes 3");
  EXPECT_EQ(ran.verdict(d), "waiting");
  EXPECT_THAT(river.forge().commit_comments(b.hex()), IsEmpty());
}

TEST(Port, AFirstCommitAloneOverTheCapIsToldOnceAndRed) {
  River river(1);
  const Oid a = river.queue({"a.txt", "b.txt"});
  const Ran dry = river.dry_run();
  EXPECT_EQ(dry.outcome(), "idle");
  EXPECT_THAT(river.forge().commit_comments(a.hex()), IsEmpty());

  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.reason(), HasSubstr("no reshaper is bound"));
  const auto told = river.forge().commit_comments(a.hex());
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_EQ(told.front().author, "collector");
  EXPECT_THAT(told.front().body, StartsWith("<!-- sluice held commit:" + a.hex() + " -->\n"));
  EXPECT_THAT(told.front().body, HasSubstr("2 files and the cap is 1"));

  const std::string before = river.state();
  EXPECT_EQ(river.run().outcome(), "red");
  EXPECT_EQ(river.state(), before);
}

TEST(Port, AForgedNoticeDoesNotSilenceOurs) {
  River river(1);
  const Oid a = river.queue({"a.txt", "b.txt"});
  const auto mallory = forge::open_local(river.repo.remote(), "mallory", [] { return River::start; });
  mallory->comment_commit(a.hex(), "<!-- sluice held commit:" + a.hex() + " -->\nmine");
  river.run();
  EXPECT_THAT(river.forge().commit_comments(a.hex()), SizeIs(2));
}

TEST(Port, AFirstCommitInConflictIsToldOnItself) {
  River river(3);
  river.write("main", "base.txt", "theirs\n");
  const Oid a = river.write("ai/queue", "base.txt", "ours\n");
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_THAT(ran.reason(), HasSubstr("conflict in base.txt"));
  EXPECT_EQ(ran.verdict(a), "held");
  EXPECT_EQ(river.head("develop"), river.head("main"));
  EXPECT_EQ(river.head("ai/queue"), a);
  ASSERT_THAT(river.forge().commit_comments(a.hex()), SizeIs(1));
  EXPECT_THAT(river.forge().commit_comments(a.hex()).front().body, HasSubstr("no resolver is bound"));
}

TEST(Port, WhatComesBeforeAConflictGoesOut) {
  River river(3);
  river.write("main", "base.txt", "theirs\n");
  const Oid a = river.queue({"a.txt"});
  const Oid b = river.write("ai/queue", "base.txt", "ours\n");
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_THAT(river.subjects("main..develop"), ElementsAre("a.txt"));
  EXPECT_EQ(ran.verdict(a), "window");
  EXPECT_EQ(ran.verdict(b), "held");
  EXPECT_EQ(ran.why(b), "does not apply on the window: conflict in base.txt");
}

TEST(Port, AClaimThatALaterCommitNeedsIsCarried) {
  River river(3);
  const Oid a = river.write("ai/queue", "x.txt", "one\n");
  const Oid claimed = river.write("ai/queue", "x.txt", "two\n", "Express: sweep");
  const Oid b = river.write("ai/queue", "x.txt", "three\n");
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_EQ(river.head("develop"), b);
  EXPECT_EQ(ran.verdict(claimed), "window");
  EXPECT_THAT(ran.why(claimed), HasSubstr("only applies on top of it"));
  EXPECT_EQ(ran.verdict(a), "window");
}

TEST(Port, AClaimThatTheQueueTookBackIsNotLeftBehindWhereItNoLongerApplies) {
  River river(3);
  river.write("ai/queue", "x.txt", "one\n");
  const Oid claimed = river.write("ai/queue", "x.txt", "two\n", "Express: sweep");
  const Oid undo = river.write("ai/queue", "x.txt", "one\n");
  const Oid last = river.write("ai/queue", "x.txt", "three\n");
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_EQ(river.head("develop"), last);
  EXPECT_EQ(ran.verdict(claimed), "window");
  EXPECT_EQ(ran.verdict(undo), "window");
  EXPECT_THAT(ran.why(undo), HasSubstr("it takes back a claim"));
  river.complete_review();
  river.run();
  EXPECT_THAT(river.run().reason(), HasSubstr("nothing owed"));
}

TEST(Port, APushThatBreaksOffIsIdleAndComesBack) {
  River river(3);
  const Oid a = river.queue({"a.txt"});
  river.repo.git({"config", "remote.origin.receivepack", "/bin/false"});
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.wake(), 300);
  EXPECT_THAT(ran.reason(), HasSubstr("the push of develop to remote origin broke off"));
  EXPECT_EQ(ran.verdict(a), "waiting");
  river.repo.git({"config", "--unset", "remote.origin.receivepack"});
  EXPECT_EQ(river.run().outcome(), "end");
}

TEST(Port, AnOversizeClaimIsSkippedAndItsFollowerPorted) {
  River river(2);
  river.write("ai/queue", "x.txt", "one\n");
  const Oid claimed = river.commit("ai/queue", {"x.txt", "p.txt", "q.txt", "r.txt"}, "Express: sweep");
  river.queue({"b.txt"});
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_THAT(river.subjects("main..develop"), ElementsAre("Write x.txt", "b.txt"));
  EXPECT_NE(river.head("develop"),
            river.head("ai/queue"));  // the cut's ancestry holds a commit that was not picked
  EXPECT_EQ(ran.verdict(claimed), "claimed");
}

TEST(Port, AMergeInTheQueueIsNotFastForwardedOver) {
  River river(3);
  const Oid main = river.commit("main", {"m.txt"});
  river.queue({"a.txt"});
  river.repo.fetch();
  river.repo.git({"checkout", "-q", "-B", "ai/queue", "refs/remotes/origin/ai/queue"});
  river.repo.merge("refs/remotes/origin/main", 90);
  river.repo.push("ai/queue");
  river.queue({"b.txt"});
  const Oid queue = river.head("ai/queue");
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_THAT(river.subjects("main..develop"), ElementsAre("a.txt", "b.txt"));
  EXPECT_NE(river.head("develop"), queue);
  EXPECT_TRUE(river.is_ancestor(main, river.head("develop")));
  EXPECT_EQ(river.tree("develop"), river.tree(queue.hex()));
}

TEST(Port, MainIsFoldedInAndItsOwnFilesAreNotCounted) {
  River river(2);
  river.commit("develop", {"w.txt"});
  const Oid main = river.commit("main", {"m1.txt", "m2.txt", "m3.txt"});
  river.repo.git({"push", "-q", "--force", "origin", "refs/remotes/origin/develop:refs/heads/ai/queue"});
  const Oid a = river.queue({"a.txt"});
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_THAT(river.parents("develop"), ElementsAre(a.hex(), main.hex()));
  EXPECT_THAT(ran.reason_of("port"), HasSubstr("with main folded in"));
  EXPECT_THAT(ran.report.at("window").dump(), HasSubstr("\"files\":2"));
}

/// Renamed and changed in a third of its lines the file is one of the window; with main's shorter version
/// under it the two have too little in common, and the folded tree has two.
TEST(Port, WhatIsOverTheCapOnTheFoldedTreeStaysBehind) {
  const std::string first =
      "a long line that the window changes, one\na long line that the window changes, two\n"
      "a long line that the window changes, three\na long line that the window changes, four\n";
  const std::string changed =
      "AN OTHER TEXT ALTOGETHER ONE 1111111111\nAN OTHER TEXT ALTOGETHER TWO 2222222222\n"
      "AN OTHER TEXT ALTOGETHER THREE 33333333\nAN OTHER TEXT ALTOGETHER FOUR 444444444\n";
  std::string rest;
  for (int line = 1; line <= 12; ++line)
    rest += "what both keep at first, line " + std::to_string(line) + "\n";
  River river(3);
  river.write("main", "p.txt", first + rest);
  river.only("return-stroke");
  river.commit("develop", {"w.txt"});
  river.repo.git({"push", "-q", "--force", "origin", "refs/remotes/origin/develop:refs/heads/ai/queue"});
  river.queue({"a.txt"});
  river.repo.rename("p.txt", "q.txt");
  const Oid renamed = river.write("ai/queue", "q.txt", changed + rest);
  river.write("main", "p.txt", first + "what both keep at first, line 1\n");
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_EQ(ran.verdict(renamed), "held");
  EXPECT_EQ(ran.why(renamed), "window has 2 files of 3; this one makes 4");
  EXPECT_THAT(river.files("develop"), ElementsAre("a.txt", "base.txt", "p.txt", "w.txt"));
  EXPECT_THAT(ran.reason_of("port"), HasSubstr("with main folded in"));
  EXPECT_THAT(ran.report.at("window").dump(), HasSubstr("\"files\":2"));
}

TEST(Port, AWindowThatMainConflictsWithGoesOutUnfoldedAndSaysSo) {
  River river(3);
  river.write("develop", "base.txt", "developed\n");
  river.write("main", "base.txt", "expressed\n");
  river.repo.git({"push", "-q", "--force", "origin", "refs/remotes/origin/develop:refs/heads/ai/queue"});
  const Oid a = river.queue({"a.txt"});
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_EQ(river.head("develop"), a);
  EXPECT_THAT(ran.reason_of("port"), HasSubstr("unfolded"));
  EXPECT_THAT(ran.reason_of("port"), HasSubstr("conflict in base.txt"));
}

TEST(Port, ThePlainOwedCommitsBehindTheWindowComeInTheNextOne) {
  River river(1);
  river.queue({"a.txt"});
  river.queue({"b.txt"});
  river.run();
  EXPECT_THAT(river.files("develop"), ElementsAre("a.txt", "base.txt"));
  river.complete_review();
  river.run();
  river.run();
  EXPECT_THAT(river.files("develop"), ElementsAre("a.txt", "b.txt", "base.txt"));
  EXPECT_EQ(river.head("develop"), river.head("ai/queue"));
}

}  // namespace
}  // namespace sluice
