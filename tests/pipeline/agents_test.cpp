// [agent], [agent.STEP], [pass] budget, roles with a table of their own, and config keys that name a file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "catalog_fixture.hpp"
#include "host/pipeline/document.hpp"
#include "host/pipeline/pipeline.hpp"
#include "marked.hpp"
#include "support/temp_dir.hpp"

namespace sluice::pipeline {
namespace {

using test::check;
using testing::HasSubstr;
using Words = std::vector<std::string>;

Pipeline sound(const std::string& toml, const std::filesystem::path& file = "/x/p.toml") {
  auto loaded = parse(toml, file, test::catalog());
  if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
    for (const Problem& problem : *problems) ADD_FAILURE() << to_text(problem);
    return {};
  }
  return std::get<Pipeline>(std::move(loaded));
}

const std::string tell = "[[stage]]\nid = \"tell\"\n";
const std::string mend = "[[stage]]\nid = \"mend\"\n";
const std::string claude = R"([agent]
command = ["claude", "--model", "{model}"]
model = "opus"
output = "stream-json"
seconds = 900
environment = ["A_KEY"]
limits = ["hit your * limit"]
)";

TEST(Agents, NoTableIsNoAgentAndNoBudget) {
  const Pipeline pipeline = sound(tell);
  EXPECT_EQ(pipeline.agent_of("drain"), nullptr);
  EXPECT_EQ(pipeline.budget, std::nullopt);
  EXPECT_EQ(sound("[pass]\nbudget = 0\n" + tell).budget, std::nullopt);
  EXPECT_EQ(sound("[pass]\nbudget = 6000\n" + tell).budget, 6000);
}

TEST(Agents, AStepLaysItsOwnKeysOverTheGeneralOnes) {
  const Pipeline pipeline = sound(claude + "[agent.drain]\nmodel = \"sonnet\"\nseconds = 60\n" + mend);
  const session::Agent& general = *pipeline.agent_of("resolve");
  EXPECT_EQ(general.name, "claude");
  EXPECT_EQ(general.command, (Words{"claude", "--model", "{model}"}));
  EXPECT_EQ(general.model, "opus");
  EXPECT_EQ(general.output, session::Output::stream_json);
  EXPECT_EQ(general.seconds, 900);
  EXPECT_EQ(general.environment, Words{"A_KEY"});
  EXPECT_EQ(general.limits, Words{"hit your * limit"});
  const session::Agent& drain = *pipeline.agent_of("drain");
  EXPECT_EQ(drain.name, "claude");
  EXPECT_EQ(drain.command, general.command);
  EXPECT_EQ(drain.model, "sonnet");
  EXPECT_EQ(drain.seconds, 60);
  EXPECT_EQ(drain.limits, general.limits);
}

TEST(Agents, AreNamedAfterTheProgramUnlessTheTableSaysWho) {
  const auto name = [](const std::string& general, const std::string& own) {
    return sound("[agent]\n" + general + "[agent.drain]\n" + own + mend).agent_of("drain")->name;
  };
  EXPECT_EQ(name("command = [\"/opt/bin/claude\"]\n", ""), "claude");
  EXPECT_EQ(name("command = [\"claude\"]\nname = \"team\"\n", ""), "team");
  EXPECT_EQ(name("command = [\"claude\"]\nname = \"team\"\n", "name = \"other\"\n"), "other");
  // Another program is under another's limits.
  EXPECT_EQ(name("command = [\"claude\"]\nname = \"team\"\n", "command = [\"codex\"]\n"), "codex");
  EXPECT_EQ(name("name = \"team\"\n", "command = [\"codex\"]\n"), "team");
}

TEST(Agents, AStepMayHaveTheOnlyProgram) {
  const Pipeline pipeline = sound("[agent.drain]\ncommand = [\"tool\"]\n" + mend);
  ASSERT_NE(pipeline.agent_of("drain"), nullptr);
  EXPECT_EQ(pipeline.agent_of("drain")->seconds, session::Agent{}.seconds);
  EXPECT_EQ(pipeline.agent_of("drain")->output, session::Output::text);
  EXPECT_EQ(pipeline.agent_of("resolve"), nullptr);
}

// In the work tree, where a session runs, "./tool" would be a file of the commit under work.
TEST(Agents, AProgramByRelativePathStartsAtThePipelinesFolder) {
  const auto program = [](const std::string& word) {
    return sound("[agent]\ncommand = [\"" + word + "\"]\n" + tell).agent_of("")->command.front();
  };
  EXPECT_EQ(program("./tool"), "/x/tool");
  EXPECT_EQ(program("../bin/tool"), "/bin/tool");
  EXPECT_EQ(program("/opt/tool"), "/opt/tool");
  EXPECT_EQ(program("tool"), "tool");
}

