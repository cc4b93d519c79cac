// Safety is the host's, whichever stage asks: a stage in C appends each forbidden thing, and the remote stays
// as it was.

#include "engine/guards_fixture.hpp"

namespace sluice {
namespace {

TEST_F(Guards, AWindowWithinTheCapLands) {
  EXPECT_THAT(append(push("push.window", main, claimed)), ::testing::HasSubstr("\"landed\""));
  EXPECT_EQ(head("develop"), claimed.hex() + "\n");
}

TEST_F(Guards, AWindowOverTheCapIsRecountedAndRefused) {
  repo.checkout("ai/queue");
  const Oid over = repo.write("third.txt", "3\n").commit("Third", 4);
  repo.push("ai/queue");
  expect_refused(push("push.window", main, over), "3 files, over the cap of 2");
}

TEST_F(Guards, NoWindowWhileAReleaseIsOpen) {
  open_release(false);
  const Oid next = repo.commit_file("x.txt", 5);
  repo.git({"push", "-q", "origin", next.hex() + ":refs/heads/spare"});
  expect_stale(push("push.window", window, next), "is open");
}

TEST_F(Guards, NoWindowPastAPersonsPause) {
  const auto release = open_release(false);
  forge->close(release.number);
  const Oid next = repo.commit_file("x.txt", 5);
  repo.git({"push", "-q", "origin", next.hex() + ":refs/heads/spare"});
  expect_refused(push("push.window", window, next), "pauses");
}

TEST_F(Guards, AWindowCarriesEveryOwedFix) {
  repo.branch("ai/review-fixes", "develop");
  repo.commit_file("fix.txt", 4);
  repo.push("ai/review-fixes");
  expect_refused(push("push.window", main, plain), "lacks the fix");
}

TEST_F(Guards, AWindowHoldsNoMergeOfAnythingElse) {
  repo.branch("side", "develop");
  repo.commit_file("side.txt", 4);
  repo.branch("merged", "develop");
  const Oid merge = repo.merge("side", 5);
  repo.git({"push", "-q", "origin", merge.hex() + ":refs/heads/spare"});
  expect_refused(push("push.window", main, merge), "merge of something else than main");
}

TEST_F(Guards, AFoldThatChangesMoreThanTheMergeIsRefused) {
  repo.branch("main", "main");
  repo.commit_file("hot.txt", 4);
  repo.push("main");
  repo.branch("evil", "develop");
  repo.git({"merge", "-q", "--no-ff", "--no-commit", "main"});
  repo.write("smuggled.txt", "x\n");
  const Oid fold = repo.commit("Merge main", 6);
  repo.git({"push", "-q", "origin", fold.hex() + ":refs/heads/spare"});
  expect_refused(push("push.window", main, fold), "smuggled.txt");
}

TEST_F(Guards, AnAskReadsTheStatusAgain) {
  const auto ask = [](std::int64_t pull) { return Json{{"kind", "ask"}, {"pull", pull}}; };
  expect_stale(ask(1), "is not open");
  const auto release = open_release(false);
  expect_stale(ask(release.number), "missing");
  reviewer->set_status(window.hex(), "CodeRabbit", "pending", "Review in progress");
  expect_stale(ask(release.number), "pending");
  reviewer->set_status(window.hex(), "CodeRabbit", "success", "Review completed");
  expect_stale(ask(release.number), "completed");
  EXPECT_TRUE(forge->comments(release.number).empty());
  reviewer->set_status(window.hex(), "CodeRabbit", "success", "Review rate limited");
  EXPECT_THAT(append(ask(release.number)), ::testing::HasSubstr("\"landed\""));
  EXPECT_EQ(forge->comments(release.number).size(), 1u);
}

TEST_F(Guards, OnlyAFastForwardMovesDevelop) {
  repo.branch("develop", "develop");
  window = repo.commit_file("w.txt", 4);
  repo.push("develop");
  const std::string before = heads();
  EXPECT_THAT(append(push("push.window", window, plain)), ::testing::Not(::testing::HasSubstr("\"landed\"")));
  EXPECT_EQ(heads(), before);
}

TEST_F(Guards, OpeningNeedsWhatWasMeasured) {
  expect_stale({{"kind", "open"}, {"head", plain.hex()}, {"title", "t"}, {"body", ""}},
               "not what was measured");
}

TEST_F(Guards, OpeningOverTheCapIsRefused) {
  repo.branch("develop", "develop");
  for (const char* path : {"1", "2", "3"}) repo.write(path, path);
  window = repo.commit("Three", 4);
  repo.push("develop");
  expect_refused({{"kind", "open"}, {"head", window.hex()}, {"title", "t"}, {"body", ""}},
                 "over the cap of 2");
}

TEST_F(Guards, ASecondReleaseIsNotOpened) {
  open_release(false);
  expect_stale({{"kind", "open"}, {"head", window.hex()}, {"title", "t"}, {"body", ""}}, "is open");
}

TEST_F(Guards, AnUnreviewedReleaseIsNotMerged) {
  const auto release = open_release(false);
  expect_refused({{"kind", "merge"}, {"pull", release.number}, {"head", window.hex()}}, "does not say");
}

TEST_F(Guards, AStatusCountsOnlyFromTheBotItself) {
  const auto release = open_release(false);
  const Json merge{{"kind", "merge"}, {"pull", release.number}, {"head", window.hex()}};
  // An account of the bot's name is not the bot, nor is an app of another name, nor we.
  for (const char* login : {"coderabbitai", "mallory[bot]", "coderabbitai[bot]x", "collector"}) {
    forge_of(login)->set_status(window.hex(), "CodeRabbit", "success", "Review completed");
    expect_refused(merge, "does not say");
  }
  reviewer->set_status(window.hex(), "CodeRabbit", "success", "Review completed");
  forge_of("mallory")->set_status(window.hex(), "CodeRabbit", "failure", "Review failed");
  EXPECT_THAT(append(merge), ::testing::HasSubstr("\"landed\""));
}

TEST_F(Guards, AReviewedReleaseIsMerged) {
  const auto release = open_release(true);
  EXPECT_THAT(append({{"kind", "merge"}, {"pull", release.number}, {"head", window.hex()}}),
              ::testing::HasSubstr("\"landed\""));
  EXPECT_EQ(forge->pull(release.number)->state, forge::State::merged);
}

TEST_F(Guards, AReleaseIsMergedOnlyAtTheHeadThatTheReviewRead) {
  const auto release = open_release(true);
  const Oid later = repo.commit_file("late.txt", 6);
  repo.push("develop");
  ASSERT_NE(later, window);
  expect_stale({{"kind", "merge"}, {"pull", release.number}, {"head", window.hex()}},
               "no longer what the review read");
}

TEST_F(Guards, AForksReleaseIsNotOurs) {
  repo.branch("develop", "develop");
  window = repo.commit_file("w.txt", 4);
  repo.push("develop");
  reviewer->set_status(window.hex(), "CodeRabbit", "success", "Review completed");
  const auto foreign = forge->open_foreign("stranger/app", "main", "develop", window.hex(), "release", "");
  expect_stale({{"kind", "merge"}, {"pull", foreign.number}, {"head", window.hex()}}, "is not open");
}

TEST_F(Guards, TheLaneCarriesCopiesOfClaimedCommits) {
  repo.branch("cut", "main");
  const Oid copy = repo.cherry_pick(claimed, 7);
  repo.git({"push", "-q", "origin", copy.hex() + ":refs/heads/spare"});
  EXPECT_THAT(append(push("push.cut", main, copy)), ::testing::HasSubstr("\"landed\""));
}

TEST_F(Guards, TheLaneRefusesWhatNoCommitClaims) {
  repo.branch("cut", "main");
  const Oid copy = repo.cherry_pick(plain, 7);
  repo.git({"push", "-q", "origin", copy.hex() + ":refs/heads/spare"});
  expect_refused(push("push.cut", main, copy), "does not claim");
}

TEST_F(Guards, TheLaneRefusesACommitThatCopiesNothing) {
  repo.branch("cut", "main");
  const Oid own = repo.write("own.txt", "x\n").commit("Mine\n\nExpress: trust me\n", 7);
  repo.git({"push", "-q", "origin", own.hex() + ":refs/heads/spare"});
  expect_refused(push("push.cut", main, own), "no copy of a queue commit");
}

TEST_F(Guards, TheLaneRefusesACopyThatChangesSomethingElse) {
  repo.branch("cut", "main");
  const Oid forged =
      repo.write("e.txt", "express\n")
          .write("more.txt", "x\n")
          .commit("Sort the list\n\nExpress: generated\n(cherry picked from commit " + claimed.hex() + ")\n",
                  7);
  repo.git({"push", "-q", "origin", forged.hex() + ":refs/heads/spare"});
  expect_refused(push("push.cut", main, forged), "changes something else");
}

TEST_F(Guards, TheStrokeMovesDevelopExactlyToMain) {
  expect_stale(push("push.stroke", main, plain), "not where the stroke goes");
}

TEST_F(Guards, TheStrokeLeavesCommitsThatMainLacks) {
  open_release(false);
  repo.branch("main", "main");
  const Oid ahead = repo.commit_file("hot.txt", 6);
  repo.push("main");
  expect_refused(push("push.stroke", window, ahead), "holds commits that main does not");
}

TEST_F(Guards, APassMakesOneAct) {
  const auto answer = append(push("push.window", main, plain), push("push.window", plain, claimed));
  EXPECT_THAT(answer, ::testing::HasSubstr("one act"));
  EXPECT_EQ(head("develop"), plain.hex() + "\n");
}

TEST_F(Guards, ADryRunWritesNothing) {
  const std::string before = heads();
  const auto finding = harness::run({.library = std::string(SLUICE_TEST_PLUGINS) + "/any_effect.so",
                                     .stage = "any-effect",
                                     .clone = repo.clone(),
                                     .config = {{"first", push("push.window", main, plain)}},
                                     .now = kNow,
                                     .dry_run = true});
  EXPECT_THAT(finding.stage.reason, ::testing::HasSubstr("\"would\""));
  EXPECT_EQ(heads(), before);
}

}  // namespace
}  // namespace sluice
