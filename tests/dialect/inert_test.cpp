// Text that others wrote is shown and does nothing.

#include "sluice/inert.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "sluice/json.hpp"

namespace sluice {
namespace {

/// The text with every break shown as '|'.
std::string shown(std::string text) {
  for (auto at = text.find("\u200B"); at != std::string::npos; at = text.find("\u200B"))
    text.replace(at, 3, "|");
  return text;
}

TEST(Inert, WordsThatActAreBroken) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"plain words, 50 % of #them", "plain words, 50 % of #them"},
      {"@someone and a@b.c", "@|someone and a@|b.c"},
      {"@coderabbitai review", "@|c|oderabbitai review"},
      {"CodeRabbit, dependabot", "C|odeRabbit, d|ependabot"},
      {"fixes #1", "fixes #|1"},
      {"Closes owner/repo#12, resolves: #3", "Closes owner/repo#|12, resolves: #|3"},
      {"fix GH-7", "fix GH-|7"},
      {"closes https://github.com/o/r/issues/9", "closes https://github.com/o/r/issues/|9"},
      {"https://example.org/o/r/pull/9", "https://example.org/o/r/pull/|9"},
      {"#define X", "#define X"},
      {"/lgtm", "/|lgtm"},
      {"> /retest all\n  /merge", "> /|retest all\n  /|merge"},
      {"a/b, src/issues/x", "a/b, src/issues/x"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(shown(inert(text)), expected);
  EXPECT_EQ(shown(inert("ask OtterBot now", "otterbot[bot]")), "ask O|tterBot now");
}

TEST(Inert, WhatIsNotSeenIsTakenOut) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"a<!-- b -->c", "ac"},
      {"a<!<!-- 1 -->-- 2 -->c", "ac"},
      {"`<!-- b -->` <!-- open", "``  open"},
      {"\x1B[31mred\x1B[0m \x1B]8;;http://x\x07link\x1B]8;;\x1B\\ \x1B(B", "red link B"},
      {"\x1B[31", ""},
      {"\x1B]0;never closed\nnext", "\nnext"},
      {"a\x01\x02\r\nb\tc\x7F", "a\nb\tc"},
      {"a\u202Eb\u2066c\uFEFFd\u0085e", "abcde"},
      {"a\xFF\xC0\x80z", "a\uFFFD\uFFFD\uFFFDz"},
      {"\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD"},
      {"\xF0\x9F\x9A", "\uFFFD\uFFFD\uFFFD"},
      {"gr\u00FC\u00DF \U0001F6A6", "gr\u00FC\u00DF \U0001F6A6"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(inert(text), expected);
}

TEST(Inert, ASpanIsNotClosedByItsText) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"words", "`words`"},          {"a `b` c", "``a `b` c``"},
      {"`b`", "`` `b` ``"},          {"a ``b", "```a ``b```"},
      {"two\nlines", "`two lines`"}, {"", "(empty)"},
      {" \n ", "(empty)"},           {"</details> **x** [y](z)", "`</details> **x** [y](z)`"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(inert_span(text), expected);
  EXPECT_EQ(inert_span("abcdef", 4), "`abcd` (and 2 more characters)");
  EXPECT_EQ(inert_span("ab\U0001F6A6\U0001F6A6", 5), "`ab\U0001F6A6` (and 2 more characters)")
      << "never half a character";
}

