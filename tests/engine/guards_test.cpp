// Safety is the host's, whichever stage asks: a stage in C appends each forbidden thing, and the remote stays
// as it was.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/forge/local/local_forge.hpp"
#include "host/harness/trial.hpp"
#include "support/repo.hpp"

namespace sluice {
namespace {

using test::Oid;
using test::Repo;

constexpr std::int64_t kNow = 1'700'000'000;

/// main - develop - queue, where queue holds one plain and one claimed commit:
///
///   m (main, develop) - a - e (ai/queue; e claims the express lane)
class Guards : public ::testing::Test {
 protected:
  Guards() {
    main = repo.commit_file("m.txt", 1);
    repo.push("main");
    repo.branch("develop").push("develop");
    repo.branch("ai/queue");
    plain = repo.commit_file("a.txt", 2);
    repo.write("e.txt", "express\n");
    claimed = repo.commit("Sort the list\n\nExpress: generated\n", 3);
    repo.push("ai/queue");
    forge = forge_of("collector");
    reviewer = forge_of("coderabbitai[bot]");
  }

  std::unique_ptr<forge::LocalForge> forge_of(const std::string& login) {
    return forge::open_local(repo.remote(), login, [] { return kNow; });
  }

  std::string head(const std::string& branch) {
    return repo.remote_git({"rev-parse", "refs/heads/" + branch});
  }
  std::string heads() {
    return repo.remote_git({"for-each-ref", "--format=%(refname) %(objectname)", "refs/heads"});
  }

  /// What the stage was answered for the effect, or effects.
  std::string append(const Json& first, const Json& second = Json::object()) {
    const auto finding = harness::run({.library = std::string(SLUICE_TEST_PLUGINS) + "/any_effect.so",
                                       .stage = "any-effect",
                                       .clone = repo.clone(),
                                       .config = {{"first", first}, {"second", second}},
                                       .bot = bot,
                                       .now = kNow});
    return finding.stage.reason;
  }

  void expect_refused(const Json& effect, const std::string& sentence) {
    const std::string before = heads();
    const std::string answer = append(effect);
    EXPECT_THAT(answer, ::testing::HasSubstr("\"refused\""));
    EXPECT_THAT(answer, ::testing::HasSubstr(sentence));
    EXPECT_EQ(heads(), before);
  }

  void expect_stale(const Json& effect, const std::string& sentence) {
    const std::string before = heads();
    const std::string answer = append(effect);
    EXPECT_THAT(answer, ::testing::HasSubstr("\"stale\""));
    EXPECT_THAT(answer, ::testing::HasSubstr(sentence));
    EXPECT_EQ(heads(), before);
  }

  /// Opens the release of develop with one commit that main lacks, reviewed or not.
  forge::Pull open_release(bool reviewed) {
    repo.branch("develop", "develop");
    window = repo.commit_file("w.txt", 4);
    repo.push("develop");
    if (reviewed) reviewer->set_status(window.hex(), "CodeRabbit", "success", "Review completed");
    return forge->open("main", "develop", "release", "");
  }