TEST(Agents, WhatIsWrongWithTheTables) {
  check({
      {"[agent]\n⟦comand = [\"a\"]\n" + tell, {{"unknown key \"comand\" in [agent]", "command"}}},
      {claude + "[agent.drain]\n⟦secs = 5\n" + mend,
       {{"unknown key \"secs\" in [agent.drain]; its keys are command, name, model, output, sandbox, "
         "seconds, "
         "environment and limits"}}},
      {claude + "[agent.⟦darin]\nseconds = 5\n" + mend,
       {{"no plugin here starts a session for \"darin\"", "drain"}}},
      {claude + "[agent.⟦zebra]\nseconds = 5\n" + mend,
       {{"no plugin here starts a session for \"zebra\"; there are sessions for drain and resolve"}}},
      {claude + "⟦drain = \"codex\"\n" + mend, {{"unknown key \"drain\" in [agent]"}}},
      {"[agent]\ncommand = ⟦[]\n" + tell,
       {{"\"command\" in [agent] is empty; its first word is the program"}}},
      {"[agent]\ncommand = [⟦\"\"]\n" + tell, {{"\"command\" in [agent] holds an empty string"}}},
      {"[agent]\ncommand = [\"a\", ⟦\"b\\u0000c\"]\n" + tell, {{"holds a NUL character"}}},
      {"[agent]\ncommand = ⟦\"claude -p\"\n" + tell, {{"takes a list of strings, not a string"}}},
      {"[agent]\ncommand = ⟦[\"a\", \"--model={model}\"]\n" + tell,
       {{"\"command\" in [agent] names {model}, and no \"model\" says which"}}},
      {claude + "[agent.drain]\ncommand = [\"tool\"]\nmodel = ⟦\"x\"\n" + mend,
       {{"\"model\" in [agent.drain] reaches no program: no word of its command holds {model}"}}},
      {"[agent]\nlimits = [⟦\"\"]\n" + tell, {{"\"limits\" in [agent] holds an empty string"}}},
      {"[agent]\nseconds = ⟦0\n" + tell, {{"\"seconds\" in [agent] is from 1 to 86400, not 0"}}},
      {"[agent]\noutput = ⟦\"stream_json\"\n" + tell, {{"must be text or stream-json", "stream-json"}}},
      {"[agent]\nname = ⟦\"a b\"\n" + tell, {{"\"name\" in [agent] is one word of letters"}}},
      {"[agent]\nseconds = 5\n[agent.⟦drain]\nmodel = \"x\"\n" + mend,
       {{"[agent.drain] has no command, and [agent] has none that it could take over"}}},
      {"[pass]\nbudget = ⟦-1\n⟦seconds = 5\n" + tell,
       {{"\"budget\" in [pass] is from 0 to 604800, not -1"}, {"unknown key \"seconds\" in [pass]"}}},
  });
}

TEST(Agents, WhatReachesTheForgeIsRefusedByName) {
  const std::string begin = "[agent]\nenvironment = [⟦\"";
  const std::string end = "\"]\n" + tell;
  for (const std::string name :
       {"GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"}) {
    check({{begin + name + end,
            {{"\"" + name +
              "\" in the environment of [agent] is a credential of the forge, which a session "
              "must not reach"}}}});
  }
  check({
      {begin + "SSH_AUTH_SOCK" + end, {{"lends our ssh keys"}}},
      {begin + "GIT_ASKPASS" + end, {{"steers git"}}},
      {begin + "GIT_CONFIG_COUNT" + end, {{"must not reach the forge"}}},
      {begin + "HOME" + end, {{"our own home folder"}}},
      {begin + "GH_CONFIG_DIR" + end, {{"our own home folder"}}},
      {begin + "SLUICE_OUT" + end, {{"is the host's own to set"}}},
      {begin + "" + end, {{"is not the name of a variable"}}},
      {begin + "1A" + end, {{"is not the name of a variable"}}},
      {claude + "[agent.drain]\nenvironment = [\"MY_TOKEN\", ⟦\"GH_TOKEN\", \"MY_SECRET\"]\n" + mend,
       {{"in the environment of [agent.drain]"}}},
  });
  EXPECT_EQ(sound("[agent]\nenvironment = [\"CLAUDE_CODE_OAUTH_TOKEN\", \"A_SECRET\", \"GITX\"]\n" + tell)
                .agents.size(),
            0U);
}

TEST(Agents, AValueThatStandsWhereANameBelongsIsNotRepeated) {
  auto loaded = parse("[agent]\nenvironment = [\"TOKEN=hunter2\"]\n" + tell, "p.toml", test::catalog());
  const std::string said = to_text(std::get<std::vector<Problem>>(loaded).at(0));
  EXPECT_THAT(said, HasSubstr("\"TOKEN\" in the environment of [agent] is not the name of a variable"));
  EXPECT_EQ(said.find("hunter2"), std::string::npos) << said;
}

