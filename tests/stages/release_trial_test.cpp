// release and reply as the engine runs them: real git, the embedded forge, the real libraries.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/forge/local/local_forge.hpp"
#include "host/harness/trial.hpp"
#include "support/repo.hpp"

namespace sluice {
namespace {

using test::Oid;
using test::Repo;
using ::testing::HasSubstr;

constexpr std::string_view bot = "coderabbitai[bot]";
constexpr std::int64_t opened = 1'700'000'000;

/// m (main) - w (develop, the head of release #1); the queue is at main.
class Release : public ::testing::Test {
 protected:
  Release() {
    repo.write("shared.txt", "one\n").write("lock.txt", "lock 1\n");
    main = repo.commit("Start", 1);
    repo.push("main");
    repo.branch("ai/queue").push("ai/queue");
    repo.branch("develop");
    repo.write("shared.txt", "window\n").write("lock.txt", "lock window\n");
    head = repo.commit("The window", 2);
    repo.push("develop");
    ours = open_as("collector");
    theirs = open_as(std::string(bot));
    pull = ours->open("main", "develop", "release", "").number;
  }

  std::unique_ptr<forge::LocalForge> open_as(const std::string& login) {
    return forge::open_local(repo.remote(), login, [this] { return clock; });
  }

  void status(const std::string& state, const std::string& description) {
    theirs->set_status(head.hex(), "CodeRabbit", state, description);
  }

  /// The stage at this moment of the clock.
  report::StageReport run(const std::string& stage, Json config = Json::object(), bool dry_run = false) {
    pipeline::Bot reviewer;
    reviewer.cap = 150;
    reviewer.cap_from = "the plan open-source";
    const auto finding = harness::run({.library = std::string(SLUICE_PLUGINS) + "/" + stage + ".so",
                                       .stage = stage,
                                       .clone = repo.clone(),
                                       .config = std::move(config),
                                       .bot = reviewer,
                                       .now = clock,
                                       .dry_run = dry_run});
    return finding.stage;
  }

  static std::vector<std::string> kinds(const report::StageReport& report) {
    std::vector<std::string> kinds;
    for (const auto& effect : report.effects) kinds.push_back(effect.kind + " " + effect.receipt);
    return kinds;
  }

  std::string remote_head(const std::string& branch) {
    return repo.remote_git({"rev-parse", "refs/heads/" + branch}).substr(0, 40);
  }
  std::string heads() {
    return repo.remote_git({"for-each-ref", "--format=%(refname) %(objectname)", "refs/heads"});
  }
  std::string file(const std::string& path) { return repo.remote_git({"show", "main:" + path}); }

  void move_main(const std::string& path, const std::string& bytes) {
    repo.checkout("main");
    repo.write(path, bytes).commit("On main", 9);
    repo.push("main");
  }

