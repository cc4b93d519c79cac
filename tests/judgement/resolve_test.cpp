// Conflicts, and sessions that settle them or do anything else.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judgement/judged.hpp"
#include "support/temp_dir.hpp"

namespace sluice {
namespace {

using test::Judged;
using test::Oid;
using test::Ran;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const std::string kResolver = "[roles]\nresolver = \"resolve\"\n";
const std::string kSettled = "write base.txt both\ngit add base.txt\ngit cherry-pick --continue\n";

/// start - ours - behind (ai/queue); start - theirs (main, develop): ours and theirs write base.txt.
struct Conflict : Judged {
  explicit Conflict(const std::string& tables = kResolver, const std::string& agent = {})
      : Judged(3, tables, agent) {
    ours = write("ai/queue", "base.txt", "ours\n");
    behind = queue({"behind.txt"});
    write("main", "base.txt", "theirs\n");
    only("return-stroke");
  }
  Oid ours, behind;
};

TEST(ResolvedReplay, IsPushedWithTheMessagesAndAuthorsOfTheOriginals) {
  Conflict river;
  const Ran ran = river.run_scripted(kSettled);
  EXPECT_EQ(ran.outcome(), "end") << ran.reason() << ran.errors;
  const std::string copy = river.head("ai/queue").hex() + "~1";
  EXPECT_EQ(river.message(copy),
            "Write base.txt\n\n(cherry picked from commit " + river.ours.hex() + ")\n\n");
  EXPECT_EQ(river.repo.remote_git({"show", copy + ":base.txt"}), "both\n");
  const auto who = [&](const std::string& commit) {
    return river.repo.remote_git({"log", "-1", "--format=%an %ae %at", commit});
  };
  EXPECT_EQ(who(copy), who(river.ours.hex()));
  EXPECT_THAT(river.subjects("develop"), Contains("behind.txt"));
  EXPECT_EQ(river.sessions(), 1);
  EXPECT_THAT(river.prompt(), HasSubstr(river.ours.hex()));
  EXPECT_THAT(river.prompt(), HasSubstr("base.txt"));
  EXPECT_THAT(river.markers_on(river.ours),
              ElementsAre(testing::AllOf(HasSubstr("attempt step:resolve"), HasSubstr("n:1 state:done"))));
}

TEST(ResolvedReplay, AChangeThatTheTargetAbsorbsIsAnEmptyCopy) {
  Conflict river;
  const Ran ran = river.run_scripted(
      "write base.txt theirs\ngit add base.txt\ngit commit --allow-empty --no-edit\n"
      "git cherry-pick --continue\n");
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_THAT(river.markers_on(river.ours), Contains(HasSubstr("state:done")));
  EXPECT_THAT(river.subjects("develop"), Contains("behind.txt"));
}

struct Misdeed {
  const char* name;
  std::string script, fault;
};

class FailedResolution : public testing::TestWithParam<Misdeed> {};

TEST_P(FailedResolution, CountsAnAttemptAndLeavesTheQueueUntouched) {
  Conflict river;
  const Ran ran = river.run_scripted(GetParam().script);
  EXPECT_EQ(ran.outcome(), "idle") << ran.reason();
  EXPECT_EQ(ran.wake(), 60);
  EXPECT_THAT(ran.reason(), HasSubstr(GetParam().fault));
  EXPECT_EQ(river.head("ai/queue"), river.behind);
  EXPECT_THAT(river.markers_on(river.ours), ElementsAre(HasSubstr("n:1 state:failed")));
  EXPECT_FALSE(river.has("work"));
}

const std::string kFirst = "write base.txt both\ngit add base.txt\n";

INSTANTIATE_TEST_SUITE_P(
    Of, FailedResolution,
    testing::Values(
        Misdeed{"Nothing", "say I looked", "cherry-pick open"},
        Misdeed{"Skip", "git cherry-pick --skip", "may be skipped"},
        Misdeed{"Abort", "git cherry-pick --abort", "may be skipped"},
        Misdeed{"Quit", "git cherry-pick --quit\ngit reset --hard", "may be skipped"},
        Misdeed{"Reset", kSettled + "git reset --hard HEAD~1", "may be skipped"},
        Misdeed{"ResetFarther", kSettled + "git reset --hard HEAD~3", ""},
        Misdeed{"Amend", kSettled + "git commit --amend -m Mine", "does not say that it was picked"},
        Misdeed{"OwnMessage", kFirst + "git commit -m Mine\ngit cherry-pick --continue",
                "does not say that it was picked"},
        Misdeed{"Added", kSettled + "write more.txt x\ncommit More", "none may be skipped, dropped or added"},
        Misdeed{"Dirt", kSettled + "write left.txt x", "left.txt"},
        Misdeed{"Marks", "git add base.txt\ngit cherry-pick --continue", "conflict marks"},
        Misdeed{
            "Elsewhere",
            "write base.txt both\nwrite other.txt x\ngit add base.txt other.txt\ngit cherry-pick --continue",
            "other.txt"},
        Misdeed{"ElsewhereLater",
                kSettled + "write other.txt x\ngit add other.txt\ngit commit --amend --no-edit", "other.txt"},
        Misdeed{"Swapped", kSettled + "git reset --hard HEAD~2\ngit cherry-pick -x HEAD@{1}", ""},
        Misdeed{"Crash", "say I begin\ncrash", "signal 11"},
        Misdeed{"Exit", "say no\nexit 3", "ended with 3"},
        Misdeed{"NoRepository", "git rev-parse\nwrite gone x\ngit checkout -q --orphan new\ngit rm -rfq .",
                ""}),
    [](const auto& tested) { return tested.param.name; });

TEST(ResolvedReplay, ASessionReachesNoRemoteAndIsGivenNoToken) {
  Conflict river;
  const std::string canary = "ghp_canary0123456789canary0123456789abcd";
  const Ran ran = river.run_scripted(
      "git push origin HEAD:main\ngit push " + river.repo.remote().string() + ".none HEAD\ngit remote -v\n" +
          kSettled,
      {.environment = {{"GH_TOKEN", canary}, {"GITHUB_TOKEN", canary}, {"SECRET_KEY", canary}}});
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_THAT(river.environment(), Not(HasSubstr(canary)));
  EXPECT_THAT(river.environment(), HasSubstr("GIT_TERMINAL_PROMPT=0"));
  EXPECT_THAT(ran.errors, HasSubstr("'origin' does not appear to be a git repository"));
}

TEST(ResolvedReplay, ThreeFailuresAreAPersonsAndAreTold) {
  Conflict river;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(river.run_scripted("git cherry-pick --abort").outcome(), "idle");
  const Ran ran = river.run_scripted(kSettled);
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_EQ(river.sessions(), 0);
  EXPECT_THAT(ran.reason(), HasSubstr("the resolver has spent its attempts"));
  EXPECT_THAT(river.markers_on(river.ours), Contains(HasSubstr("sluice held")));
  EXPECT_THAT(river.markers_on(river.ours), SizeIs(4));
  EXPECT_EQ(river.head("ai/queue"), river.behind);
}

TEST(ResolvedReplay, ALimitCountsNothingAndStopsEveryoneUntilItLifts) {
  Conflict river;
  const std::string limit =
      "limit You've hit your session limit · resets 11pm (UTC)";  // 2023-11-14 22:13:20 now.
  const Ran first = river.run_scripted(limit);
  EXPECT_EQ(first.outcome(), "idle") << first.reason();
  EXPECT_EQ(first.wake(), 46 * 60 + 40);
  EXPECT_THAT(river.markers_on(river.ours), ElementsAre(HasSubstr("n:1 state:void")));
  EXPECT_THAT(river.markers_on(river.head("main")),
              ElementsAre(HasSubstr("sluice limited agent:scripted_agent until:")));
  river.now += 60;
  const Ran second = river.run_scripted(kSettled);
  EXPECT_EQ(second.outcome(), "idle");
  EXPECT_EQ(second.wake(), 45 * 60 + 40);
  EXPECT_EQ(river.sessions(), 0);
  river.now += 3600;
  EXPECT_EQ(river.run_scripted(kSettled).outcome(), "end");
}

TEST(ResolvedReplay, AMissingProgramIsRedAtOnceAndNamesItsTable) {
  Conflict river(kResolver + "[agent.resolve]\ncommand = [\"no-such-agent\"]\n");
  const Ran ran = river.run_scripted("");
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_THAT(ran.reason(), HasSubstr("no-such-agent"));
  EXPECT_THAT(ran.reason(), HasSubstr("[agent]"));
  EXPECT_THAT(river.markers_on(river.ours), ElementsAre(HasSubstr("state:void")));
}

TEST(ResolvedReplay, AProgramThatNeverSaysAWordIsRedInTheEndAndLeavesOneComment) {
  Conflict river(kResolver + "[agent.resolve]\ncommand = [\"false\"]\n");
  for (int i = 0; i < 2; ++i) {
    const Ran ran = river.run_scripted("");
    EXPECT_EQ(ran.outcome(), "idle");
    EXPECT_EQ(ran.wake(), 300);
  }
  const Ran ran = river.run_scripted("");
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_THAT(ran.reason(), HasSubstr("without a word 3 times in a row"));
  EXPECT_THAT(river.markers_on(river.ours), ElementsAre(HasSubstr("n:1 state:void")));
  EXPECT_EQ(river.head("ai/queue"), river.behind);
}

TEST(ResolvedReplay, CommitsThatCannotBeReadCountAnAttempt) {
  Conflict river(kResolver +
                 "[agent.resolve]\ncommand = [\"sh\", \"-c\", \"echo begun; echo both > base.txt; git add "
                 "base.txt; git cherry-pick --continue; id=$(git rev-parse HEAD:base.txt); rm -f "
                 ".git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut -c3-)\"]\n");
  const Ran ran = river.run_scripted("");
  EXPECT_EQ(ran.outcome(), "idle") << ran.reason();
  EXPECT_EQ(ran.wake(), 60);
  EXPECT_THAT(river.markers_on(river.ours), ElementsAre(HasSubstr("n:1 state:failed")));
}

TEST(ResolvedReplay, AHangIsEndedByItsClock) {
  Conflict river(kResolver + "[agent.resolve]\nseconds = 1\n");
  const Ran ran = river.run_scripted("hang");
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_THAT(ran.reason(), HasSubstr("longer than its 1 s"));
  EXPECT_THAT(river.markers_on(river.ours), ElementsAre(HasSubstr("n:1 state:failed")));
}

TEST(ResolvedReplay, AFloodIsCutAndChangesNothing) {
  Conflict river;
  const Ran ran = river.run_scripted("flood 20000000\nsay ::set-output name=x::y\n" + kSettled);
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_LT(ran.errors.size(), 4'000'000U);
  EXPECT_THAT(ran.errors, Not(HasSubstr("\n::")));
}

TEST(ResolvedReplay, APassThatDiedInItsSessionHasCountedAnAttempt) {
  Conflict river;
  const Ran died = river.run_scripted("kill-host");
  EXPECT_EQ(died.signal, 9);
  EXPECT_THAT(river.markers_on(river.ours), ElementsAre(HasSubstr("n:1 state:started")));
  const Ran ran = river.run_scripted(kSettled);
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_THAT(river.markers_on(river.ours),
              ElementsAre(HasSubstr("n:1 state:started"), HasSubstr("n:2 state:done")));
}

TEST(ResolvedReplay, AMarkerThatSomebodyElseWroteCountsForNothing) {
  Conflict river;
  for (int i = 0; i < 3; ++i) river.run_scripted("git cherry-pick --abort");
  const auto failed = river.forge().commit_comments(river.ours.hex());
  Conflict other;
  const auto mallory = forge::open_local(other.repo.remote(), "mallory", [&other] { return other.now; });
  for (const auto& comment : failed) mallory->comment_commit(other.ours.hex(), comment.body);
  EXPECT_EQ(other.run_scripted(kSettled).outcome(), "end");
}

TEST(ResolvedReplay, OverTheBudgetIsIdleWithAWake) {
  // What is left after a link of the chain that takes two seconds covers no session of sixty.
  Conflict river(
      "[roles.resolver]\nplugin = \"resolve\"\nchain = [\"command\", \"agent\"]\n"
      "command = [\"sleep\", \"2\"]\n[pass]\nbudget = 61\n");
  const Ran ran = river.run_scripted(kSettled);
  EXPECT_EQ(ran.outcome(), "idle") << ran.reason();
  EXPECT_EQ(ran.wake(), 60);
  EXPECT_THAT(ran.reason(), HasSubstr("budget"));
  EXPECT_EQ(river.sessions(), 0);
  EXPECT_THAT(river.markers_on(river.ours), IsEmpty());
}

TEST(Chain, ACommandSettlesWhatItCan) {
  Conflict river(
      "[roles.resolver]\nplugin = \"resolve\"\nchain = [\"command\", \"agent\"]\n"
      "command = [\"sh\", \"-c\", \"echo both > base.txt\"]\n");
  const Ran ran = river.run_scripted("");
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_EQ(river.sessions(), 0);
  EXPECT_EQ(river.repo.remote_git({"show", "develop:base.txt"}), "both\n");
}

TEST(Chain, ACommandThatTouchesMoreIsNotTaken) {
  Conflict river(
      "[roles.resolver]\nplugin = \"resolve\"\nchain = [\"command\", \"agent\"]\n"
      "command = [\"sh\", \"-c\", \"echo both > base.txt; echo x > other.txt\"]\n");
  const Ran ran = river.run_scripted(kSettled);
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_EQ(river.sessions(), 1);
  EXPECT_THAT(river.files("develop"), Not(Contains("other.txt")));
}

TEST(Chain, WhatGitRecordedInTheCloneIsUsed) {
  Conflict river("[roles.resolver]\nplugin = \"resolve\"\nchain = [\"rerere\", \"agent\"]\n");
  river.repo.fetch();
  river.repo.git({"checkout", "-q", "--detach", "refs/remotes/origin/develop"});
  const auto typed =
      process::run({.argv = {"sh", "-c",
                             "git config rerere.enabled true; git cherry-pick " + river.ours.hex() +
                                 "; echo recorded > base.txt; git rerere; git cherry-pick --abort"},
                    .directory = river.repo.clone()});
  ASSERT_TRUE(typed.ok()) << typed.error;
  const Ran ran = river.run_scripted("");
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_EQ(river.sessions(), 0);
  EXPECT_EQ(river.repo.remote_git({"show", "develop:base.txt"}), "recorded\n");
}

/// The window's fold of main conflicts: develop (and the queue on it) and main write base.txt.
struct Fold : Judged {
  Fold() : Judged(3, kResolver) {
    write("develop", "base.txt", "developed\n");
    main = write("main", "base.txt", "expressed\n");
    repo.git({"push", "-q", "--force", "origin", "refs/remotes/origin/develop:refs/heads/ai/queue"});
    queue({"a.txt"});
  }
  Oid main;
};

TEST(ResolvedFold, OfTheWindowIsOneMergeOfOurOwn) {
  Fold river;
  const Ran ran = river.run_scripted("write base.txt both\ngit add base.txt\ngit commit -m Mine\n");
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_EQ(river.parents("develop").at(1), river.main.hex());
  EXPECT_EQ(river.message("develop"), "Merge main into the window\n\n");
  EXPECT_EQ(river.repo.remote_git({"show", "develop:base.txt"}), "both\n");
}

TEST(ResolvedFold, ThatIsNoneCountsOnMainsCommit) {
  for (const std::string script :
       {"git merge --abort", "write base.txt both\nwrite a.txt x\ngit add -A\ngit commit --no-edit",
        "write base.txt both\ngit add -A\ngit commit --no-edit\nwrite b.txt b\ncommit More",
        "git add -A\ngit commit --no-edit"}) {
    Fold river;
    const Oid develop = river.head("develop");
    const Ran ran = river.run_scripted(script);
    EXPECT_EQ(ran.outcome(), "idle") << script << ran.reason();
    EXPECT_EQ(river.head("develop"), develop);
    EXPECT_THAT(river.markers_on(river.main), ElementsAre(HasSubstr("step:fold"))) << script;
  }
}

TEST(ResolvedFold, OfAReleaseIsPushedToMain) {
  Judged river(3, kResolver);
  river.write("ai/queue", "base.txt", "window\n");
  EXPECT_EQ(river.run_scripted("").outcome(), "end");
  river.complete_review();
  const Oid main = river.write("main", "base.txt", "hotfix\n");
  const Ran ran = river.run_scripted("write base.txt both\ngit add base.txt\ngit commit --no-edit\n");
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_THAT(ran.effects(), Contains("push.fold landed"));
  EXPECT_TRUE(river.is_ancestor(main, river.head("main")));
  EXPECT_EQ(river.repo.remote_git({"show", "main:base.txt"}), "both\n");
}

}  // namespace
}  // namespace sluice
