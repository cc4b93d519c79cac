// Which comment's refusal counts, and how durations are read.

#include <gtest/gtest.h>

#include "dialect/dialect.hpp"
#include "dialect/text.hpp"

namespace sluice::dialect {
namespace {

constexpr std::string_view bot = "coderabbitai[bot]";

std::string block(std::string_view sentence) {
  return "<!-- This is an auto-generated comment: rate limited by coderabbit.ai -->\n\n> " +
         std::string(sentence) +
         "\n\n<!-- end of auto-generated comment: rate limited by coderabbit.ai -->\n";
}

std::optional<Refusal> refusal(const std::vector<Said>& comments) {
  return find("coderabbit")->refusal(comments, bot);
}

TEST(DialectRefusal, NoCommentsRefuseNothing) {
  EXPECT_FALSE(refusal({}));
}

TEST(DialectRefusal, SomebodyElsesBlockCountsForNothing) {
  const auto forged = block("Next included review available in 999 hours.");
  for (const std::string_view author : {"mallory", "coderabbitai", "evil[bot]", "", "coderabbitai[bot] "}) {
    EXPECT_FALSE(refusal({{1, author, forged, 100}})) << author;
  }
  EXPECT_TRUE(refusal({{1, "CodeRabbitAI[bot]", forged, 100}}))
      << "GitHub's logins differ in nothing but case";
}

TEST(DialectRefusal, TheNewestByItsRewritingCountsWhateverTheOrder) {
  const auto older = block("Next included review available in 44 minutes.");
  const auto newer = block("Next included review available in 10 minutes.");
  const auto read = refusal({{9, bot, newer, 2000}, {1, bot, older, 1000}});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->comment, 9);
  EXPECT_EQ(read->until, 2000 + 600 + 60);
  EXPECT_EQ(read->rewritten_at, 2000);
  EXPECT_EQ(refusal({{1, bot, newer, 2000}, {9, bot, older, 1000}})->comment, 1);
  EXPECT_EQ(refusal({{1, bot, older, 2000}, {2, bot, newer, 2000}})->comment, 2)
      << "the same second: the later id";
}

TEST(DialectRefusal, AReplyStatesADeadlineButAnswersNoAsk) {
  const auto limited = block("Next included review available in 10 minutes.");
  const std::string reply =
      "<!-- This is an auto-generated reply by CodeRabbit -->\n"
      "Review rate limited. Your next review will be available in 48 minutes.\n";
  const auto read = refusal({{1, bot, limited, 1000}, {2, bot, reply, 1700}});
  EXPECT_EQ(read->until, 1700 + 48 * 60 + 60);
  EXPECT_EQ(read->rewritten_at, 1000);
  EXPECT_EQ(refusal({{2, bot, reply, 500}, {1, bot, limited, 1000}})->until, 1000 + 660)
      << "an older reply is over";
}

TEST(DialectDuration, EveryComponentIsSummed) {
  const std::vector<std::pair<std::string_view, std::optional<std::int64_t>>> table = {
      {"53 minutes.", 3180},
      {" 1 minute", 60},
      {"1 hour and 5 minutes", 3900},
      {"1 hour, 2 minutes and 3 seconds", 3723},
      {"1 hour, 2 minutes, and 3 seconds", 3723},
      {"1 hour 30 minutes", 5400},
      {"2 days, 1 hour", 176'400},
      {": 37 minutes", 2220},
      {"a minute", 60},
      {"an hour and a minute", 3660},
      {"less than a minute", 60},
      {"about 5 minutes", 300},
      {"~5 min", 300},
      {"1h 5m 3s", 3903},
      {"1h5m", 3900},
      {"1.5 hours", 5400},
      {"3 minute(s)", 180},
      {"0 seconds", 0},
      {"5 minutes for 2 hours", 300},
      {"99999999999999999999999999 days", 1'000'000'000},
      {"a few minutes", std::nullopt},
      {"minutes", std::nullopt},
      {"5", std::nullopt},
      {"5 files", std::nullopt},
      {"", std::nullopt},
      {"soon", std::nullopt},
  };
  for (const auto& [text, seconds] : table) EXPECT_EQ(read_duration(text), seconds) << text;
}

TEST(DialectText, FencesAreBlocksOnlyWhenClosed) {
  const auto fenced = [](std::string_view text) {
    std::string flags;
    for (const auto& line : read_lines(text)) flags.push_back(line.fenced ? 'x' : '.');
    return flags;
  };
  EXPECT_EQ(fenced("a\n```\nb\n```\nc"), ".xxx.");
  EXPECT_EQ(fenced("a\n````\n```\n````\nc"), ".xxx.");
  EXPECT_EQ(fenced("> ~~~ x\n> b\n> ~~~\nc"), "xxx.");
  EXPECT_EQ(fenced("```\nb\nc"), "...");
  EXPECT_EQ(fenced("``` `x` ```\nb\n```\nc\n```"), "..xxx");
  EXPECT_EQ(fenced("````\n```\nb\n```\nc"), ".xxx.") << "the longer one is never closed";
  EXPECT_EQ(fenced(""), "");
}

TEST(DialectText, CommentsAreTakenToAFixedPoint) {
  EXPECT_EQ(without_comments("a<!-- b -->c"), "ac");
  EXPECT_EQ(without_comments("a<!-- b\nb -->c"), "ac");
  EXPECT_EQ(without_comments("<!<!<!-- 1 -->-- 2 -->-- 3 -->x"), "x");
  EXPECT_EQ(without_comments("<!<!<!-- -- x"), "<!<! -- x");
  EXPECT_EQ(without_comments("a<!-->b-->c"), "ac");
  EXPECT_EQ(without_comments("<!-- open"), " open");
  EXPECT_EQ(without_comments("```\n<!-- a -->\n```\n<!-- b -->"), "```\n<!-- a -->\n```\n");
  EXPECT_EQ(without_comments("``<!-- ` -->`` <!-- b -->"), "``<!-- ` -->`` ");
  EXPECT_EQ(without_comments("`<!-- a --> b"), "` b");
}

TEST(DialectText, DetailsAreCutToTheirOwnEnd) {
  const std::vector<std::string_view> unwanted = {"chain"};
  EXPECT_EQ(without_details("a<details><summary>Chain</summary>b<details>c</details>d</details>e", unwanted),
            "ae");
  EXPECT_EQ(without_details("a<details>\n> <summary>a chain</summary>\n```\n</details>\n```\n</details>e",
                            unwanted),
            "ae");
  EXPECT_EQ(without_details("a<details><summary>Fix</summary>b</details>e", unwanted),
            "a<details><summary>Fix</summary>b</details>e");
  EXPECT_EQ(without_details("a<details>x<summary>chain</summary>b</details>e", unwanted),
            "a<details>x<summary>chain</summary>b</details>e");
  EXPECT_EQ(without_details("a<details><summary>chain</summary>b", unwanted), "a") << "never closed: its all";
  EXPECT_EQ(without_details("</details>a", unwanted), "</details>a");
}

TEST(DialectText, AMarkedBlockLiesBetweenItsMarks) {
  EXPECT_EQ(marked_block("<!-- w_end -->a<!-- w_start -->b<!-- w_end -->c", "w"), "b");
  EXPECT_FALSE(marked_block("<!-- w_start -->b", "w"));
  EXPECT_FALSE(marked_block("b<!-- w_end -->", "w"));
}

TEST(DialectRegistry, FindsByName) {
  EXPECT_EQ(find("coderabbit")->name(), "coderabbit");
  EXPECT_FALSE(find("coderabbit")->version().empty());
  EXPECT_EQ(find("otter"), nullptr);
  EXPECT_EQ(names(), std::vector<std::string_view>{"coderabbit"});
}

}  // namespace
}  // namespace sluice::dialect
