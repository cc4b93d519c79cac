// A commit that no window can carry, and sessions that repackage it or do anything else.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judgement/judged.hpp"

namespace sluice {
namespace {

using test::Judged;
using test::Oid;
using test::Ran;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

const std::string kReshaper = "[roles]\nreshaper = \"reshape\"\n";

/// before - whole - behind (ai/queue): whole writes five files, and the cap is two.
struct Oversize : Judged {
  explicit Oversize(const std::string& trailer = {}) : Judged(2, kReshaper) {
    before = queue({"before.txt"});
    whole = commit("ai/queue", {"a.txt", "b.txt", "c.txt", "d.txt", "e.txt"}, trailer);
    behind = queue({"behind.txt"});
  }
  /// The files of the commit in the work tree, staged by nobody.
  std::string laid() const { return "git checkout " + whole.hex() + " -- .\ngit reset -q\n"; }
  static std::string part(const std::string& files, const std::string& message) {
    return "git add " + files + "\ngit commit -q -m " + message + "\n";
  }
  std::string parts() const {
    return laid() + part("a.txt b.txt", "Read") +
           "git add c.txt d.txt e.txt\ncommit-staged Sweep\\n\\nExpress: generated\n";
  }
  Oid before, whole, behind;
};

TEST(Reshaped, PartsGoToWindowsAndTheLaneAndNothingIsLost) {
  Oversize river;
  const Ran first = river.run_scripted(river.parts());
  EXPECT_EQ(first.outcome(), "end") << first.reason() << first.errors;
  EXPECT_EQ(river.sessions(), 1);
  EXPECT_THAT(river.prompt(), HasSubstr(river.whole.hex()));
  EXPECT_THAT(river.subjects("main..ai/queue"), ElementsAre("before.txt", "Read", "Sweep", "behind.txt"));
  EXPECT_EQ(river.tree("ai/queue"), river.tree(river.behind.hex()));
  const auto who = [&](const std::string& commit) {
    return river.repo.remote_git({"log", "-1", "--format=%an %ae %at", commit});
  };
  EXPECT_EQ(who("ai/queue~2"), who(river.whole.hex()));
  EXPECT_THAT(river.markers_on(river.whole), ElementsAre(HasSubstr("step:reshape")));
  for (int i = 0; i < 12; ++i) {
    const Ran ran = river.run_scripted(river.parts());
    EXPECT_NE(ran.outcome(), "red") << ran.reason();
    if (ran.reason_of("release").find("pending") != std::string::npos || !ran.effects().empty()) {
      if (river.newest().state == forge::State::open) river.complete_review();
    }
    EXPECT_EQ(river.sessions(), 0);
  }
  EXPECT_EQ(river.tree("main"), river.tree(river.behind.hex()));
  const auto reached = river.subjects("main");
  for (const auto* subject : {"before.txt", "Read", "Sweep", "behind.txt"})
    EXPECT_EQ(std::ranges::count(reached, subject), 1) << subject;
}

TEST(Reshaped, OnAQueueThatIsReplayedInTheSamePass) {
  Oversize river;
  river.write("main", "other.txt", "x\n");
  const Ran ran = river.run_scripted("git checkout " + river.whole.hex() +
                                     " -- a.txt b.txt c.txt d.txt e.txt\ngit reset -q\n" +
                                     Oversize::part("a.txt b.txt", "Read") +
                                     Oversize::part("c.txt d.txt", "More") + Oversize::part("e.txt", "Last"));
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_THAT(ran.effects(), Contains("push.rewrite landed"));
  EXPECT_THAT(river.subjects("main..ai/queue"),
              ElementsAre("before.txt", "Read", "More", "Last", "behind.txt"));
  EXPECT_THAT(river.markers_on(river.whole), ElementsAre(HasSubstr("state:done")));
}

struct Misdeed {
  const char* name;
  std::string script, fault;
};

class FailedReshaping : public testing::TestWithParam<Misdeed> {};

TEST_P(FailedReshaping, CountsAnAttemptAndLeavesTheQueueUntouched) {
  Oversize river("Answers: 7");
  std::string script = GetParam().script;
  for (std::size_t at = script.find("WHOLE"); at != std::string::npos; at = script.find("WHOLE"))
    script.replace(at, 5, river.whole.hex());
  const Ran ran = river.run_scripted(script);
  EXPECT_EQ(ran.outcome(), "idle") << ran.reason();
  EXPECT_EQ(ran.wake(), 60);
  EXPECT_THAT(ran.reason(), HasSubstr(GetParam().fault));
  EXPECT_EQ(river.head("ai/queue"), river.behind);
  EXPECT_THAT(river.markers_on(river.whole), ElementsAre(HasSubstr("n:1 state:failed")));
}

const std::string kLaid = "git checkout WHOLE -- .\ngit reset -q\n";
const std::string kAnswer = "\\n\\nAnswers: 7\n";
const std::string kFirst = kLaid + "git add a.txt b.txt\ncommit-staged Read" + kAnswer;

INSTANTIATE_TEST_SUITE_P(
    Of, FailedReshaping,
    testing::Values(
        Misdeed{"Nothing", "say no", "made no commit"},
        Misdeed{"Half", kFirst + "git checkout -q .\ngit clean -fdq", "do not come to the tree"},
        Misdeed{"Dirt", kFirst, "files that no commit holds"},
        Misdeed{"TheWholeAgain", kLaid + "git add .\ncommit-staged All" + kAnswer, "over the cap of 2"},
        Misdeed{"CopyLine", "git cherry-pick -x WHOLE", "keeps a line"},
        Misdeed{"Edited", kFirst + "write c.txt other\ngit add .\ncommit-staged Rest\\n\\nExpress: x\n",
                "do not come to the tree"},
        Misdeed{
            "AnswersLost",
            kLaid +
                "git add a.txt b.txt\ncommit-staged Read\ngit add .\ncommit-staged Rest\\n\\nExpress: x\n",
            "do not answer"},
        Misdeed{"AnswersMore", kFirst + "git add .\ncommit-staged Rest\\n\\nExpress: x\\nAnswers: 8\n",
                "do not answer"},
        Misdeed{"Repairs", kFirst + "git add .\ncommit-staged Rest\\n\\nExpress: x\\nRepairs: y\n",
                "repairs main"},
        Misdeed{
            "Empty",
            kFirst + "git add .\ncommit-staged Rest\\n\\nExpress: x\ngit commit -q --allow-empty -m Empty\n",
            "changes nothing"},
        Misdeed{
            "Merge",
            kFirst +
                "git add .\ncommit-staged Rest\\n\\nExpress: x\ngit merge -q --no-ff -s ours -m m WHOLE\n",
            ""},
        Misdeed{"CarriedPastTheReviewers",
                kLaid + "write evil.txt never read\ngit add a.txt evil.txt\ncommit-staged Sweep" + kAnswer +
                    "git rm -q evil.txt\ngit add .\ncommit-staged Rest\\n\\nExpress: x\n",
                "leaves alone"},
        Misdeed{"ClaimedOnTheWay",
                kLaid +
                    "write a.txt never read\ngit add a.txt\ncommit-staged Sweep\\n\\nExpress: x\n"
                    "git checkout WHOLE -- a.txt\ngit add a.txt b.txt\ncommit-staged Read" +
                    kAnswer + "git add .\ncommit-staged Rest\\n\\nExpress: y\n",
                "claims the lane for what"},
        Misdeed{"ElsewhereAltogether", "git checkout -q --detach WHOLE", "over the cap of 2"}),
    [](const auto& tested) { return tested.param.name; });

TEST(Reshaped, ThreeFailuresCountUnderEveryIdOfTheCommit) {
  Oversize river;
  for (int i = 0; i < 2; ++i) EXPECT_EQ(river.run_scripted("say no").outcome(), "idle");
  // A rewrite gives the commit another id; the third failure is still its third.
  river.write("main", "other.txt", "x\n");
  const Ran third = river.run_scripted("say no");
  EXPECT_EQ(third.outcome(), "idle") << third.errors;
  const Ran ran = river.run_scripted(river.parts());
  EXPECT_EQ(river.sessions(), 0);
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();  // before.txt goes out; the whole stays behind it.
  EXPECT_THAT(river.subjects("develop"), Contains("before.txt"));
  EXPECT_THAT(river.subjects("main..ai/queue"), Contains("a.txt b.txt c.txt d.txt e.txt"));
}

}  // namespace
}  // namespace sluice