  std::int64_t clock = opened;
  Repo repo;
  Oid main, head;
  std::unique_ptr<forge::LocalForge> ours, theirs;
  std::int64_t pull = 0;
};

using Strings = std::vector<std::string>;

TEST_F(Release, IsMergedWhenItsReviewIsCompleted) {
  status("success", "Review completed");
  const auto report = run("release");
  EXPECT_EQ(report.outcome, Outcome::Kind::end) << report.reason;
  EXPECT_EQ(kinds(report), Strings{"merge landed"});
  EXPECT_EQ(repo.remote_git({"rev-parse", "main^2"}).substr(0, 40), head.hex()) << "always a merge commit";
  EXPECT_EQ(ours->pull(pull)->state, forge::State::merged);
  EXPECT_EQ(run("release").outcome, Outcome::Kind::go_on) << "nothing is left to do";
}

TEST_F(Release, ADryRunWritesNothing) {
  status("success", "Review completed");
  const auto before = heads();
  const auto report = run("release", Json::object(), true);
  EXPECT_EQ(kinds(report), Strings{"merge would"}) << report.reason;
  EXPECT_EQ(heads(), before);
  EXPECT_EQ(ours->pull(pull)->state, forge::State::open);
}

TEST_F(Release, IsMergedByTheForgeWhenMainMovedElsewhere) {
  status("success", "Review completed");
  move_main("other.txt", "main\n");
  EXPECT_EQ(kinds(run("release")), Strings{"merge landed"});
  EXPECT_EQ(file("shared.txt") + file("other.txt"), "window\nmain\n");
}

TEST_F(Release, ALockfileInConflictIsMadeAnewAndTheFoldPushed) {
  status("success", "Review completed");
  move_main("lock.txt", "lock main\n");
  const Json command = {"sh", "-c", "echo rebuilt > lock.txt"};
  const auto report = run("release", {{"lockfile", {{"path", "lock.txt"}, {"command", command}}}});
  EXPECT_EQ(report.outcome, Outcome::Kind::end) << report.reason;
  EXPECT_EQ(kinds(report), Strings{"push.fold landed"});
  EXPECT_EQ(file("lock.txt") + file("shared.txt"), "rebuilt\nwindow\n");
  EXPECT_EQ(ours->pull(pull)->state, forge::State::merged) << "its head is in its base now";
}

TEST_F(Release, AConflictIsAPersonsWithNobodyToResolveIt) {
  status("success", "Review completed");
  move_main("shared.txt", "main\n");
  const auto before = heads();
  const auto report = run("release");
  EXPECT_EQ(report.outcome, Outcome::Kind::red);
  EXPECT_THAT(report.reason, HasSubstr(head.hex().substr(0, 10)));
  EXPECT_THAT(report.reason, HasSubstr(remote_head("main").substr(0, 10)));
  EXPECT_THAT(report.reason, HasSubstr("shared.txt"));
  EXPECT_EQ(kinds(report), Strings{});
  EXPECT_EQ(heads(), before);
}

TEST_F(Release, APersonsClosingPausesUntilDevelopLetsGoOfIt) {
  ours->close(pull);
  const auto paused = run("release");
  EXPECT_EQ(paused.outcome, Outcome::Kind::idle);
  EXPECT_THAT(paused.reason, HasSubstr("pauses"));
  repo.git({"push", "-q", "-f", "origin", main.hex() + ":refs/heads/develop"});
  EXPECT_EQ(run("release").outcome, Outcome::Kind::go_on);
}

TEST_F(Release, AMissingStatusIsWaitedForThenRed) {
  EXPECT_EQ(run("release").wake_after, 600);
  clock = opened + 600;
  EXPECT_EQ(run("release").outcome, Outcome::Kind::red);
  clock = opened;
  EXPECT_EQ(run("release", {{"missing_check_grace", 0}}).outcome, Outcome::Kind::red);
}

TEST_F(Release, ARateLimitIsAskedAboutOncePerWait) {
  status("success", "Review rate limited");
  theirs->comment(pull,
                  "<!-- This is an auto-generated comment: rate limited by coderabbit.ai -->\n"
                  "> Next included review available in 10 minutes.\n"
                  "<!-- end of auto-generated comment: rate limited by coderabbit.ai -->\n");
  const auto early = run("release");
  EXPECT_EQ(early.wake_after, 660);
  EXPECT_EQ(kinds(early), Strings{});
  clock = opened + 660;
  const auto asked = run("release");
  EXPECT_EQ(asked.outcome, Outcome::Kind::idle);
  EXPECT_EQ(asked.wake_after, 900);
  EXPECT_EQ(kinds(asked), Strings{"ask landed"});
  EXPECT_EQ(ours->comments(pull).back().body, "<!-- sluice ask -->\n@coderabbitai review");
  clock += 10;
  const auto again = run("release");
  EXPECT_EQ(again.wake_after, 890);
  EXPECT_EQ(kinds(again), Strings{});
}

TEST_F(Release, OverTheBotsCapTheLimitIsKeptOnce) {
  status("success", "Review skipped: 119 files exceed the limit of 100");
  const auto report = run("release");
  EXPECT_EQ(report.outcome, Outcome::Kind::red);
  EXPECT_THAT(report.reason, HasSubstr("host queue recut"));
  EXPECT_EQ(kinds(report), Strings{"comment.pull landed"});
  EXPECT_THAT(
      ours->comments(pull).back().body,
      ::testing::StartsWith(
          "<!-- sluice cap limit:100 files:119 was:150 from:the-plan-open-source at:2023-11-14 -->\n"));
  clock += 86'400;
  status("success", "Review skipped: 119 files exceed the limit of 100");
  EXPECT_EQ(kinds(run("release")), Strings{}) << "kept already, whatever the day";
}

/// The release is merged; a fix of its finding is on develop.
class Reply : public Release {
 protected:
  Reply() {
    finding = theirs->thread(pull, "shared.txt", 1, "_🟠 Major_\n\n**Check it.**").comments.front().id;
    review = theirs->review(pull, "COMMENTED", "🧹 Nitpick comments (1)", {}).id;
    status("success", "Review completed");
    ours->merge(pull, head.hex());
    repo.fetch();
    repo.branch("develop", "origin/main");
    repo.write("shared.txt", "fixed\n");
    fix = repo.commit("Check it, closes #3\n\nAnswers: " + std::to_string(finding) +
                          "\nDrains: " + std::to_string(review) + "\n\nBy: somebody\n",
                      5);
    repo.push("develop");
  }

