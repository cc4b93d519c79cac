// The release's gate: what the bot said, and when, against what is decided.

#include "plugins/release/gate.hpp"

#include <gtest/gtest.h>

namespace sluice::release {
namespace {

using Step = Decision::Step;

constexpr Time opened = 1'700'000'000;
constexpr std::string_view bot = "coderabbitai[bot]";
const Sha head(40, 'a');

Facing facing(Time after_opening) {
  Facing facing;
  facing.pull = {.number = 7,
                 .state = Pull::State::open,
                 .head_sha = head,
                 .title = {},
                 .body = {},
                 .url = {},
                 .created_at = opened,
                 .updated_at = opened,
                 .merged_at = {},
                 .merge_sha = {}};
  facing.viewer = "collector";
  facing.bot = bot;
  facing.now = opened + after_opening;
  return facing;
}

Facing facing(const std::string& state, const std::string& description, Time after_opening = 0) {
  auto with = facing(after_opening);
  with.status = Status{state, description, std::string(bot), opened};
  return with;
}

Decision decided(const Facing& facing) {
  return decide(*dialect::find("coderabbit"), facing);
}

std::string step_of(const Decision& decision) {
  const auto wake = decision.wake ? " " + std::to_string(*decision.wake) : std::string();
  switch (decision.step) {
    case Step::merge:
      return "merge" + wake;
    case Step::wait:
      return "wait" + wake;
    case Step::ask:
      return "ask" + wake;
    case Step::red:
      break;
  }
  return "red" + wake;
}

TEST(ReleaseGate, TheStatusDecides) {
  const std::vector<std::tuple<std::string, std::string, std::string>> table = {
      {"success", "Review completed", "merge"},
      {"pending", "Review in progress", "wait 3600"},
      {"pending", "Review queued", "wait 3600"},
      {"success", "Review rate limited", "ask 900"},
      {"success", "Review skipped: 133 files exceed the limit of 100", "red"},
      {"success", "Review skipped: incremental reviews are disabled", "red"},
      {"success", "Review skipped: manual review required for this OSS repository", "red"},
      {"success", "Review skipped", "red"},
      {"failure", "Review failed", "red"},
      {"failure", "Review completed", "red"},
      {"success", "Something new", "red"},
      {"expected", "Review completed", "red"},
  };
  for (const auto& [state, description, step] : table) {
    const auto decision = decided(facing(state, description));
    EXPECT_EQ(step_of(decision), step) << state << ", " << description;
    if (step != "red" || description.find("133") != std::string::npos) continue;
    EXPECT_NE(decision.reason.find(state + " (" + description + ")"), std::string::npos) << decision.reason;
  }
}

TEST(ReleaseGate, AStatusOfAnotherIsNamedWhereTheBotSetNone) {
  auto with = facing(600);
  with.others = {"mallory", "build[bot]"};
  const auto decision = decided(with);
  EXPECT_EQ(step_of(decision), "red");
  EXPECT_NE(decision.reason.find("by mallory, build[bot], not by coderabbitai[bot]"), std::string::npos)
      << decision.reason;
}

TEST(ReleaseGate, AMissingStatusHasItsGrace) {
  const std::vector<std::tuple<std::int64_t, Time, std::string>> table = {
      {600, 0, "wait 600"}, {600, 1, "wait 599"}, {600, 599, "wait 1"},   {600, 600, "red"},
      {0, 0, "red"},        {0, -5, "red"},       {600, -50, "wait 600"},
  };
  for (const auto& [grace, after, step] : table) {
    auto with = facing(after);
    with.missing_check_grace = grace;
    EXPECT_EQ(step_of(decided(with)), step) << grace << " s of grace, " << after << " s after opening";
  }
}

TEST(ReleaseGate, APendingReviewHasAnHourFromItsStatus) {
  EXPECT_EQ(step_of(decided(facing("pending", "Review in progress", 3599))), "wait 1");
  EXPECT_EQ(step_of(decided(facing("pending", "Review in progress", 3600))), "red");
  auto later = facing("pending", "Review in progress", 9000);
  later.status->updated_at = opened + 8000;
  EXPECT_EQ(step_of(decided(later)), "wait 2600") << "from the status, not from opening";
}

std::string block(const std::string& state, const std::string& words) {
  return "<!-- This is an auto-generated comment: " + state + " by coderabbit.ai -->\n> " + words +
         "\n<!-- end of auto-generated comment: " + state + " by coderabbit.ai -->\n";
}

Comment comment(std::string_view author, std::string body, Time at) {
  return {1, std::string(author), std::move(body), opened, opened + at};
}

Comment ask(std::string_view author, Time at,
            std::string body = "<!-- sluice ask -->\n@coderabbitai review") {
  return {2, std::string(author), std::move(body), opened + at, opened + at};
}

TEST(ReleaseGate, ARateLimitIsWaitedOutThenAskedAbout) {
  struct Row {
    std::string what;
    std::vector<Comment> comments;
    Time now;
    std::string step;
  };
  const auto limited = [](const std::string& wait, Time at) {
    return comment(bot, block("rate limited", "Next included review available in " + wait + "."), at);
  };
  const std::vector<Row> table = {
      {"the stated time and a minute", {limited("10 minutes", 0)}, 0, "wait 660"},
      {"from the block's rewriting", {limited("44 minutes", 0)}, 1800, "wait 900"},
      {"a long wait is relayed", {limited("2 hours", 0)}, 0, "wait 3600"},
      {"the last second", {limited("10 minutes", 0)}, 659, "wait 1"},
      {"over: the first ask", {limited("10 minutes", 0)}, 660, "ask 900"},
      {"a day later", {limited("10 minutes", 0)}, 86'400, "ask 900"},
      {"no block", {}, 0, "ask 900"},
      {"no readable deadline", {comment(bot, block("rate limited", "No more today."), 0)}, 0, "ask 900"},
      {"somebody else's block",
       {comment("mallory", block("rate limited", "Next review available in 9 hours."), 0)},
       0,
       "ask 900"},
      {"the newer of two", {limited("44 minutes", 0), limited("10 minutes", 100)}, 100, "wait 660"},
      {"the second of the wait after an ask",
       {limited("1 minute", 0), ask("collector", 1000)},
       1001,
       "wait 899"},
      {"the wait is over: the second ask",
       {limited("1 minute", 0), ask("collector", 1000)},
       1900,
       "ask 3600"},
      {"waits an hour after the second",
       {limited("1 minute", 0), ask("collector", 1000), ask("collector", 1900)},
       1900,
       "wait 3600"},
      {"the third ask",
       {limited("1 minute", 0), ask("collector", 1000), ask("collector", 1900)},
       5500,
       "ask 3600"},
      {"waits an hour after the third",
       {limited("1 minute", 0), ask("collector", 1000), ask("collector", 1900), ask("collector", 5500)},
       9099,
       "wait 1"},
      {"then red",
       {limited("1 minute", 0), ask("collector", 1000), ask("collector", 1900), ask("collector", 5500)},
       9100,
       "red"},
      {"no block: every ask counts",
       {ask("collector", 0), ask("collector", 900), ask("collector", 4500)},
       9000,
       "red"},
      {"an ask that the block answers is spent",
       {ask("collector", 100), limited("1 minute", 200)},
       400,
       "ask 900"},
      {"a new deadline after an ask is waited for",
       {ask("collector", 100), limited("10 minutes", 200)},
       400,
       "wait 460"},
      {"a stranger's ask never counts", {limited("1 minute", 0), ask("mallory", 1000)}, 1001, "ask 900"},
      {"a person's own, unmarked, never counts",
       {limited("1 minute", 0), ask("collector", 1000, "@coderabbitai review")},
       1001,
       "ask 900"},
      {"nor a quoted marker",
       {limited("1 minute", 0), ask("collector", 1000, "> <!-- sluice ask -->\n@coderabbitai review")},
       1001,
       "ask 900"},
  };
  for (const auto& row : table) {
    auto with = facing("success", "Review rate limited", row.now);
    with.comments = row.comments;
    EXPECT_EQ(step_of(decided(with)), row.step) << row.what;
  }
}

TEST(ReleaseGate, OverTheBotsCapIsRedWithItsRemedy) {
  const auto words = "This PR contains 119 files, which is 19 over the limit of 100.";
  const dialect::FileLimit stated{119, 100};
  struct Row {
    std::string description;
    std::vector<Comment> comments;
    std::optional<dialect::FileLimit> limit;
  };
  const std::vector<Row> table = {
      {"Review skipped: 119 files exceed the limit of 100", {}, stated},
      {"Review skipped", {comment(bot, block("skip review", words), 0)}, stated},
      {"Review skipped: too many files", {comment(bot, block("skip review", words), 0)}, stated},
      {"Review skipped: too many files", {}, std::nullopt},
      {"Review rate limited",
       {comment(bot,
                block("rate limited", "Next review available in 5 minutes.") + block("skip review", words),
                0)},
       stated},
  };
  for (const auto& row : table) {
    auto with = facing("success", row.description);
    with.comments = row.comments;
    const auto decision = decided(with);
    EXPECT_EQ(step_of(decision), "red") << row.description;
    EXPECT_EQ(decision.over_cap, row.limit) << row.description;
    EXPECT_NE(decision.reason.find("host queue recut"), std::string::npos) << decision.reason;
  }
  auto forged = facing("success", "Review skipped");
  forged.comments = {comment("mallory", block("skip review", words), 0)};
  EXPECT_EQ(decided(forged).over_cap, std::nullopt);
}

TEST(ReleaseGate, ADeclinedSecondPassNeedsAReviewOfThisHead) {
  const Sha other(40, 'b');
  const auto review = [](std::string_view author, std::optional<Sha> sha, Time at, std::string body = "words",
                         std::string state = "COMMENTED") {
    return Review{at, std::string(author), std::move(body), std::move(state), std::move(sha), opened + at};
  };
  const auto summary = [](const Sha& to, std::string_view author = bot) {
    return comment(author,
                   "<!-- This is an auto-generated comment: summarize by coderabbit.ai -->\n"
                   "Reviewing files that changed from the base of the PR and between 1111111 and " +
                       to + ".\n",
                   0);
  };
  struct Row {
    std::string what;
    std::vector<Review> reviews;
    std::vector<Comment> comments;
    std::string step;
  };
  const std::vector<Row> table = {
      {"none", {}, {}, "red"},
      {"of this head", {review(bot, head, 1)}, {}, "merge"},
      {"of another head", {review(bot, other, 1)}, {}, "red"},
      {"the newest counts", {review(bot, head, 1), review(bot, other, 2)}, {}, "red"},
      {"a reply without words is no review", {review(bot, head, 1, "")}, {}, "red"},
      {"nor a dismissed one", {review(bot, head, 1, "words", "DISMISSED")}, {}, "red"},
      {"nor one whose commit is gone", {review(bot, std::nullopt, 1)}, {}, "red"},
      {"nor somebody else's", {review("mallory", head, 1)}, {}, "red"},
      {"the summary names this head", {}, {summary(head)}, "merge"},
      {"in short", {}, {summary(head.substr(0, 7))}, "merge"},
      {"the summary names another", {}, {summary(other)}, "red"},
      {"somebody else's summary", {}, {summary(head, "mallory")}, "red"},
  };
  for (const auto& row : table) {
    auto with = facing("success", "Review skipped: incremental reviews are disabled");
    with.reviews = row.reviews;
    with.comments = row.comments;
    EXPECT_EQ(step_of(decided(with)), row.step) << row.what;
  }
}

TEST(ReleaseGate, EveryWaitHasItsWake) {
  for (const Time now : {0, 1, 100, 599, 3599}) {
    for (const auto* description : {"Review in progress", "Review rate limited"}) {
      auto with =
          facing(std::string(description) == "Review in progress" ? "pending" : "success", description, now);
      const auto decision = decided(with);
      ASSERT_TRUE(decision.wake) << description;
      EXPECT_GE(*decision.wake, 1);
      EXPECT_LE(*decision.wake, 3600);
    }
  }
}

}  // namespace
}  // namespace sluice::release
