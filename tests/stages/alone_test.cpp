// Each stage alone over a real clone and its forge, in process and in a child: the same answer from both.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/forge/local/local_forge.hpp"
#include "host/harness/trial.hpp"
#include "support/repo.hpp"

namespace sluice {
namespace {

using test::Oid;
using test::Repo;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t kNow = 1'700'000'000;

///   m (main, develop) - a - c - b (ai/queue; c claims the lane)
///     then m2 (main, where it is moved)   f (ai/review-fixes, where there is a fix)
class Alone : public testing::TestWithParam<bool> {
 protected:
  Alone() {
    repo.commit_file("m.txt", 1);
    repo.push("main");
    repo.branch("develop").push("develop");
    repo.branch("ai/queue");
    plain = repo.commit_file("a.txt", 2);
    repo.write("c.txt", "c\n");
    claimed = repo.commit("Sort\n\nExpress: generated\n", 3);
    behind = repo.commit_file("b.txt", 4);
    repo.push("ai/queue");
    forge = forge::open_local(repo.remote(), "collector", [] { return kNow; });
  }

  harness::Finding run(const std::string& plugin, const std::string& stage, bool lane = true) {
    harness::Trial trial;
    trial.library = std::string(SLUICE_PLUGINS) + "/" + plugin + ".so";
    trial.stage = stage;
    trial.clone = repo.clone();
    trial.bot.cap = 2;
    trial.now = kNow;
    trial.isolated = GetParam();
    trial.lane = lane;
    return harness::run(trial);
  }

  static std::vector<std::string> effects(const harness::Finding& finding) {
    std::vector<std::string> all;
    for (const auto& effect : finding.stage.effects) all.push_back(effect.kind + " " + effect.receipt);
    return all;
  }

  static std::map<std::string, std::string> decisions(const harness::Finding& finding) {
    std::map<std::string, std::string> all;
    for (const auto& decision : finding.decisions) all[decision.commit] = decision.verdict;
    return all;
  }

  Oid head(const std::string& branch) {
    return Oid::parse(repo.remote_git({"rev-parse", "refs/heads/" + branch}).substr(0, 40)).value();
  }

  void move_main() {
    repo.branch("main", "origin/main");
    repo.commit_file("m2.txt", 5);
    repo.push("main");
  }

  void make_fix() {
    repo.branch("ai/review-fixes", "origin/develop");
    fix = repo.commit_file("f.txt", 6);
    repo.push("ai/review-fixes");
  }

  Repo repo;
  Oid plain, claimed, behind, fix;
  std::unique_ptr<forge::LocalForge> forge;
};

TEST_P(Alone, ReturnStroke) {
  move_main();
  const auto finding = run("return_stroke", "return-stroke");
  EXPECT_EQ(finding.stage.outcome, Outcome::Kind::go_on);
  EXPECT_THAT(effects(finding), ElementsAre("push.stroke landed"));
  EXPECT_EQ(head("develop"), head("main"));
}

TEST_P(Alone, Express) {
  const auto finding = run("express", "express");
  EXPECT_EQ(finding.stage.outcome, Outcome::Kind::end);
  EXPECT_EQ(finding.stage.reason, "1 express commit reached main");
  EXPECT_THAT(effects(finding), ElementsAre("push.cut landed"));
  EXPECT_EQ(decisions(finding).at(claimed.hex()), "expressed");
}

TEST_P(Alone, SyncFixes) {
  make_fix();
  move_main();
  run("return_stroke", "return-stroke");
  EXPECT_THAT(effects(run("sync", "sync-fixes")), ElementsAre("push.rewrite landed"));
  EXPECT_THAT(effects(run("sync", "sync-fixes")), IsEmpty());
}

TEST_P(Alone, SyncQueue) {
  make_fix();
  const auto finding = run("sync", "sync-queue");
  EXPECT_THAT(effects(finding), ElementsAre("push.rewrite landed"));
  EXPECT_THAT(finding.stage.reason, HasSubstr("replayed 3 owed commits onto ai/review-fixes"));
  EXPECT_THAT(effects(run("sync", "sync-queue")), IsEmpty());
}

TEST_P(Alone, PortWithALane) {
  const auto finding = run("port", "port");
  EXPECT_EQ(finding.stage.outcome, Outcome::Kind::go_on);
  EXPECT_THAT(effects(finding), ElementsAre("push.window landed"));
  const auto decided = decisions(finding);
  EXPECT_EQ(decided.at(plain.hex()), "window");
  EXPECT_EQ(decided.at(claimed.hex()), "claimed");
  EXPECT_EQ(decided.at(behind.hex()), "window");
}

TEST_P(Alone, PortWithoutALane) {
  const auto finding = run("port", "port", false);
  EXPECT_EQ(head("develop"), claimed);
  EXPECT_EQ(decisions(finding).at(behind.hex()), "held");
}

TEST_P(Alone, Open) {
  EXPECT_THAT(effects(run("open", "open")), IsEmpty());
  run("port", "port");
  const auto finding = run("open", "open");
  EXPECT_EQ(finding.stage.outcome, Outcome::Kind::end);
  EXPECT_EQ(finding.stage.wake_after, 600);
  EXPECT_THAT(effects(finding), ElementsAre("open landed"));
  EXPECT_EQ(forge->all_pulls().front().head_sha, head("develop").hex());
  EXPECT_THAT(effects(run("open", "open")), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Stages, Alone, testing::Bool(), [](const auto& info) {
  return info.param ? std::string("InAChild") : std::string("InProcess");
});

}  // namespace
}  // namespace sluice