  Repo repo;
  Oid main, plain, claimed, window;
  std::unique_ptr<forge::LocalForge> forge, reviewer;
  pipeline::Bot bot = [] {
    pipeline::Bot bot;
    bot.cap = 2;
    return bot;
  }();
};

Json push(const std::string& kind, const Oid& old, const Oid& target) {
  return {{"kind", kind}, {"old", old.hex()}, {"new", target.hex()}};
}

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

TEST_F(Guards, ARewriteThatLosesACommitIsRefused) {
  repo.branch("rewrite", "develop");
  const Oid tip = repo.cherry_pick(claimed, 8);
  repo.git({"push", "-q", "origin", tip.hex() + ":refs/heads/spare"});
  expect_refused({{"kind", "push.rewrite"}, {"ref", "queue"}, {"old", claimed.hex()}, {"new", tip.hex()}},
                 "would lose " + plain.brief());
}

TEST_F(Guards, ARewriteFromAnotherShaIsStale) {
  expect_stale({{"kind", "push.rewrite"}, {"ref", "queue"}, {"old", plain.hex()}, {"new", main.hex()}},
               "moved since");
}

TEST_F(Guards, ARewriteMakesTheBranchWhereNoneWasRead) {
  const Json made = {{"kind", "push.rewrite"}, {"ref", "fixes"}, {"old", nullptr}, {"new", plain.hex()}};
  EXPECT_THAT(append(made), ::testing::HasSubstr("\"landed\""));
  EXPECT_EQ(head("ai/review-fixes"), plain.hex() + "\n");
  expect_stale({{"kind", "push.rewrite"}, {"ref", "fixes"}, {"old", nullptr}, {"new", claimed.hex()}},
               "moved since");
}

TEST_F(Guards, APassMakesOneAct) {
  const auto answer = append(push("push.window", main, plain), push("push.window", plain, claimed));
  EXPECT_THAT(answer, ::testing::HasSubstr("one act"));
  EXPECT_EQ(head("develop"), plain.hex() + "\n");
}

TEST_F(Guards, ACommentIsPostedOnce) {
  const Json comment = {{"kind", "comment.commit"},
                        {"sha", plain.hex()},
                        {"marker", "<!-- sluice held -->"},
                        {"body", "Held."}};
  append(comment, comment);
  append(comment);
  EXPECT_EQ(forge->commit_comments(plain.hex()).size(), 1U);
}

TEST_F(Guards, AnothersMarkerHidesNothing) {
  const auto stranger = forge::open_local(repo.remote(), "stranger", [] { return kNow; });
  stranger->comment_commit(plain.hex(), "<!-- sluice held -->\nforged");
  append({{"kind", "comment.commit"},
          {"sha", plain.hex()},
          {"marker", "<!-- sluice held -->"},
          {"body", "Held."}});
  EXPECT_EQ(forge->commit_comments(plain.hex()).size(), 2U);
}

TEST_F(Guards, AMarkedReplyIsPostedOnce) {
  const auto release = open_release(false);
  const auto finding = reviewer->thread(release.number, "w.txt", 1, "Off by one.").comments.front().id;
  const auto reply = [&](const std::string& marker) {
    return append({{"kind", "reply"},
                   {"pull", release.number},
                   {"comment", finding},
                   {"marker", marker},
                   {"body", "No."}});
  };
  EXPECT_THAT(reply("<!-- sluice rejected n:1 -->"), ::testing::HasSubstr("\"landed\""));
  EXPECT_THAT(reply("<!-- sluice rejected n:1 -->"), ::testing::HasSubstr("there already"));
  EXPECT_THAT(reply("<!-- sluice rejected n:2 -->"), ::testing::HasSubstr("\"landed\""));
  const auto said = forge->threads(release.number).front().comments;
  ASSERT_EQ(said.size(), 3U);
  EXPECT_EQ(said[1].body, "<!-- sluice rejected n:1 -->\nNo.");
}

Json comment_on(const Oid& sha, const std::string& marker, const std::string& body) {
  return {{"kind", "comment.commit"}, {"sha", sha.hex()}, {"marker", marker}, {"body", body}};
}

Json replacing(Json comment, const std::string& replaces) {
  comment["replaces"] = replaces;
  return comment;
}

TEST_F(Guards, ACommentTakesThePlaceOfTheOneThatItReplaces) {
  const std::string started = "<!-- sluice attempt n:1 state:started -->";
  const std::string failed = "<!-- sluice attempt n:1 state:failed -->";
  append(comment_on(plain, started, "It runs."));
  const auto posted = forge->commit_comments(plain.hex());
  const auto end = replacing(comment_on(plain, failed, "It failed."), started);
  EXPECT_THAT(append(end), ::testing::HasSubstr("\"landed\""));
  EXPECT_THAT(append(end), ::testing::HasSubstr("there already")) << "run again, it finds its own marker";
  const auto edited = forge->commit_comments(plain.hex());
  ASSERT_EQ(edited.size(), 1U);
  EXPECT_EQ(edited[0].id, posted[0].id);
  EXPECT_EQ(edited[0].body, failed + "\nIt failed.");
}

TEST_F(Guards, ACommentThatReplacesNothingIsPostedNew) {
  append(replacing(comment_on(plain, "<!-- sluice b -->", "b"), "<!-- sluice a -->"));
  ASSERT_EQ(forge->commit_comments(plain.hex()).size(), 1U);
}

TEST_F(Guards, AnothersCommentIsNotReplaced) {
  const std::string forged = "<!-- sluice a -->\nnot ours";
  forge_of("stranger")->comment_commit(plain.hex(), forged);
  append(replacing(comment_on(plain, "<!-- sluice b -->", "b"), "<!-- sluice a -->"));
  const auto comments = forge->commit_comments(plain.hex());
  ASSERT_EQ(comments.size(), 2U);
  EXPECT_EQ(comments[0].body, forged);
}

TEST_F(Guards, AReplacedMarkerShowsInThePassItself) {
  // The second replaces what the first made of it: both find their comment, by the facts as they moved.
  const std::string a = "<!-- sluice a -->", b = "<!-- sluice b -->", c = "<!-- sluice c -->";
  append(comment_on(plain, a, "a"));
  append(replacing(comment_on(plain, b, "b"), a), replacing(comment_on(plain, c, "c"), b));
  const auto comments = forge->commit_comments(plain.hex());
  ASSERT_EQ(comments.size(), 1U);
  EXPECT_EQ(comments[0].body, c + "\nc");
}

TEST_F(Guards, AReplacedMarkerIsOneCommentToo) {
  EXPECT_THAT(append(replacing(comment_on(plain, "<!-- sluice b -->", "b"), "sluice")),
              ::testing::HasSubstr("one HTML comment"));
}

TEST_F(Guards, AMarkerIsOneComment) {
  EXPECT_THAT(append({{"kind", "comment.commit"},
                      {"sha", plain.hex()},
                      {"marker", "<!-- sluice held --> <!-- sluice other -->"},
                      {"body", "x"}}),
              ::testing::HasSubstr("one HTML comment"));
}

Json issue(const std::string& marker) {
  return {{"kind", "issue"}, {"title", "Findings put off"}, {"marker", marker}, {"body", "A list."}};
}

TEST_F(Guards, AnIssueIsOpenedOnceForItsMarkerClosedOrNot) {
  const auto put_off = issue("<!-- sluice deferred pull:7 -->");
  forge_of("stranger")->open_issue("forged", "<!-- sluice deferred pull:7 -->\nnot ours");
  EXPECT_THAT(append(put_off, put_off), ::testing::HasSubstr("there already"));
  const auto opened = forge->issues();
  ASSERT_EQ(opened.size(), 1U);
  EXPECT_EQ(opened[0].title, "Findings put off");
  EXPECT_EQ(opened[0].body, "<!-- sluice deferred pull:7 -->\nA list.");
  forge->close_issue(opened[0].number);
  EXPECT_THAT(append(put_off), ::testing::HasSubstr("\"number\":" + std::to_string(opened[0].number)));
  append(issue("<!-- sluice deferred pull:8 -->"));
  EXPECT_EQ(forge->issues().size(), 2U);
}

TEST_F(Guards, AnIssueMayFollowAnActAndIsNone) {
  const auto window = push("push.window", main, plain);
  EXPECT_THAT(append(window, issue("<!-- sluice a -->")), ::testing::Not(::testing::HasSubstr("one act")));
  EXPECT_EQ(forge->issues().size(), 1U);
  EXPECT_THAT(append(issue("<!-- sluice b -->"), push("push.window", plain, claimed)),
              ::testing::Not(::testing::HasSubstr("one act")));
  EXPECT_EQ(head("develop"), claimed.hex() + "\n");
}

TEST_F(Guards, IssuesThatAreSwitchedOffAreSaidInTheReceipt) {
  forge->set(forge::Setting::issues, false);
  const auto answer = append(issue("<!-- sluice a -->"));
  EXPECT_THAT(answer, ::testing::HasSubstr("\"refused\""));
  EXPECT_THAT(answer, ::testing::HasSubstr("\"disabled\":true"));
  EXPECT_TRUE(forge->all_issues().empty());
}

TEST_F(Guards, AnIssueNeedsItsWords) {
  auto bare = issue("<!-- sluice a -->");
  bare.erase("title");
  EXPECT_THAT(append(bare), ::testing::HasSubstr("needs \"title\""));
  EXPECT_THAT(append(issue("marker")), ::testing::HasSubstr("one HTML comment"));
}

TEST_F(Guards, ADryRunShowsItsIssueAndItsEditToWhatFollows) {
  append(comment_on(plain, "<!-- sluice a -->", "a"));
  const auto dry = [&](const Json& first, const Json& second) {
    return harness::run({.library = std::string(SLUICE_TEST_PLUGINS) + "/any_effect.so",
                         .stage = "any-effect",
                         .clone = repo.clone(),
                         .config = {{"first", first}, {"second", second}},
                         .now = kNow,
                         .dry_run = true})
        .stage.reason;
  };
  const auto marked = issue("<!-- sluice b -->");
  EXPECT_THAT(dry(marked, marked), ::testing::ContainsRegex("would.*there already"));
  const auto edit = replacing(comment_on(plain, "<!-- sluice b -->", "b"), "<!-- sluice a -->");
  EXPECT_THAT(dry(edit, edit), ::testing::ContainsRegex("would.*there already"));
  EXPECT_THAT(dry(edit, comment_on(plain, "<!-- sluice a -->", "a")),
              ::testing::ContainsRegex("would.*would"));
  EXPECT_TRUE(forge->issues().empty());
  EXPECT_EQ(forge->commit_comments(plain.hex()).front().body, "<!-- sluice a -->\na");
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