  std::int64_t finding = 0, review = 0;
  Oid fix;
};

TEST_F(Reply, IsPostedOnceForTheThreadAndOnceForTheBody) {
  const auto report = run("reply");
  EXPECT_EQ(report.outcome, Outcome::Kind::go_on);
  EXPECT_EQ(report.wake_after, std::nullopt);
  EXPECT_EQ(kinds(report), (Strings{"reply landed", "comment.pull landed"}));
  const auto thread = ours->threads(pull).front();
  ASSERT_EQ(thread.comments.size(), 2u);
  EXPECT_EQ(thread.comments.back().body, "Agreed, fixed in " + fix.hex() + " — `Check it, closes #\u200B3`");
  EXPECT_THAT(ours->comments(pull).back().body,
              ::testing::StartsWith("<!-- sluice drains review:" + std::to_string(review) + " -->\n"));
  EXPECT_EQ(kinds(run("reply")), Strings{}) << "never twice";
}

TEST_F(Reply, ServesTheMergedReleaseWhileAnotherIsOpen) {
  ours->open("main", "develop", "the next", "");
  EXPECT_EQ(kinds(run("reply")).size(), 2u);
}

TEST_F(Reply, AnswersByACommitCutToMainToo) {
  repo.git({"push", "-q", "origin", fix.hex() + ":refs/heads/main"});
  EXPECT_EQ(kinds(run("reply")).size(), 2u);
}

TEST_F(Reply, ARefusedPostGivesThePassAWake) {
  theirs->lock(pull, true);
  const auto report = run("reply");
  EXPECT_EQ(report.outcome, Outcome::Kind::go_on) << "best effort";
  EXPECT_EQ(report.wake_after, 3600);
  EXPECT_EQ(kinds(report), (Strings{"reply refused", "comment.pull refused"}));
  theirs->lock(pull, false);
  EXPECT_EQ(kinds(run("reply")).size(), 2u) << "the next pass posts what is owed";
}

TEST_F(Reply, ADryRunPostsNothing) {
  EXPECT_EQ(kinds(run("reply", Json::object(), true)), (Strings{"reply would", "comment.pull would"}));
  EXPECT_EQ(ours->threads(pull).front().comments.size(), 1u);
}

}  // namespace
}  // namespace sluice
