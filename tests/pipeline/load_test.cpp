#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <random>

#include "catalog_fixture.hpp"
#include "host/pipeline/pipeline.hpp"
#include "host/process/child.hpp"
#include "support/temp_dir.hpp"

namespace sluice::pipeline {
namespace {

using test::TempDir;
using testing::HasSubstr;

Pipeline sound(const std::string& toml) {
  auto loaded = parse(toml, "/x/lock/collect.toml", test::catalog());
  if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
    for (const Problem& problem : *problems) ADD_FAILURE() << to_text(problem);
    return {};
  }
  return std::get<Pipeline>(std::move(loaded));
}

std::string only_problem(const std::filesystem::path& file) {
  auto loaded = load(file, test::catalog());
  const auto* problems = std::get_if<std::vector<Problem>>(&loaded);
  if (problems == nullptr || problems->size() != 1) return "";
  return to_text(problems->front());
}

TEST(Load, FillsInEveryDefault) {
  const Pipeline pipeline = sound("[[stage]]\nid = \"gate\"\n");
  EXPECT_EQ(pipeline.file, "/x/lock/collect.toml");
  EXPECT_EQ(pipeline.name, "collect");
  EXPECT_EQ(pipeline.text, "[[stage]]\nid = \"gate\"\n");
  EXPECT_EQ(pipeline.repository.remote, "origin");
  EXPECT_EQ(pipeline.repository.main, "main");
  EXPECT_EQ(pipeline.repository.develop, "develop");
  EXPECT_EQ(pipeline.repository.queue, "ai/queue");
  EXPECT_EQ(pipeline.repository.fixes, "ai/review-fixes");
  EXPECT_EQ(pipeline.forge.kind, "local");
  EXPECT_EQ(pipeline.forge.path, std::nullopt);
  EXPECT_EQ(pipeline.bot.login, "coderabbitai[bot]");
  EXPECT_EQ(pipeline.bot.context, "CodeRabbit");
  EXPECT_EQ(pipeline.bot.ask, "@coderabbitai review");
  EXPECT_EQ(pipeline.bot.cap_from, "the plan open-source");
  EXPECT_GE(pipeline.bot.cap, 1);
  ASSERT_EQ(pipeline.stages.size(), 1U);
  const Stage& stage = pipeline.stages[0];
  EXPECT_EQ(stage.uses, "gate");
  EXPECT_EQ(stage.plugin, "gate");
  EXPECT_EQ(stage.library, "/plugins/gate.so");
  EXPECT_EQ(stage.line, 1);
  EXPECT_TRUE(stage.enabled);
  EXPECT_FALSE(stage.always);
  EXPECT_FALSE(stage.optional);
  EXPECT_EQ(stage.isolation, Isolation::in_process);
  EXPECT_EQ(stage.writes, (std::vector<std::string>{"main"}));
  EXPECT_EQ(stage.effects, (std::vector<std::string>{"merge", "push.fold", "ask"}));
  EXPECT_EQ(stage.config, (Json{{"grace", 600}}));  // what has no default is absent
}

TEST(Load, ReadsEveryKey) {
  const Pipeline pipeline = sound(R"(
[pipeline]
name = "mine"
[repository]
remote = "up"
main = "trunk"
develop = "next"
queue = "q"
fixes = "f"
[forge]
kind = "local"
login = "me"
path = "../forge.git"
[bot]
dialect = "coderabbit"
login = "b[bot]"
context = "B"
ask = "@b go"
plan = "pro"
cap = 7
[defaults]
isolation = "process"
seconds = 30
memory_mb = 64
[defaults.config]
lockfile = { path = "l", command = ["make", "l"], seconds = 9 }
[[stage]]
id = "first"
uses = "gate"
isolation = "in-process"
writes = []
effects = ["ask"]
optional = true
[stage.config]
grace = 5
words = ["a", "b"]
strict = true
[[stage]]
id = "port"
seconds = 40
[[stage]]
id = "tell"
always = true
enabled = false
[roles]
resolver = "agent"
)");
  EXPECT_EQ(pipeline.name, "mine");
  EXPECT_EQ(pipeline.repository.remote, "up");
  EXPECT_EQ(pipeline.repository.queue, "q");
  EXPECT_EQ(pipeline.forge.login, "me");
  EXPECT_EQ(pipeline.forge.path, "/x/forge.git");
  EXPECT_EQ(pipeline.bot.cap, 7);
  EXPECT_EQ(pipeline.bot.cap_from, "the pipeline's cap");
  ASSERT_EQ(pipeline.stages.size(), 3U);
  const Stage& first = pipeline.stages[0];
  EXPECT_EQ(first.isolation, Isolation::in_process);
  EXPECT_EQ(first.writes, std::vector<std::string>{});
  EXPECT_EQ(first.effects, std::vector<std::string>{"ask"});
  EXPECT_TRUE(first.optional);
  EXPECT_EQ(first.config, (Json{{"grace", 5}, {"words", {"a", "b"}}, {"strict", true}}));
  const Stage& port = pipeline.stages[1];
  EXPECT_EQ(port.isolation, Isolation::process);
  EXPECT_EQ(port.seconds, 40);
  EXPECT_EQ(port.memory_mb, 64);
  EXPECT_EQ(port.config, (Json{{"lockfile", {{"path", "l"}, {"command", {"make", "l"}}, {"seconds", 9}}}}));
  EXPECT_FALSE(pipeline.stages[2].enabled);
  EXPECT_TRUE(pipeline.stages[2].always);
  ASSERT_TRUE(pipeline.roles.contains("resolver"));
  EXPECT_EQ(pipeline.roles.at("resolver").plugin, "agent");
  EXPECT_EQ(pipeline.roles.at("resolver").roles, std::vector<std::string>{"reshaper"});
}

TEST(Load, ThePlanGivesTheCap) {
  EXPECT_GT(sound("[bot]\nplan = \"pro\"\n[[stage]]\nid = \"tell\"\n").bot.cap,
            sound("[bot]\nplan = \"open-source\"\n[[stage]]\nid = \"tell\"\n").bot.cap);
}

TEST(Load, AStageMayStandTwice) {
  const Pipeline pipeline =
      sound("[[stage]]\nid = \"reply\"\n[[stage]]\nid = \"reply-after\"\nuses = \"reply\"\n");
  EXPECT_EQ(pipeline.stages[1].id, "reply-after");
  EXPECT_EQ(pipeline.stages[1].uses, "reply");
}

TEST(Load, AForeignPluginIsNamedByPathAndRunsInAProcess) {
  for (const std::string path : {"foreign.so", "/x/lock/foreign.so", "../lock/./foreign.so"}) {
    const Pipeline pipeline =
        sound("[[stage]]\nid = \"express\"\nplugin = \"" + path + "\"\n[roles]\nresolver = \"foreign\"\n");
    EXPECT_EQ(pipeline.stages.at(0).plugin, "foreign");
    EXPECT_EQ(pipeline.stages.at(0).library, "/x/lock/foreign.so");
    EXPECT_EQ(pipeline.stages.at(0).isolation, Isolation::process);
    EXPECT_EQ(pipeline.roles.at("resolver").library, "/x/lock/foreign.so");
  }
}

TEST(Load, AnEnabledStageMakesTheLane) {
  EXPECT_TRUE(sound("[[stage]]\nid = \"express\"\n").lane());
  EXPECT_FALSE(sound("[[stage]]\nid = \"express\"\nenabled = false\n").lane());
  EXPECT_FALSE(sound("[[stage]]\nid = \"port\"\n").lane());
}

TEST(Load, CommandsStayArgumentVectors) {
  const Pipeline pipeline = sound(
      "[agent]\ncommand = [\"a\"]\n[[stage]]\nid = \"mend\"\n[stage.config]\n"
      "checks = [[\"make\", \"-j 2\"], [\"test\"]]\n");
  EXPECT_EQ(pipeline.stages.at(0).config.at("checks"),
            Json::array({Json::array({"make", "-j 2"}), Json::array({"test"})}));
}

TEST(Load, ADisabledStageNeedsNoPlugin) {
  const Pipeline pipeline =
      sound("[[stage]]\nid = \"gone\"\nenabled = false\n[stage.config]\nx = 1\n[[stage]]\nid = \"tell\"\n");
  EXPECT_EQ(pipeline.stages[0].plugin, "");
}

TEST(Load, AlwaysIsAllowedOnceItsEffectsAreTaken) {
  EXPECT_TRUE(sound("[[stage]]\nid = \"reply\"\nalways = true\neffects = []\n").stages.at(0).always);
  EXPECT_TRUE(sound("[[stage]]\nid = \"port\"\noptional = true\neffects = [\"comment.commit\"]\n")
                  .stages.at(0)
                  .optional);
}

TEST(Load, BranchNamesAreJudgedAsGitJudgesThem) {
  const std::vector<std::string> names = {
      "a",  "a/b",  "a.b",  "-a",  "HEAD",   "@",        "a@{b", "a..b", "a.lock", "a/.b",   "/a",
      "a/", "a//b", "a b",  "a~b", "a^b",    "a:b",      "a?b",  "a*b",  "a[b",    "a\\\\b", "é",
      "a.", ".a",   "a/-b", "a@b", "refs/x", "a.lock/b", "{a}",  "a'b",  "日本"};
  for (const std::string& name : names) {
    std::string plain = name == "a\\\\b" ? "a\\b" : name;
    process::Command command{{"git", "check-ref-format", "--branch", plain}};
    const process::Result git = process::run(command);
    ASSERT_TRUE(git.started);
    auto loaded = parse("[repository]\ndevelop = \"" + name + "\"\n[[stage]]\nid = \"tell\"\n", "p.toml",
                        test::catalog());
    EXPECT_EQ(std::holds_alternative<Pipeline>(loaded), git.code == 0) << name << ": " << git.error;
  }
}

TEST(Load, AFileThatIsNoneIsASentence) {
  const TempDir home;
  const auto folder = home.path();
  EXPECT_EQ(only_problem(folder / "none.toml"), (folder / "none.toml").string() + ": there is no such file");
  EXPECT_THAT(only_problem(folder), HasSubstr("this is a folder; name the pipeline file in it"));
  ASSERT_EQ(::mkfifo((folder / "fifo").c_str(), 0600), 0);
  EXPECT_THAT(only_problem(folder / "fifo"), HasSubstr("this is not a regular file"));
  EXPECT_THAT(only_problem("/dev/zero"), HasSubstr("this is not a regular file"));
  test::write_file(folder / "file", "");
  EXPECT_THAT(only_problem(folder / "file/p.toml"), HasSubstr("there is no such file"));
  test::write_file(folder / "big.toml", "");
  std::filesystem::resize_file(folder / "big.toml", 100'000'000);
  EXPECT_THAT(only_problem(folder / "big.toml"),
              HasSubstr("the file holds 100000000 bytes; a pipeline has at most"));
  test::write_file(folder / "empty.toml", "");
  EXPECT_THAT(only_problem(folder / "empty.toml"), HasSubstr("a pipeline needs at least one [[stage]]"));
}

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

TEST(Load, HostileNestingIsRefusedWithItsPlace) {
  const std::vector<std::string> texts = {
      "a" + repeated(".a", 100'000) + " = 1\n",
      "[a" + repeated(".a", 400'000) + "]\n",
      "[[a" + repeated(" . 'a'", 100'000) + "]]\n",
      "\"a\"" + repeated(".\"a\"", 100'000) + " = 1\n",
      "a = " + repeated("[", 100'000),
      "a = " + repeated("[", 100'000) + repeated("]", 100'000),
      "a = " + repeated("{a=", 100'000),
      "a = " + repeated("[{a.a.a.a.a.a.a.a.a=", 200) + "1" + repeated("}]", 200),
      "s = \"\"\"x\"\"\"\na" + repeated(".a", 100'000) + " = 1\n",
      "s = '''\n'''\n# \"\na" + repeated(".a", 100'000) + " = 1\n",
  };
  for (const std::string& text : texts) {
    auto loaded = parse(text, "p.toml", test::catalog());
    const auto* problems = std::get_if<std::vector<Problem>>(&loaded);
    ASSERT_NE(problems, nullptr);
    ASSERT_EQ(problems->size(), 1U) << text.substr(0, 40);
    EXPECT_GE(problems->front().line, 1) << text.substr(0, 40);
    EXPECT_LE(to_text(problems->front()).size(), 400U);
  }
}

TEST(Load, AHeaderWithoutAKeyIsAProblemLikeAnyOther) {
  for (const std::string text :
       {"[=", "[\n", "[[\n", "[.a]", "[é]", "[[[a]]]", "[#", "[", "[[", "[]", "[a", "[a.", "[a.]"}) {
    auto loaded = parse("x = 1\n" + text, "p.toml", test::catalog());
    const auto* problems = std::get_if<std::vector<Problem>>(&loaded);
    ASSERT_NE(problems, nullptr) << text;
    EXPECT_EQ(problems->front().line, 2) << text;
    EXPECT_THAT(problems->front().sentence, HasSubstr("not TOML: ")) << text;
  }
}

TEST(Load, ASyntaxErrorIsOneLineWhateverItMet) {
  for (const std::string text : {"x = n\n", "x = +i\n", "x = tru\x01\n", "x = \x7f\n", "x.\n = 1\n"}) {
    auto loaded = parse(text, "p.toml", test::catalog());
    const auto* problems = std::get_if<std::vector<Problem>>(&loaded);
    ASSERT_NE(problems, nullptr) << text;
    for (const char c : problems->front().sentence) EXPECT_GE(static_cast<unsigned char>(c), 0x20U) << text;
  }
}

TEST(Load, DotsThatAreNoKeyAreNoNesting) {
  const std::string dots = repeated("a.", 50);
  sound("[bot]\nask = \"" + dots + "\" # " + dots +
        "\n[[stage]]\nid = \"reply\"\n[stage.config]\ngreeting = '''\n" + dots + "'''\n");
  sound("[bot]\nask = \"\\\"" + dots + "\"\n[[stage]]\nid = \"reply\"\nconfig.greeting = \"\"\"\\\"\"\"" +
        dots + "\"\"\"\n");
}

TEST(Load, RandomBytesNeverEndTheProcess) {
  const std::string seed_text =
      "[pipeline]\nname = \"x\"\n[bot]\ncap = 5\n[[stage]]\nid = \"port\"\nwrites = [\"develop\"]\n"
      "[stage.config]\nlockfile = { path = \"l\" }\n[roles]\nresolver = \"agent\"\n";
  const unsigned seed = 20'240'229;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const Catalog catalog = test::catalog();
  for (int round = 0; round < 2'000; ++round) {
    std::string text = seed_text;
    for (unsigned i = 0; i <= random() % 4; ++i) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, random() % 10);
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), random() % 20));
          break;
      }
    }
    auto loaded = parse(text, "p.toml", catalog);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
      ASSERT_FALSE(problems->empty());
      for (const Problem& problem : *problems) {
        EXPECT_FALSE(problem.sentence.empty());
        EXPECT_EQ(problem.sentence.find('\n'), std::string::npos) << problem.sentence;
      }
    }
  }
}

}  // namespace
}  // namespace sluice::pipeline
