// A host that dies at any effect of a pass with a session in it, or inside the session: the next passes come
// to what an undisturbed one comes to, and nothing is said or done twice.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <regex>
#include <set>

#include "judgement/due.hpp"

namespace sluice::test {
namespace {

/// Passes, each review completed, until one changes nothing.
testing::AssertionResult settles(Judged& river) {
  for (int pass = 0; pass < 20; ++pass) {
    const auto before = river.state();
    const Ran ran = river.run_on();
    if (ran.code != 0) return testing::AssertionFailure() << ran.errors;
    const auto pulls = river.forge().all_pulls();
    const bool open = !pulls.empty() && pulls.front().state == forge::State::open;
    if (open) river.complete_review();
    if (!open && river.state() == before) return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "20 passes did not settle it";
}

std::string without_ids(const std::string& text) {
  return std::regex_replace(text, std::regex("[0-9a-f]{10,64}"), "ID");
}

/// What must be the same however it was interrupted; only the attempts may be more.
std::string ending(Judged& river) {
  std::string text;
  for (const std::string branch : {"main", "develop", "ai/queue"}) text += branch + " " + river.tree(branch);
  std::multiset<std::string> said;
  for (const auto& subject : river.subjects("main")) said.insert("commit " + subject);
  for (const auto& pull : river.forge().all_pulls()) {
    said.insert("#" + std::to_string(pull.number) + " " + std::to_string(static_cast<int>(pull.state)));
    for (const auto& comment : river.forge().comments(pull.number)) said.insert(without_ids(comment.body));
    for (const auto& thread : river.forge().threads(pull.number)) {
      std::string answers = "thread";
      for (const auto& comment : thread.comments) answers += " | " + without_ids(comment.body);
      said.insert(answers);
    }
  }
  for (const auto& sha : river.forge().noted_commits()) {
    for (const auto& comment : river.forge().commit_comments(sha)) said.insert(without_ids(comment.body));
  }
  for (const auto& issue : river.forge().issues()) said.insert(issue.title);
  for (const auto& line : said) {
    if (!line.starts_with("<!-- sluice attempt")) text += line + "\n";
  }
  return text;
}

struct Story {
  const char* name;
  std::function<Due()> due;
};

std::string ending_undisturbed(const Story& story) {
  const Due told = story.due();
  told.river->script(told.script);
  EXPECT_TRUE(settles(*told.river));
  return ending(*told.river);
}

class KilledWithASession : public testing::TestWithParam<Story> {};

/// Returns how many effects the pass has.
int die_at_each(const Story& story, const std::string& when, const std::string& end) {
  for (int effect = 1;; ++effect) {
    SCOPED_TRACE(when + std::to_string(effect));
    const Due told = story.due();
    told.river->script(told.script);
    const Ran died = told.river->run_on({{}, when + std::to_string(effect)});
    if (died.signal == 0) return effect - 1;
    EXPECT_EQ(died.signal, SIGKILL);
    EXPECT_TRUE(settles(*told.river));
    EXPECT_LE(told.river->sessions(), 2);
    EXPECT_EQ(ending(*told.river), end);
    if (testing::Test::HasFailure()) return 0;
  }
}

TEST_P(KilledWithASession, BeforeAnyEffectComesToTheSame) {
  EXPECT_GE(die_at_each(GetParam(), "before:", ending_undisturbed(GetParam())), 3);
}

TEST_P(KilledWithASession, AfterAnyEffectComesToTheSame) {
  EXPECT_GE(die_at_each(GetParam(), "after:", ending_undisturbed(GetParam())), 3);
}

/// At the session's beginning, and when all its work is done but it has not ended.
TEST_P(KilledWithASession, InsideItComesToTheSame) {
  const auto end = ending_undisturbed(GetParam());
  for (const bool late : {false, true}) {
    const Due told = GetParam().due();
    told.river->script((late ? told.script : "") + "kill-host\n---\n" + told.script);
    EXPECT_EQ(told.river->run_on().signal, SIGKILL);
    EXPECT_TRUE(settles(*told.river));
    EXPECT_EQ(told.river->sessions(), 2);
    EXPECT_EQ(ending(*told.river), end) << late;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, KilledWithASession,
                         testing::Values(Story{"Drain", drain_due}, Story{"Resolve", resolve_due},
                                         Story{"Reshape", reshape_due}, Story{"Repair", repair_due}),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace sluice::test