TEST(Inert, AFenceIsNotClosedByItsText) {
  EXPECT_EQ(inert_fence("a\nb"), "```\na\nb\n```\n");
  EXPECT_EQ(inert_fence("a\n```\n@x\n"), "````\na\n```\n@\u200Bx\n````\n");
  EXPECT_EQ(inert_fence("~~~\n"), "```\n~~~\n```\n");
  EXPECT_EQ(inert_fence("abc", 2), "```\nab\n```\n\n1 more character not shown.\n");
  const auto long_run = inert_fence(std::string(50'000, '`'));
  EXPECT_EQ(long_run.find("\n"), 17u) << "a fence stays short whatever it holds";
}

TEST(Inert, ABodyIsCutToTheLimit) {
  const std::string body = "first line\n";
  EXPECT_EQ(within_limit(body), body);
  const std::string exact(forge_limit, 'x');
  EXPECT_EQ(within_limit(exact), exact);
  std::string wide;  // Four bytes and two units a character: 131,072 bytes are within the limit.
  while (wide.size() < 2 * forge_limit) wide += "\U0001F6A6";
  EXPECT_EQ(within_limit(wide), wide);
  for (const auto* unit : {"x", "\u00FC", "\u20AC", "\U0001F6A6"}) {
    std::string text = "```\n";
    for (std::size_t i = 0; i < forge_limit + 10; ++i) text += unit;
    const auto cut = within_limit(text);
    EXPECT_LE(utf16_units(cut), forge_limit);
    EXPECT_TRUE(is_utf8(cut));
    const auto kept = cut.find("\n```\n\n");
    ASSERT_NE(kept, std::string::npos) << "the open fence is closed";
    const auto gone = utf16_units(text) - utf16_units(std::string_view(cut).substr(0, kept));
    EXPECT_EQ(cut.substr(kept + 6), std::to_string(gone) + " more characters were cut.\n");
  }
}

TEST(Inert, NothingPutTogetherActs) {
  const char* given = std::getenv("SLUICE_SEED");
  const auto seed = given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
  std::printf("SLUICE_SEED=%llu\n", static_cast<unsigned long long>(seed));
  std::mt19937_64 random(seed);
  const std::vector<std::string_view> pieces = {"@",
                                                "#",
                                                "1",
                                                "fixes ",
                                                "coderabbit",
                                                "ai",
                                                " review",
                                                "<!--",
                                                "-->",
                                                "<!",
                                                "--",
                                                "`",
                                                "``",
                                                "```\n",
                                                "~~~\n",
                                                "\n",
                                                "\r",
                                                "\x1B[0m",
                                                "\x1B]",
                                                "\x07",
                                                "\xFF",
                                                "\xE2\x80",
                                                "\u200B",
                                                "\u202E",
                                                "\uFEFF",
                                                "\u00AD",
                                                "gh-",
                                                "/",
                                                "/issues",
                                                "</details>",
                                                "@\uFEFFx",
                                                "#\x01"
                                                "1",
                                                "co\u202E"
                                                "derabbit",
                                                "\U0001F6A6",
                                                "\u00FC",
                                                " ",
                                                "x"};
  for (int round = 0; round < 1500 && !testing::Test::HasFailure(); ++round) {
    std::string text;
    for (auto count = random() % 24; count > 0; --count) text += pieces[random() % pieces.size()];
    const auto quiet = inert(text);
    EXPECT_TRUE(is_utf8(quiet));
    EXPECT_EQ(quiet.find("<!--"), std::string::npos);
    EXPECT_EQ(quiet.find_first_of("\x1B\r\x07\x01"), std::string::npos);
    for (auto at = quiet.find('@'); at != std::string::npos; at = quiet.find('@', at + 1)) {
      EXPECT_EQ(quiet.compare(at + 1, 3, "\u200B"), 0);
    }
    for (auto at = quiet.find('#'); at != std::string::npos && at + 1 < quiet.size();
         at = quiet.find('#', at + 1)) {
      EXPECT_FALSE(std::isdigit(static_cast<unsigned char>(quiet[at + 1])));
    }
    EXPECT_EQ(quiet.find("coderabbit"), std::string::npos);

    const auto span = inert_span(text, 12);
    EXPECT_EQ(span.find('\n'), std::string::npos);
    if (span != "(empty)") {
      const auto ticks = span.find_first_not_of('`');
      const auto end = span.find(std::string(ticks, '`'), ticks);
      ASSERT_NE(end, std::string::npos);
      const auto rest = span.substr(end + ticks);
      EXPECT_TRUE(rest.empty() || rest.starts_with(" (and ")) << span;
    }
    const auto block = inert_fence(text, 12);
    const auto fence = block.substr(0, block.find('\n'));
    const auto close = block.find("\n" + fence + "\n", fence.size());
    ASSERT_NE(close, std::string::npos);
    EXPECT_EQ(block.find(fence, fence.size()), close + 1) << "its text holds no such run";
    if (HasFailure()) ADD_FAILURE() << "the text was: " << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace sluice
