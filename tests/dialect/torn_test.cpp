// Whatever the bot, or whoever writes in its name, sends: no reading crashes, hangs or takes more than linear
// time.

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "corpus.hpp"
#include "dialect/dialect.hpp"
#include "dialect/text.hpp"

namespace sluice::dialect {
namespace {

constexpr std::string_view bot = "coderabbitai[bot]";

#ifdef SLUICE_SANITIZE
constexpr int rounds = 400;
constexpr std::size_t long_line = 20'000;
#else
constexpr int rounds = 3000;
constexpr std::size_t long_line = 100'000;
#endif

void read_all(std::string_view text) {
  const auto& rabbit = *find("coderabbit");
  const Said said{1, bot, text, 1000};
  if (const auto refusal = rabbit.refusal({&said, 1}, bot); refusal && refusal->until) {
    EXPECT_GE(*refusal->until, 1060);
    EXPECT_LE(*refusal->until, 1060 + 48 * 3600);
  }
  rabbit.walkthrough(text);
  rabbit.counts(text);
  rabbit.status(StatusText{"success", text});
  rabbit.rejoinder(text);
  const auto finding = rabbit.finding(text);
  EXPECT_LE(finding.text.size(), text.size());
  EXPECT_EQ(without_comments(without_comments(text)), without_comments(text));
}

std::uint64_t seed() {
  const char* given = std::getenv("SLUICE_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
}

TEST(DialectTorn, TruncationsAndSplicesOfTheCorpus) {
  std::vector<std::string> texts;
  for (const auto* kind : {"refusal", "walkthrough", "review", "finding", "rejoinder"}) {
    for (auto& sample : corpus::samples(kind)) texts.push_back(std::move(sample.text));
  }
  const auto start = seed();
  SCOPED_TRACE("SLUICE_SEED=" + std::to_string(start));
  std::printf("SLUICE_SEED=%llu\n", static_cast<unsigned long long>(start));
  std::mt19937_64 random(start);
  const auto below = [&](std::size_t end) { return end == 0 ? 0 : random() % end; };
  const auto any = [&]() -> const std::string& { return texts[below(texts.size())]; };
  for (int round = 0; round < rounds && !HasFailure(); ++round) {
    auto text = any().substr(0, below(400));
    for (auto pieces = below(6); pieces > 0; --pieces) {
      const auto& other = any();
      const auto from = below(other.size());
      text.insert(below(text.size() + 1), other.substr(from, below(300)));
    }
    for (auto bytes = below(4); bytes > 0 && !text.empty(); --bytes) {
      text[below(text.size())] = static_cast<char>(below(256));
    }
    read_all(text);
    if (HasFailure()) ADD_FAILURE() << "the text was: " << text;
  }
}

TEST(DialectTorn, LongLinesOfTheWorstPieces) {
  const auto marker =
      std::string("<!-- This is an auto-generated comment: rate limited by coderabbit.ai -->\n");
  for (const std::string_view piece : {"<",
                                       "<!--",
                                       "-->",
                                       "<!",
                                       "`",
                                       "``x",
                                       "~~~\n",
                                       "```\n",
                                       "````\n```\n",
                                       "<details>",
                                       "<details ",
                                       "</details>",
                                       "<details>\n<summary>analysis chain</summary>\n",
                                       "> ",
                                       "*",
                                       "_a_ | ",
                                       "(1)",
                                       " comments (1)",
                                       "a comments (1)<",
                                       "limit of ",
                                       "limit of 1 over file ",
                                       "1,",
                                       "1 file exceed the limit of ",
                                       "available in ",
                                       "1 minute ",
                                       "and ",
                                       "please wait 1 hour ",
                                       "files that changed between ",
                                       "between abcdef1 and ",
                                       "\xC2\xA0",
                                       "\xE2\x80",
                                       "\n",
                                       "\r\n",
                                       "**",
                                       "**a",
                                       "<!-- This is an auto-generated comment: x by coderabbit.ai -->\n",
                                       ",",
                                       ":",
                                       " "}) {
    std::string text;
    while (text.size() < long_line) text += piece;
    read_all(text);
    read_all(marker + text);
    std::string growing;
    for (std::size_t n = 1; growing.size() < long_line; ++n) {
      for (std::size_t k = 0; k < n; ++k) growing += piece;
      growing += "x\n";
    }
    read_all(growing);
  }
}

}  // namespace
}  // namespace sluice::dialect