TEST(Agents, WhoStartsSessionsNeedsAProgram) {
  const std::string clerk = "[roles]\n";
  check({
      {"[[stage]]\nid = ⟦\"mend\"\n",
       {{"the stage \"mend\" starts sessions for drain, and no table names the program: write [agent] with "
         "its command, or switch the stage off with enabled = false"}}},
      {"[[stage]]\nid = ⟦\"mend-again\"\nuses = \"mend\"\n[agent]\nseconds = 5\n", {{"\"mend-again\""}}},
      {"stage = [{ id = \"tell\" }, { id = ⟦\"mend\" }]\n", {{"the stage \"mend\""}}},
      {tell + "[roles]\n⟦resolver = \"clerk\"\n",
       {{"the plugin \"clerk\" as resolver starts sessions for resolve, and no table names the program: "
         "write [agent] with its command, or bind no plugin to the role"}}},
      {"[agent.drain]\ncommand = [\"a\"]\n" + mend + "[roles.⟦resolver]\nplugin = \"clerk\"\n",
       {{"starts sessions for resolve"}}},
  });
  EXPECT_EQ(sound(mend + "enabled = false\n").stages.at(0).agents, Words{"drain"});
  EXPECT_EQ(sound("[agent.resolve]\ncommand = [\"a\"]\n" + tell + "[roles]\nresolver = \"clerk\"\n")
                .roles.at("resolver")
                .agents,
            Words{"resolve"});
}

TEST(Agents, ABudgetThatNoSessionFitsInIsRefused) {
  const std::string agent = "[agent]\ncommand = [\"a\"]\nseconds = 100\n";
  check({
      {"[pass]\nbudget = ⟦99\n" + agent + mend,
       {{"a budget of 99 s covers no session for drain (100 s), so that none would ever start"}}},
      {"[pass]\nbudget = ⟦99\n" + agent + "[agent.drain]\nseconds = 200\n" + mend +
           "[roles]\nresolver = \"clerk\"\n",
       {{"no session for drain (200 s) and resolve (100 s)"}}},
  });
  EXPECT_EQ(sound("[pass]\nbudget = 100\n" + agent + mend).budget, 100);
  EXPECT_EQ(sound("[pass]\nbudget = 99\n" + agent + "[agent.drain]\nseconds = 99\n" + mend).budget, 99);
  EXPECT_EQ(sound("[pass]\nbudget = 9\n" + agent + mend + "enabled = false\n" + tell).budget, 9);
}

TEST(Roles, ATableHasTheRolesOwnKeys) {
  const std::string agent = "[agent]\ncommand = [\"a\"]\n";
  const auto config = [&](const std::string& more) {
    return sound(agent + tell + more).roles.at("resolver").config;
  };
  EXPECT_EQ(config("[roles]\nresolver = \"clerk\"\n"), (Json{{"chain", {"agent"}}, {"prompt", ""}}));
  EXPECT_EQ(config("[roles.resolver]\nplugin = \"clerk\"\n"), (Json{{"chain", {"agent"}}, {"prompt", ""}}));
  EXPECT_EQ(config("[roles.resolver]\nplugin = \"clerk\"\nchain = [\"lockfile\"]\n"),
            (Json{{"chain", {"lockfile"}}, {"prompt", ""}}));
  EXPECT_EQ(
      config("[roles]\nresolver = { plugin = \"clerk\" }\n[defaults.config]\nlockfile = { path = \"l\" }\n"),
      (Json{{"chain", {"agent"}}, {"lockfile", {{"path", "l"}}}, {"prompt", ""}}));
}

TEST(Roles, WhatIsWrongWithATable) {
  const std::string begin = "[agent]\ncommand = [\"a\"]\n" + tell + "[roles.";
  check({
      {begin + "⟦resolver]\nchain = []\n",
       {{"[roles.resolver] has no \"plugin\", which names the plugin that serves the role"}}},
      {begin + "resolver]\nplugin = ⟦5\n",
       {{"\"plugin\" in [roles.resolver] takes the name of a plugin, not a whole number"}}},
      {begin + "resolver]\nplugin = ⟦\"clark\"\n", {{"there is no plugin \"clark\"", "clerk"}}},
      {begin + "resolver]\nplugin = \"clerk\"\n⟦chian = []\n",
       {{"unknown key \"chian\" in [roles.resolver]", "chain"}}},
      {begin + "resolver]\nplugin = \"clerk\"\nchain = ⟦\"agent\"\n",
       {{"\"chain\" in [roles.resolver] takes a list of strings, not a string"}}},
      {begin + "resolver]\nplugin = \"agent\"\n⟦x = 1\n",
       {{"unknown key \"x\" in [roles.resolver], which takes none"}}},
  });
}

