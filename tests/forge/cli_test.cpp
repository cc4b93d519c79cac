// `host forge ...` as it is typed.

#include <gmock/gmock.h>

#include "forge/host_process.hpp"
#include "host/forge/local/local_forge.hpp"
#include "support/repo.hpp"
#include "support/temp_dir.hpp"

namespace sluice::test {

using testing::HasSubstr;

namespace {

struct ForgeCommand : testing::Test {
  ForgeCommand() {
    repo.commit_file("first.txt", 1);
    repo.push("main").branch("develop");
    head = repo.commit_file("work.txt", 2).hex();
    repo.push("develop");
  }
  process::Result host(const Words& words, const std::string& input = {}) {
    return run_forge(repo.remote(), words, input);
  }
  /// The document of a verb that must succeed.
  Json document(Words words, const std::string& input = {}) {
    words.push_back("--json");
    const auto result = host(words, input);
    EXPECT_EQ(result.code, 0) << result.error;
    return parse_document(result.output);
  }
  void open() { document({"open", "--head", "develop", "--title", "release: develop → main"}); }

  Repo repo;
  std::string head;
};

}  // namespace

TEST_F(ForgeCommand, AReleaseByHand) {
  const auto pull = document({"open", "--head", "develop", "--title", "release", "--as", "me", "--at",
                              "1700000000", "--body", "the body"});
  EXPECT_EQ(pull["number"], 1);
  EXPECT_EQ(pull["author"], "me");
  EXPECT_EQ(pull["created_at"], 1700000000);
  EXPECT_EQ(pull["head_sha"], head);

  EXPECT_EQ(document({"status", "develop", "--state", "success", "--description", "Review completed"})["sha"],
            head);
  const auto review = document({"review", "1", "--body", "**Actionable comments posted: 1**"});
  EXPECT_EQ(review["author"], "coderabbitai[bot]");
  EXPECT_EQ(review["sha"], head);
  const auto thread = document({"thread", "1", "--path", "work.txt", "--line", "1", "--body", "A finding."});
  const auto first = thread["comments"][0]["id"].get<int>();
  const auto reply = document({"reply", "1", std::to_string(first), "--as", "me", "--body", "Agreed."});
  const auto comment = document({"comment", "1", "--as", "me", "--body", "before"});
  document({"comment", "--edit", std::to_string(comment["id"].get<int>()), "--body", "after"});
  document({"comment", "--commit", "main", "--body", "on main"});
  document({"resolve", thread["id"]});
  document({"run", "main", "--workflow", "CI", "--conclusion", "failure"});
  EXPECT_EQ(document({"merge", "1", "--sha", head})["state"], "merged");
  EXPECT_EQ(document({"issue", "--title", "later"})["number"], 2);
  document({"close", "2"});

  const auto all = document({"show"});
  ASSERT_EQ(all["pulls"].size(), 1U);
  const auto& shown = all["pulls"][0];
  EXPECT_EQ(shown["state"], "merged");
  EXPECT_EQ(shown["merge_sha"], repo.remote_git({"rev-parse", "main"}).substr(0, 40));
  EXPECT_EQ(shown["statuses"][0]["description"], "Review completed");
  EXPECT_EQ(shown["comments"].size(), 1U);
  EXPECT_EQ(shown["comments"][0]["body"], "after");
  EXPECT_EQ(shown["reviews"].size(), 1U);
  EXPECT_EQ(shown["threads"][0]["resolved"], true);
  EXPECT_EQ(shown["threads"][0]["comments"][1]["id"], reply["id"]);
  EXPECT_EQ(all["issues"][0]["open"], false);
  ASSERT_EQ(all["branches"].size(), 2U);
  EXPECT_EQ(all["branches"][0]["name"], "develop");
  const auto on_main = std::find_if(all["commits"].begin(), all["commits"].end(),
                                    [](const Json& at) { return !at["runs"].empty(); });
  ASSERT_NE(on_main, all["commits"].end());
  EXPECT_EQ((*on_main)["runs"][0]["conclusion"], "failure");
  EXPECT_EQ((*on_main)["comments"][0]["body"], "on main");
}

TEST_F(ForgeCommand, ARunCarriesItsLog) {
  const std::string log = "build\tTest\t2026-01-01T00:00:00Z caf\xE9\n";
  write_file(repo.folder() / "ci.log", log);
  const auto id = std::to_string(
      document({"run", "main", "--conclusion", "failure", "--log", (repo.folder() / "ci.log").string()})["id"]
          .get<int>());
  const auto read = [&] { return forge::open_local(repo.remote(), "me")->run_log(std::stoll(id)); };
  EXPECT_EQ(read(), log);
  document({"run", "--id", id, "--conclusion", "failure", "--log", "-"}, "again\n");
  EXPECT_EQ(read(), "again\n");
  EXPECT_EQ(host({"run", "main", "--conclusion", "failure", "--log", "/nowhere/at/all"}).code, 2);
}

TEST_F(ForgeCommand, ShowsWhatIsOpen) {
  open();
  host({"status", "develop", "--state", "pending", "--description", "Review in progress"});
  host({"thread", "1", "--path", "a.c", "--line", "12", "--body", "First line\nsecond line"});
  host({"thread", "1", "--path", "b.c", "--body", "Settled"});
  host({"resolve", "PRRT_2"});
  const auto text = host({"show"}).output;
  EXPECT_THAT(text, HasSubstr("#1  open  develop → main  " + head.substr(0, 10)));
  EXPECT_THAT(text, HasSubstr("CodeRabbit: pending, Review in progress"));
  EXPECT_THAT(text, HasSubstr("1 open thread of 2"));
  EXPECT_THAT(text, HasSubstr("PRRT_1  a.c:12"));
  EXPECT_THAT(text, HasSubstr("First line"));
  EXPECT_THAT(text, testing::Not(HasSubstr("second line")));
  EXPECT_THAT(text, testing::Not(HasSubstr("Settled")));
  EXPECT_EQ(host({"show", "1"}).code, 0);
  EXPECT_EQ(host({"show", "7"}).code, 1);
}

TEST_F(ForgeCommand, ShowingWritesNothing) {
  const auto files = [&] {
    std::map<std::string, std::string> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(repo.remote())) {
      if (entry.is_regular_file()) all[entry.path().string()] = read_file(entry.path());
    }
    return all;
  };
  const auto empty = files();
  EXPECT_TRUE(document({"show"})["pulls"].empty());
  EXPECT_EQ(files(), empty);
  open();
  repo.branch("main").push("main");
  repo.git({"push", "-q", "origin", "develop:main"});
  const auto before = files();
  EXPECT_EQ(document({"show"})["pulls"][0]["state"], "merged");
  EXPECT_EQ(files(), before);
}

