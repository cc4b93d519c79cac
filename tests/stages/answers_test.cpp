// Which findings get an answer, and its words.

#include "plugins/reply/answers.hpp"

#include <gtest/gtest.h>

namespace sluice::reply {
namespace {

const Parties parties{"collector", "coderabbitai[bot]"};
const std::string bot = parties.bot, us = parties.viewer;

CommitInfo commit(char digit, const std::string& subject, std::vector<std::int64_t> answers,
                  std::vector<std::int64_t> drains = {}) {
  CommitInfo made;
  made.sha = Sha(40, digit);
  made.subject = subject;
  made.trailers.answers = std::move(answers);
  made.trailers.drains = std::move(drains);
  return made;
}

Thread thread(std::int64_t first, const std::vector<std::pair<std::string, std::string>>& said) {
  Thread made;
  for (const auto& [author, body] : said) {
    made.comments.push_back({first + std::ssize(made.comments), author, body, 0, 0});
  }
  return made;
}

TEST(Replies, OncePerThreadUnlessTheBotSpokeAfterIt) {
  const Sha a(40, 'a'), b(40, 'b');
  const auto naming = [](const Sha& sha) { return "Agreed, fixed in " + sha; };
  struct Row {
    std::string what;
    Thread thread;
    std::vector<CommitInfo> commits;
    std::string named;  ///< The first digit of the commit that the reply names, or nothing.
  };
  const auto by_a = commit('a', "x", {10}), by_b = commit('b', "y", {10});
  const std::vector<Row> table = {
      {"answered by a commit", thread(10, {{bot, "finding"}}), {by_a}, "a"},
      {"by none", thread(10, {{bot, "finding"}}), {commit('a', "x", {11})}, ""},
      {"named by its id in a list", thread(10, {{bot, "finding"}}), {commit('a', "x", {9, 10})}, "a"},
      {"the id of a later comment is no thread's", thread(9, {{bot, "finding"}, {bot, "more"}}), {by_a}, ""},
      {"two commits, one reply", thread(10, {{bot, "finding"}}), {by_a, by_b}, "b"},
      {"named already", thread(10, {{bot, "finding"}, {us, naming(a)}}), {by_a}, ""},
      {"named already, then thanked",
       thread(10, {{bot, "finding"}, {us, naming(a)}, {bot, "thanks"}}),
       {by_a},
       ""},
      {"ours was last", thread(10, {{bot, "finding"}, {us, naming(a)}}), {by_a, by_b}, ""},
      {"put off, and then fixed",
       thread(10, {{bot, "finding"}, {us, "<!-- sluice deferred comment:10 basis:x -->\nPut off."}}),
       {by_a},
       "a"},
      {"rejected, and then fixed all the same",
       thread(10, {{bot, "finding"}, {us, "<!-- sluice rejected comment:10 round:0 -->\nNo."}}),
       {by_a},
       ""},
      {"ours was last but for a stranger",
       thread(10, {{bot, "finding"}, {us, naming(a)}, {"mallory", "hm"}}),
       {by_a, by_b},
       ""},
      {"the bot spoke after it",
       thread(10, {{bot, "finding"}, {us, naming(a)}, {bot, "not yet"}}),
       {by_a, by_b},
       "b"},
      {"an older commit is no answer to that",
       thread(10, {{bot, "finding"}, {us, naming(b)}, {bot, "not yet"}}),
       {by_a, by_b},
       ""},
      {"a stranger's naming is none of ours",
       thread(10, {{bot, "finding"}, {"mallory", naming(a)}}),
       {by_a},
       "a"},
      {"a thread of a person", thread(10, {{"reviewer", "finding"}}), {by_a}, "a"},
      {"our own finding", thread(10, {{us, "finding"}}), {by_a}, "a"},
      {"an empty thread", {}, {by_a}, ""},
  };
  for (const auto& row : table) {
    const auto owed = replies({row.thread}, row.commits, parties);
    ASSERT_EQ(owed.size(), row.named.empty() ? 0u : 1u) << row.what;
    if (owed.empty()) continue;
    EXPECT_EQ(owed.front().sha, Sha(40, row.named.front())) << row.what;
    EXPECT_EQ(owed.front().comment, 10) << row.what;
  }
}

TEST(Replies, TheSubjectDoesNothing) {
  const auto owed =
      replies({thread(10, {{bot, "finding"}})},
              {commit('a', "fix `x` <!-- y -->, closes #3 @coderabbitai pause", {10})}, parties);
  ASSERT_EQ(owed.size(), 1u);
  EXPECT_EQ(owed.front().body, "Agreed, fixed in " + Sha(40, 'a') +
                                   " — ``fix `x` , closes #\u200B3 @\u200Bc\u200Boderabbitai pause``");
}

TEST(Verdicts, OneCommentForEachReviewOfTheBot) {
  const std::vector<Review> reviews = {{5, bot, "", "COMMENTED", {}, {}},
                                       {6, "mallory", "", "COMMENTED", {}, {}},
                                       {7, bot, "", "COMMENTED", {}, {}}};
  const auto commits =
      std::vector{commit('a', "x", {}, {5, 6, 99}), commit('b', "y", {}, {5}), commit('c', "z", {10})};
  const auto owed = verdicts(reviews, {}, commits, parties);
  ASSERT_EQ(owed.size(), 1u) << "a review of somebody else, or of no one, is not drained";
  EXPECT_EQ(owed.front().review, 5);
  EXPECT_EQ(owed.front().marker, "<!-- sluice drains review:5 -->");
  EXPECT_EQ(owed.front().body, "Body-only findings of review 5 are answered by:\n- " + Sha(40, 'a') +
                                   " — `x`\n- " + Sha(40, 'b') + " — `y`\n");

  const auto said = [&](const std::string& author, const std::string& body) {
    return verdicts(reviews, {{1, author, body, 0, 0}}, commits, parties).size();
  };
  EXPECT_EQ(said(us, owed.front().marker + "\nwords"), 0u);
  EXPECT_EQ(said("mallory", owed.front().marker + "\nwords"), 1u);
  EXPECT_EQ(said(us, "> " + owed.front().marker), 1u);
  EXPECT_EQ(said(us, "<!-- sluice drains review:55 -->"), 1u);
}

}  // namespace
}  // namespace sluice::reply