TEST(NamedFiles, TheConfigHoldsTheirText) {
  const test::TempDir home;
  test::write_file(home.path() / "prompts/drain.md", "Fix it.\n");
  const auto prompt = [&](const std::string& line) {
    return sound("[agent]\ncommand = [\"a\"]\n" + mend + line, home.path() / "p.toml").stages.at(0).config;
  };
  EXPECT_EQ(prompt(""), (Json{{"prompt", ""}}));
  EXPECT_EQ(prompt("config = { prompt = \"\" }\n"), (Json{{"prompt", ""}}));
  EXPECT_EQ(prompt("config = { prompt = \"prompts/drain.md\" }\n"), (Json{{"prompt", "Fix it.\n"}}));
  EXPECT_EQ(prompt("config = { prompt = \"prompts/../prompts/./drain.md\" }\n"),
            (Json{{"prompt", "Fix it.\n"}}));
  const std::string absolute = (home.path() / "prompts/drain.md").string();
  EXPECT_EQ(prompt("config = { prompt = \"" + absolute + "\" }\n"), (Json{{"prompt", "Fix it.\n"}}));
}

TEST(ConfigTables, AreCompletedUnlessTheyAreEmpty) {
  const auto lock = [](const std::string& value) {
    return sound("[agent]\ncommand = [\"a\"]\n" + mend + "config = { lock = " + value + " }\n")
        .stages.at(0)
        .config.at("lock");
  };
  EXPECT_EQ(lock("{ path = \"l\", command = [\"m\", \"l\"] }"),
            (Json{{"path", "l"}, {"command", {"m", "l"}}, {"seconds", 600}}));
  EXPECT_EQ(lock("{}"), Json::object());
}

TEST(NamedFiles, OneThatCannotServeIsAProblem) {
  const test::TempDir home;
  std::filesystem::create_directory(home.path() / "folder");
  test::write_file(home.path() / "bytes", "a\xff");
  test::write_file(home.path() / "largest", std::string(262'144, 'a'));
  test::write_file(home.path() / "larger", std::string(262'145, 'a'));
  test::write_file(home.path() / "none", "");
  ASSERT_EQ(::mkfifo((home.path() / "fifo").c_str(), 0600), 0);
  const auto said = [&](const std::string& name) -> std::string {
    auto loaded = parse("[agent]\ncommand = [\"a\"]\n" + mend + "[stage.config]\nprompt = " + name + "\n",
                        home.path() / "p.toml", test::catalog());
    const auto* problems = std::get_if<std::vector<Problem>>(&loaded);
    if (problems == nullptr) return "";
    EXPECT_EQ(problems->size(), 1U);
    EXPECT_EQ(problems->at(0).line, 6);
    EXPECT_EQ(problems->at(0).column, 10);
    return problems->at(0).sentence;
  };
  EXPECT_EQ(said("\"gone\""),
            "\"prompt\" names the file \"" + (home.path() / "gone").string() + "\": there is no such file");
  EXPECT_THAT(said("\"folder\""), HasSubstr("this is a folder"));
  EXPECT_THAT(said("\"fifo\""), HasSubstr("this is not a regular file"));
  EXPECT_THAT(said("\"bytes\""), HasSubstr("it is not UTF-8"));
  EXPECT_THAT(said("\"larger\""), HasSubstr("the file holds 262145 bytes; a text has at most 262144"));
  EXPECT_THAT(said("\"a\\u0000b\""), HasSubstr("there can be no such file"));
  EXPECT_THAT(said("5"), HasSubstr("takes the name of a file, not a whole number"));
  EXPECT_EQ(said("\"largest\""), "");
  EXPECT_EQ(said("\"none\""), "");
}

// The pipelines that the guide shows are sound, but for the plugins that it speaks of.
TEST(Guide, ItsAgentsLoad) {
  const std::string guide = test::read_file(SLUICE_SOURCE "/config/README.md");
  int shown = 0;
  for (auto at = guide.find("## Agents"); (at = guide.find("```toml\n", at)) != guide.npos;) {
    at += 8;
    const Pipeline pipeline = sound(guide.substr(at, guide.find("```", at) - at) + mend);
    ASSERT_NE(pipeline.agent_of("drain"), nullptr);
    EXPECT_FALSE(pipeline.agent_of("drain")->command.empty());
    ++shown;
  }
  EXPECT_EQ(shown, 3);
}

}  // namespace
}  // namespace sluice::pipeline