TEST_F(ForgeCommand, AHeadMayBeAbbreviated) {
  open();
  EXPECT_EQ(host({"merge", "1", "--sha", head.substr(0, 6)}).code, 2);
  const auto other = host({"merge", "1", "--sha", std::string(10, '0')});
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.error, HasSubstr("not 0000000000"));
  EXPECT_EQ(document({"merge", "1", "--sha", head.substr(0, 7)})["state"], "merged");
}

TEST_F(ForgeCommand, AMissingBranchNamesTheOptionForAnother) {
  for (const auto& [words, option] : std::vector<std::pair<Words, std::string>>{
           {{"open", "--head", "develop", "--title", "t", "--base", "none"}, "--base"},
           {{"open", "--head", "none", "--title", "t"}, "--head"},
           {{"alert", "--rule", "r", "--branch", "none"}, "--branch"}}) {
    const auto result = host(words);
    EXPECT_EQ(result.code, 1);
    EXPECT_THAT(result.error, HasSubstr("there is no branch none"));
    EXPECT_THAT(result.error, HasSubstr("name another one with " + option));
  }
}

TEST_F(ForgeCommand, OutsideTextMovesNoCursor) {
  open();
  host({"thread", "1", "--path", "a\x1b[2J.c", "--as", "bot\x1b[1m", "--body", "\x1b]0;title\x07 finding"});
  const auto result = host({"show"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.output.find('\x1b'), std::string::npos);
  EXPECT_EQ(result.output.find('\x07'), std::string::npos);
  EXPECT_THAT(result.output, HasSubstr("finding"));
}

TEST_F(ForgeCommand, ABodyComesFromTheLineAFileOrStandardInput) {
  open();
  const std::string text = "first\n\n```\n- item\n```\n";
  write_file(repo.folder() / "body.md", text);
  const std::vector<std::pair<Words, std::string>> ways = {
      {{"--body", text}, ""},
      {{"--body-file", (repo.folder() / "body.md").string()}, ""},
      {{"--body-file", "-"}, text},
      {{"--body", "-"}, text}};
  for (const auto& [words, input] : ways) {
    Words all = {"comment", "1"};
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_EQ(document(all, input)["body"], text) << words[0] << " " << words[1];
  }
  EXPECT_EQ(document({"comment", "1", "--body", "--json is a word here"})["body"], "--json is a word here");
  EXPECT_EQ(document({"comment", "1", "--body", "- item"})["body"], "- item");
}

TEST_F(ForgeCommand, AForeignPullRequestAndOneOfOurs) {
  const auto foreign = document({"open", "--head", "develop", "--title", "t", "--from-fork", "mallory/repo"});
  EXPECT_EQ(foreign["foreign"], true);
  EXPECT_EQ(foreign["head_sha"], head);
  EXPECT_EQ(document({"open", "--head", "develop", "--title", "t"})["foreign"], false);
}

TEST_F(ForgeCommand, TheRepositoryMayBeNamedAfterTheVerbOrBeAClone) {
  open();
  for (const Words& words :
       {Words{SLUICE_HOST, "forge", "show", "--json", "--repo", repo.remote().string()},
        Words{SLUICE_HOST, "forge", "--json", "show", "--repo", repo.clone().string()}}) {
    const auto result = process::run({.argv = words});
    ASSERT_EQ(result.code, 0) << result.error;
    EXPECT_EQ(parse_document(result.output)["pulls"].size(), 1U);
  }
  const auto here =
      process::run({.argv = {SLUICE_HOST, "forge", "show", "--json"}, .directory = repo.clone()});
  EXPECT_EQ(parse_document(here.output)["pulls"].size(), 1U);
}

TEST_F(ForgeCommand, WhatTheForgeRefusesIsOneSentenceAndExitCode1) {
  open();
  const std::vector<std::pair<Words, std::string>> cases = {
      {{"open", "--head", "develop", "--title", "twice"}, "open already: #1"},
      {{"open", "--head", "main", "--title", "t"}, "no commits between main and main"},
      {{"open", "--head", "absent", "--title", "t"}, "no branch absent"},
      {{"merge", "1", "--sha", std::string(40, 'a')}, "was modified"},
      {{"merge", "9"}, "#9"},
      {{"close", "9"}, "#9"},
      {{"comment", "9", "--body", "x"}, "#9"},
      {{"comment", "1", "--body", ""}, "blank"},
      {{"comment", "1", "--body", std::string(70'000, 'x')}, "70000 characters"},
      {{"comment", "1", "--body", "latin \xE9"}, "not UTF-8"},
      {{"reply", "1", "9", "--body", "x"}, "no review comment 9"},
      {{"resolve", "PRRT_9"}, "no review thread PRRT_9"},
      {{"status", "absent", "--state", "success"}, "no commit absent"},
      {{"run", "main", "--status", "completed"}, "without one"},
      {{"alert", "--rule", "r", "--message", "m", "--branch", "absent"}, "no branch absent"}};
  for (const auto& [words, sentence] : cases) {
    const auto result = host(words);
    EXPECT_EQ(result.code, 1) << words[0];
    EXPECT_EQ(result.output, "") << words[0];
    EXPECT_THAT(result.error, HasSubstr(sentence));
    EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1) << result.error;
  }
  EXPECT_TRUE(document({"show"})["pulls"][0]["comments"].empty());
  const auto nul = host({"comment", "1", "--body-file", "-"}, std::string("a\0b", 3));
  EXPECT_EQ(nul.code, 1);
  EXPECT_THAT(nul.error, HasSubstr("NUL"));
}

TEST_F(ForgeCommand, WrongUsageIsExitCode2AndPointsToHelp) {
  open();
  const std::vector<Words> cases = {{},
                                    {"bogus"},
                                    {"open"},
                                    {"open", "--head", "develop"},
                                    {"open", "--head", "develop", "--title", "t", "--sha", head},
                                    {"close"},
                                    {"close", "one"},
                                    {"comment"},
                                    {"comment", "1"},
                                    {"comment", "1", "--commit", "main", "--body", "x"},
                                    {"comment", "1", "--body", "x", "--body-file", "y"},
                                    {"comment", "1", "--body-file", "/nowhere/at/all"},
                                    {"comment", "1", "--body-file", "/"},
                                    {"thread", "1", "--body", "x"},
                                    {"thread", "1", "--path", "a", "--line", "one", "--body", "x"},
                                    {"status", "develop", "--state", "passed"},
                                    {"run", "main", "--id", "1"},
                                    {"run"},
                                    {"alert"},
                                    {"set", "issues", "perhaps"},
                                    {"show", "--bogus"}};
  for (const auto& words : cases) {
    const auto result = host(words);
    EXPECT_EQ(result.code, 2) << testing::PrintToString(words) << result.error;
    EXPECT_THAT(result.error, HasSubstr("--help")) << testing::PrintToString(words);
  }
  EXPECT_TRUE(document({"show"})["pulls"][0]["comments"].empty());
}

TEST_F(ForgeCommand, AMisspeltWordIsNamedWithWhatItWasMeantToBe) {
  const std::vector<std::tuple<Words, std::string, std::string>> cases = {
      {{"opne"}, "`host forge` has no verb \"opne\"; did you mean \"open\"?", "`host forge --help`"},
      {{"xyzzy"}, "`host forge` has no verb \"xyzzy\"\n", "`host forge --help`"},
      {{"show", "--jsno"}, "no option \"--jsno\"; did you mean \"--json\"?", "`host forge show --help`"},
      {{"open", "--haed=develop"}, "\"--haed\"; did you mean \"--head\"?", "`host forge open --help`"},
      {{"close", "1", "2"}, "`host forge close` has no place for \"2\"\n", "`host forge close --help`"},
      {{}, "a verb is missing\n", "`host forge --help`"}};
  for (const auto& [words, sentence, help] : cases) {
    const auto result = host(words);
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.error, HasSubstr(sentence));
    EXPECT_THAT(result.error, HasSubstr("See " + help + ".\n"));
  }
}

TEST_F(ForgeCommand, EveryVerbHasHelpWithExamples) {
  const auto family = host({"--help"});
  EXPECT_EQ(family.code, 0);
  EXPECT_THAT(family.output, HasSubstr("Examples:"));
  for (const auto* verb :
       {"show", "open", "close", "reopen", "merge", "lock", "unlock", "issue", "set", "comment", "reply",
        "review", "thread", "resolve", "outdate", "status", "run", "alert", "bot"}) {
    EXPECT_THAT(family.output, HasSubstr(std::string("\n  ") + verb + " "));
    const auto result = host({verb, "--help"});
    EXPECT_EQ(result.code, 0) << verb;
    EXPECT_THAT(result.output, HasSubstr(std::string("Examples:\n  host forge ") + verb + " ")) << verb;
  }
}

}  // namespace sluice::test
