// The pages of the working side are held to the program: every command in them is one that it has, with those
// options.

#include <gmock/gmock.h>

#include <regex>
#include <sstream>

#include "host/process/child.hpp"
#include "support/temp_dir.hpp"

namespace sluice::test {
namespace {

using ::testing::HasSubstr;

const char* const kSkill = "/config/skills/review-queue/SKILL.md";
const char* const kPage = "/docs/working-side.md";

std::string page(const std::string& name) {
  return read_file(SLUICE_SOURCE + name);
}

/// What stands in code spans and begins with the program's name, as words.
std::vector<std::vector<std::string>> commands(const std::string& text) {
  std::vector<std::vector<std::string>> all;
  std::istringstream pieces(text);
  bool inside = false;
  for (std::string piece; std::getline(pieces, piece, '`'); inside = !inside) {
    if (!inside || !piece.starts_with("host ")) continue;
    std::istringstream words(piece);
    all.emplace_back(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
  }
  return all;
}

process::Result help_of(const std::vector<std::string>& verbs) {
  process::Command command;
  command.argv = {SLUICE_HOST};
  command.argv.insert(command.argv.end(), verbs.begin(), verbs.end());
  command.argv.emplace_back("--help");
  return process::run(command);
}

class Pages : public ::testing::TestWithParam<const char*> {};

TEST_P(Pages, NameOnlyCommandsThatThereAre) {
  const auto all = commands(page(GetParam()));
  ASSERT_GE(all.size(), 8U);
  for (const auto& words : all) {
    std::vector<std::string> verbs, options;
    for (const auto& word : std::vector<std::string>(words.begin() + 1, words.end())) {
      if (word.starts_with("-")) {
        options.push_back(word);
      } else if (std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; })) {
        verbs.push_back(word);
      }
    }
    SCOPED_TRACE(::testing::PrintToString(words));
    const auto help = help_of(verbs);
    EXPECT_EQ(help.code, 0);
    if (verbs.size() > 1) {
      EXPECT_THAT(help.output, HasSubstr("Usage: host " + verbs[0] + " " + verbs[1]));
    }
    for (const auto& option : options) EXPECT_THAT(help.output, HasSubstr(option + " "));
  }
}

TEST_P(Pages, RestateTheCapAsNoNumber) {
  const std::regex number("[0-9]+[- ]files?|files? or [0-9]+|cap of [0-9]+", std::regex::icase);
  std::istringstream lines(page(GetParam()));
  for (std::string line; std::getline(lines, line);) EXPECT_FALSE(std::regex_search(line, number)) << line;
}

INSTANTIATE_TEST_SUITE_P(Of, Pages, ::testing::Values(kSkill, kPage));

TEST(Skill, NamesEveryVerbOfTheWorkingSide) {
  const auto help = help_of({"queue"});
  const std::string text = page(kSkill);
  for (const char* verb : {"push", "status", "answer", "held", "unmerge", "recut"}) {
    EXPECT_THAT(help.output, HasSubstr(std::string("\n  ") + verb + " "));
    EXPECT_THAT(text, HasSubstr(std::string("`host queue ") + verb));
  }
}

TEST(Skill, EveryVerbHasExamplesAndTakesJson) {
  for (const char* verb : {"push", "status", "answer", "held", "unmerge", "recut"}) {
    const auto help = help_of({"queue", verb});
    EXPECT_THAT(help.output, HasSubstr("Examples:\n  host queue " + std::string(verb))) << verb;
    EXPECT_THAT(help.output, HasSubstr("--json")) << verb;
    EXPECT_EQ(help.output.find("--dry-run") != std::string::npos, std::string(verb) != "status") << verb;
  }
}

TEST(Skill, BeginsAsASkillDoes) {
  EXPECT_THAT(page(kSkill), ::testing::StartsWith("---\nname: review-queue\ndescription: "));
}

}  // namespace
}  // namespace sluice::test
