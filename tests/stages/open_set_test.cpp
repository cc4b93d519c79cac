// Which findings still want an answer, and whether all of them are there to be read.

#include "plugins/drain/open_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/drain/reading.hpp"

namespace sluice::drain {
namespace {

const Parties parties{"collector", "coderabbitai[bot]", dialect::find("coderabbit")};
const std::string bot = parties.bot, us = parties.viewer, person = "reviewer";
const std::string basis(64, 'b'), other_basis(64, 'a');
const Sha head(40, '1'), fix(40, 'f'), copy_of_fix(40, 'c'), older(40, '0');
constexpr std::int64_t id = 10;

const std::string row = "_🎯 Functional Correctness_ | _🟠 Major_ | _⚡ Quick win_\n\n**Off by one.**\n";
const std::string asks = "The exit status is still not checked.";
const std::string thanks = "Thank you for fixing this!";
const std::string withdraws = "You are right.\n\n<!-- <review_comment_withdrawn> -->";
const std::string naming_fix = "Agreed, fixed in " + fix + " — `x`";
const std::string rejected = "<!-- sluice rejected comment:10 round:0 -->\nNot a real issue, no change — `x`";

std::string deferred_under(const std::string& under, const std::string& what = "comment:10") {
  return "<!-- sluice deferred " + what + " basis:" + under + " -->\nPut off.";
}

using Words = std::vector<std::pair<std::string, std::string>>;

Thread thread(std::int64_t first, const Words& said) {
  Thread made;
  made.path = "a.c";
  made.line = 3;
  for (const auto& [author, body] : said) {
    made.comments.push_back({first + std::ssize(made.comments), author, body, 0, 0});
  }
  return made;
}

/// How one thread stands: "open", "open again", "worn", "in flight", "deferred" or "closed".
std::string standing(const Thread& thread, const std::vector<Answer>& answers) {
  const auto set = open_set({head, {thread}, {}, {}}, answers, parties, basis);
  if (!set.threads.empty()) return set.threads.front().round > 0 ? "open again" : "open";
  if (!set.worn.empty()) return "worn";
  if (set.in_flight) return "in flight";
  return set.deferred ? "deferred" : "closed";
}

TEST(OpenThreads, TheBotSpokeLastAndNothingAnswersIt) {
  const Answer fixes{fix, {}, {id}, {}}, copied{copy_of_fix, {fix}, {9, id}, {}},
      elsewhere{fix, {}, {id + 1}, {}};
  struct Row {
    std::string what;
    Words said;
    std::vector<Answer> answers;
    std::string expected;
  };
  const Words finding = {{bot, row}};
  const auto and_then = [&](const Words& more) {
    Words all = finding;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const std::vector<Row> table = {
      {"nobody spoke", finding, {}, "open"},
      {"the bot's login in another case", {{"CodeRabbitAI[bot]", row}}, {}, "open"},
      {"a trailer names it", finding, {fixes}, "in flight"},
      {"a trailer names another", finding, {elsewhere}, "open"},
      {"a person spoke last", and_then({{person, "intended"}}), {}, "closed"},
      {"the bot after a person", and_then({{person, "intended"}, {bot, asks}}), {}, "open"},
      {"thanks to a person", and_then({{person, "intended"}, {bot, thanks}}), {}, "open"},
      {"a withdrawal after a person", and_then({{person, "intended"}, {bot, withdraws}}), {}, "closed"},
      {"a withdrawal, then another ask", and_then({{bot, withdraws}, {bot, asks}}), {}, "open again"},
      {"deferred under another basis, and asked",
       and_then({{us, deferred_under(other_basis)}, {bot, asks}}),
       {},
       "open"},
      {"a person began", {{person, row}, {bot, asks}}, {}, "closed"},
      {"somebody like the bot began", {{"coderabbitai", row}}, {}, "closed"},
      {"we rejected it", and_then({{us, rejected}}), {}, "closed"},
      {"thanked after our reply", and_then({{us, naming_fix}, {bot, thanks}}), {fixes}, "closed"},
      {"thanked, and no commit is left that names it",
       and_then({{us, naming_fix}, {bot, thanks}}),
       {},
       "closed"},
      {"a remark after our reply", and_then({{us, naming_fix}, {bot, "Two callers."}}), {fixes}, "closed"},
      {"asks again", and_then({{us, naming_fix}, {bot, asks}}), {fixes}, "open again"},
      {"asks again of a rejection", and_then({{us, rejected}, {bot, asks}}), {}, "open again"},
      {"asks again, the same fix under its new sha",
       and_then({{us, naming_fix}, {bot, asks}}),
       {copied},
       "open again"},
      {"asks again, and a new fix is on its way",
       and_then({{us, rejected}, {bot, asks}}),
       {fixes},
       "in flight"},
      {"asks twice in a row counts once",
       and_then({{us, rejected}, {bot, asks}, {bot, asks}}),
       {},
       "open again"},
      {"asks again and withdraws it", and_then({{us, rejected}, {bot, asks}, {bot, thanks}}), {}, "closed"},
      {"answered again", and_then({{us, rejected}, {bot, asks}, {us, naming_fix}}), {fixes}, "closed"},
      {"asks a second time",
       and_then({{us, rejected}, {bot, asks}, {us, naming_fix}, {bot, asks}}),
       {fixes},
       "worn"},
      {"a person took it over", and_then({{us, rejected}, {bot, asks}, {person, "mine"}}), {}, "closed"},
      {"deferred", and_then({{us, deferred_under(basis)}}), {}, "deferred"},
      {"deferred, and asked again", and_then({{us, deferred_under(basis)}, {bot, asks}}), {}, "deferred"},
      {"deferred, then withdrawn", and_then({{us, deferred_under(basis)}, {bot, thanks}}), {}, "closed"},
      {"deferred under another basis", and_then({{us, deferred_under(other_basis)}}), {}, "open"},
      {"deferred under another basis, a fix is on its way",
       and_then({{us, deferred_under(other_basis)}}),
       {fixes},
       "in flight"},
      {"worn, deferred, another basis",
       and_then(
           {{us, rejected}, {bot, asks}, {us, naming_fix}, {bot, asks}, {us, deferred_under(other_basis)}}),
       {},
       "open again"},
      {"a deferral by somebody else", and_then({{person, deferred_under(basis)}, {bot, asks}}), {}, "open"},
      {"our marker quoted by the bot", and_then({{bot, deferred_under(basis)}}), {}, "open"},
      {"a deferral of another thread", and_then({{us, deferred_under(basis, "comment:11")}}), {}, "closed"},
  };
  for (const auto& row : table)
    EXPECT_EQ(standing(thread(id, row.said), row.answers), row.expected) << row.what;

  auto resolved = thread(id, finding);
  resolved.resolved = true;
  EXPECT_EQ(standing(resolved, {}), "closed");
  auto outdated = thread(id, finding);
  outdated.outdated = true;
  EXPECT_EQ(standing(outdated, {}), "open") << "another commit touched the line, which answers nothing";
  EXPECT_EQ(standing({}, {}), "closed");
}

TEST(OpenThreads, WhatWasAskedAgainIsHandedOn) {
  const auto set =
      open_set({head, {thread(id, {{bot, row}, {us, rejected}, {bot, asks}})}, {}, {}}, {}, parties, basis);
  ASSERT_EQ(set.threads.size(), 1u);
  EXPECT_EQ(set.threads[0].again, asks);
  EXPECT_EQ(set.threads[0].finding.title, "Off by one.");
  EXPECT_EQ(set.threads[0].path, "a.c");
  EXPECT_EQ(set.threads[0].line, 3);
}

TEST(OpenThreads, SeverestFirstElseAsGiven) {
  const auto of = [](std::int64_t first, const std::string& severity) {
    return thread(first,
                  {{bot, severity.empty() ? "No row." : "_⚠️ Potential issue_ | _" + severity + "_\n"}});
  };
  const auto set = open_set({head,
                             {of(1, ""), of(2, "🟡 Minor"), of(3, "🔴 Critical"), of(4, "🟡 Minor"),
                              of(5, "🟠 Major"), of(6, "")},
                             {},
                             {}},
                            {}, parties, basis);
  std::vector<std::int64_t> order;
  for (const auto& each : set.threads) order.push_back(each.comment);
  EXPECT_EQ(order, (std::vector<std::int64_t>{3, 5, 2, 4, 1, 6}));
}

Review review(std::int64_t number, const std::string& body, const std::string& author = bot,
              const std::optional<Sha>& sha = head, const std::string& state = "COMMENTED") {
  return {number, author, body, state, sha, 100};
}

const std::string minor = "**Actionable comments posted: 1**\n\n<summary>🟡 Minor comments (1)</summary>\n";
const std::string outside =
    "<details>\n<summary>⚠️ Outside diff range comments (1)</summary>\n</details>\n";
const std::string actionable_only = "**Actionable comments posted: 2**\n";

TEST(OpenBodies, EveryBucketOfTheHeadsReviews) {
  struct Row {
    std::string what;
    std::vector<Review> reviews;
    std::vector<std::pair<std::string, std::string>> comments;
    std::vector<Answer> answers;
    std::vector<std::int64_t> open;
  };
  const Answer drains{fix, {}, {}, {7}};
  const std::string verdict = "<!-- sluice drains review:7 by:verdict -->\nwords";
  const std::string answered = "<!-- sluice drains review:7 -->\nwords";
  const std::vector<Row> table = {
      {"no review", {}, {}, {}, {}},
      {"minor", {review(7, minor)}, {}, {}, {7}},
      {"outside the diff", {review(7, outside)}, {}, {}, {7}},
      {"a bucket of any name", {review(7, "<summary>🦜 Parrot comments (3)</summary>")}, {}, {}, {7}},
      {"failed to post", {review(7, "> [!CAUTION]\n> Inline review comments failed to post\n")}, {}, {}, {7}},
      {"actionable alone", {review(7, actionable_only)}, {}, {}, {}},
      {"none of a bucket", {review(7, "<summary>🟡 Minor comments (0)</summary>")}, {}, {}, {}},
      {"a later review without buckets hides nothing", {review(7, minor), review(8, "Thanks!")}, {}, {}, {7}},
      {"two reviews of the head", {review(7, minor), review(8, outside)}, {}, {}, {7, 8}},
      {"of another head", {review(7, minor, bot, older)}, {}, {}, {}},
      {"of a head that is gone", {review(7, minor, bot, std::nullopt)}, {}, {}, {7}},
      {"of a person", {review(7, minor, person)}, {}, {}, {}},
      {"dismissed", {review(7, minor, bot, head, "DISMISSED")}, {}, {}, {}},
      {"drained by a commit", {review(7, minor)}, {}, {drains}, {}},
      {"another is drained", {review(8, minor)}, {}, {drains}, {8}},
      {"our verdict", {review(7, minor)}, {{us, verdict}}, {}, {}},
      {"our answer", {review(7, minor)}, {{us, answered}}, {}, {}},
      {"another's verdict", {review(7, minor)}, {{person, verdict}}, {}, {7}},
      {"our verdict quoted", {review(7, minor)}, {{us, "> " + verdict}}, {}, {7}},
      {"deferred", {review(7, minor)}, {{us, deferred_under(basis, "review:7")}}, {}, {}},
      {"deferred under another basis",
       {review(7, minor)},
       {{us, deferred_under(other_basis, "review:7")}},
       {},
       {7}},
  };
  for (const auto& row : table) {
    Said said{head, {}, row.reviews, {}};
    for (const auto& [author, body] : row.comments) said.comments.push_back({1, author, body, 0, 0});
    std::vector<std::int64_t> open;
    for (const auto& each : open_set(said, row.answers, parties, basis).reviews) open.push_back(each.review);
    EXPECT_EQ(open, row.open) << row.what;
  }
}

TEST(Reading, IsCompleteOnceTheHeadIsNamedAndTheThreadsAreThere) {
  const std::string summary = "<!-- This is an auto-generated comment: summarize by coderabbit.ai -->\n\n";
  const std::string range =
      "Reviewing files that changed from the base of the PR and between " + older + " and " + head + ".\n";
  struct Row {
    std::string what;
    std::vector<Review> reviews;
    std::vector<Thread> threads;
    std::string walkthrough;
    std::string lacking;  ///< A part of the sentence, or nothing.
  };
  const auto found = thread(id, {{bot, row}}), of_person = thread(20, {{person, row}});
  auto resolved = found;
  resolved.resolved = true;
  const std::vector<Row> table = {
      {"nothing at all", {}, {}, "", "names its head 1111111111"},
      {"a clean review is in the summary alone", {}, {}, summary + range, ""},
      {"the summary names another", {}, {}, summary, "names its head"},
      {"a review of another head", {review(7, actionable_only, bot, older)}, {}, "", "names its head"},
      {"threads are still missing",
       {review(7, actionable_only)},
       {found},
       "",
       "states 2 actionable comments and 1"},
      {"none is there", {review(7, actionable_only)}, {}, "", "and none of them"},
      {"a person's is none of them", {review(7, actionable_only)}, {found, of_person}, "", "and 1 of them"},
      {"all are there, resolved or not", {review(7, actionable_only)}, {found, resolved}, "", ""},
      {"a body alone needs no thread", {review(7, "<summary>🟡 Minor comments (1)</summary>")}, {}, "", ""},
  };
  for (const auto& row : table) {
    Said said{head, row.threads, row.reviews, {}};
    if (!row.walkthrough.empty()) said.comments.push_back({1, bot, row.walkthrough, 0, 0});
    const auto what = lacking(said, parties);
    EXPECT_EQ(what.has_value(), !row.lacking.empty()) << row.what;
    EXPECT_THAT(what.value_or(""), ::testing::HasSubstr(row.lacking)) << row.what;
  }
}

TEST(Reading, IsWaitedForTenMinutesInAll) {
  Pull release;
  release.merged_at = 1000;
  EXPECT_EQ(wait_for(release, 600, 1000), 60);
  EXPECT_EQ(wait_for(release, 600, 1590), 10);
  EXPECT_EQ(wait_for(release, 600, 1600), std::nullopt);
  EXPECT_EQ(wait_for(release, 0, 1000), std::nullopt);
  release.merged_at.reset();
  release.updated_at = 900;
  EXPECT_EQ(wait_for(release, 600, 1000), 60);
}

}  // namespace
}  // namespace sluice::drain
