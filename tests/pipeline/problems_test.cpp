#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog_fixture.hpp"
#include "host/pipeline/pipeline.hpp"
#include "marked.hpp"

namespace sluice::pipeline {
namespace {

using testing::HasSubstr;

using test::check;

const std::string port = "[[stage]]\nid = \"port\"\n";

TEST(Problems, UnknownKeys) {
  check({
      {port + "⟦alway = true\n", {{"unknown key \"alway\" in [[stage]]", "always"}}},
      {port + "⟦Optional = true\n", {{"unknown key \"Optional\" in [[stage]]", "optional"}}},
      {port + "⟦memory-mb = 5\n", {{"unknown key \"memory-mb\" in [[stage]]", "memory_mb"}}},
      {"[⟦repositry]\n" + port, {{"unknown key \"repositry\" in a pipeline", "repository"}}},
      {"[bot]\n⟦\"é\" = 1\n" + port,
       {{"unknown key \"é\" in [bot]; its keys are dialect, login, context, ask, plan and cap"}}},
      {"[repository]\nmain = \"m\" # é\n  ⟦mian = \"x\"\n" + port,
       {{"unknown key \"mian\" in [repository]", "main"}}},
      {"[forge]\n⟦kidn = 1\n[pipeline]\n⟦nmae = 2\n[defaults]\n⟦second = 3\n" + port,
       {{"in [forge]", "kind"}, {"in [pipeline]", "name"}, {"in [defaults]", "seconds"}}},
      {"⟦stages = 1\n" + port, {{"unknown key \"stages\" in a pipeline", "stage"}}},
      {port + "[stage.config]\n⟦lokfile = {}\n",
       {{"unknown key \"lokfile\" in the config of the stage \"port\"", "lockfile"}}},
      {"[[stage]]\nid = \"tell\"\nconfig = { ⟦loud = true }\n",
       {{"unknown key \"loud\" in the config of the stage \"tell\", which takes none"}}},
  });
}

TEST(Problems, WrongTypes) {
  check({
      {"[pipeline]\nname = ⟦5\n" + port, {{"\"name\" in [pipeline] takes a string, not a whole number"}}},
      {"repository = ⟦1\n" + port, {{"\"repository\" in a pipeline takes a table, not a whole number"}}},
      {"[bot]\ncap = ⟦\"x\"\n" + port, {{"\"cap\" in [bot] takes a whole number, not a string"}}},
      {"[bot]\ncap = ⟦1.5\n" + port,
       {{"\"cap\" in [bot] takes a whole number, not a number with a fraction"}}},
      {"[bot]\nask = ⟦1979-05-27\n" + port, {{"\"ask\" in [bot] takes a string, not a date or time"}}},
      {port + "enabled = ⟦\"yes\"\n", {{"\"enabled\" in [[stage]] takes true or false, not a string"}}},
      {port + "writes = ⟦\"develop\"\n", {{"\"writes\" in [[stage]] takes a list of strings, not a string"}}},
      {port + "writes = [\"develop\", ⟦1]\n",
       {{"\"writes\" in [[stage]] takes strings, not a whole number"}}},
      {port + "config = ⟦[]\n", {{"\"config\" in [[stage]] takes a table, not a list"}}},
      {"⟦[stage]\nid = \"port\"\n", {{"takes tables of its own, each headed [[stage]], not a table"}}},
      {"stage = [⟦1, ⟦\"x\"]\n", {{"each headed [[stage]], not a whole number"}, {"not a string"}}},
      {"[roles]\nresolver = ⟦1\n" + port,
       {{"\"resolver\" in [roles] takes the name of a plugin or a table, not a whole number"}}},
      {"[[stage]]\nid = ⟦7\n", {{"\"id\" in [[stage]] takes a string"}}},
  });
}

TEST(Problems, ConfigIsTypedByTheManifest) {
  const std::string gate = "[[stage]]\nid = \"gate\"\n[stage.config]\n";
  check({
      {gate + "grace = ⟦\"x\"\n",
       {{"\"grace\" in the config of the stage \"gate\" takes a whole number, not a string"}}},
      {gate + "grace = ⟦-1\n", {{"\"grace\" in the config of the stage \"gate\" is at least 0, not -1"}}},
      {gate + "words = ⟦\"x\"\n", {{"takes a list of strings, not a string"}}},
      {gate + "words = ⟦[1]\n", {{"takes a list of strings, not a list that holds something else"}}},
      {gate + "strict = ⟦1\n", {{"takes true or false, not a whole number"}}},
      {port + "[stage.config]\nlockfile = ⟦1\n", {{"takes a table, not a whole number"}}},
      {port + "[stage.config.lockfile]\na = { b = ⟦1979-05-27 }\n",
       {{"a stage takes no dates; write it as a string"}}},
      {"[defaults.config]\nlockfile = ⟦5\n" + port, {{"\"lockfile\" in [defaults.config] takes a table"}}},
      {"[defaults.config]\n⟦lockfil = {}\n" + port,
       {{"no stage or role here takes the key \"lockfil\" of [defaults.config]", "lockfile"}}},
  });
}

TEST(Problems, ATableOfKnownKeysIsReadLikeAnyOther) {
  const std::string mend = "[agent]\ncommand = [\"a\"]\n[[stage]]\nid = \"mend\"\n[stage.config]\n";
  check({
      {mend + "lock = { path = \"l\", command = [\"m\"], ⟦secs = 5 }\n",
       {{"unknown key \"secs\" in \"lock\" of the config of the stage \"mend\"; its keys are path, command "
         "and "
         "seconds"}}},
      {mend + "lock = { ⟦pth = \"l\", path = \"l\", command = [\"m\"] }\n",
       {{"unknown key \"pth\" in \"lock\"", "path"}}},
      {mend + "lock = { path = ⟦5, command = ⟦\"m\", seconds = ⟦0 }\n",
       {{"\"path\" in \"lock\" of the config of the stage \"mend\" takes a string, not a whole number"},
        {"takes a list of strings, not a string"},
        {"is at least 1, not 0"}}},
      {mend + "lock = ⟦{ path = \"l\" }\n",
       {{"\"lock\" of the config of the stage \"mend\" has no \"command\""}}},
      {mend + "lock = { path = ⟦\"\", command = ⟦[] }\n",
       {{"has an empty \"path\""}, {"has an empty \"command\""}}},
      {"[defaults.config]\nlock = { path = \"l\", command = [\"m\"], seconds = ⟦0 }\n" + mend +
           "[[stage]]\nid = \"mend-again\"\nuses = \"mend\"\n",
       {{"\"seconds\" in \"lock\" of [defaults.config] is at least 1"}}},
  });
}

TEST(Problems, CommandsAreListsOfStringsEachWithAProgram) {
  const std::string mend = "[agent]\ncommand = [\"a\"]\n[[stage]]\nid = \"mend\"\n[stage.config]\n";
  const std::string holds_else =
      "takes a list of commands, each a list of strings that names a program first, "
      "not a list that holds something else";
  check({
      {mend + "checks = ⟦\"make\"\n", {{"takes a list of commands, each a list of strings"}}},
      {mend + "checks = ⟦[\"make\", \"test\"]\n", {{holds_else}}},
      {mend + "checks = ⟦[[\"make\"], []]\n", {{holds_else}}},
      {mend + "checks = ⟦[[\"\", \"test\"]]\n", {{holds_else}}},
      {mend + "checks = ⟦[[\"make\", 1]]\n", {{holds_else}}},
      {mend + "checks = ⟦[[[\"make\"]]]\n", {{holds_else}}},
  });
}

TEST(Problems, ValuesOutOfRange) {
  const std::string isolated = port + "isolation = \"process\"\n";
  check({
      {"[bot]\ncap = ⟦0\n" + port, {{"\"cap\" in [bot] is from 1 to 1000000, not 0"}}},
      {"[bot]\ncap = ⟦-9223372036854775808\n" + port, {{"not -9223372036854775808"}}},
      {isolated + "seconds = ⟦0\n", {{"\"seconds\" in [[stage]] is from 1 to 86400, not 0"}}},
      {isolated + "memory_mb = ⟦15\n", {{"is from 16 to 1048576, not 15"}}},
      {"[defaults]\nseconds = ⟦86401\n" + port, {{"\"seconds\" in [defaults]"}}},
      {port + "seconds = ⟦5\n",
       {{"\"seconds\" limits a stage in a process of its own alone; add isolation = \"process\""}}},
      {port + "isolation = ⟦\"proces\"\n",
       {{"\"isolation\" in [[stage]] must be in-process or process, not \"proces\"", "process"}}},
      {"[bot]\ndialect = ⟦\"coderabit\"\n" + port, {{"must be coderabbit, not \"coderabit\"", "coderabbit"}}},
      {"[bot]\nplan = ⟦\"pro-pluss\"\n" + port,
       {{"the files of plan \"pro-pluss\" are not known", "pro-plus"}}},
      {"[bot]\nplan = ⟦\"team\"\n" + port, {{"for another plan state its cap"}}},
      {"[forge]\nkind = ⟦\"github\"\n" + port, {{"\"kind\" in [forge] must be local, not \"github\""}}},
      {"[bot]\nask = ⟦\"\"\n" + port, {{"\"ask\" in [bot] may not be empty"}}},
      {"[bot]\nask = ⟦\"a\\nb\"\n" + port, {{"may not hold a line break"}}},
      {"[bot]\nlogin = ⟦\"@bot\"\n" + port, {{"is a bare name, without a blank or an @"}}},
      {"[forge]\nlogin = ⟦\"a b\"\n" + port, {{"is a bare name, without a blank or an @"}}},
      {"[⟦bot]\nlogin = \"me\"\n[forge]\nlogin = \"me\"\n" + port,
       {{"the bot and the forge's login are both \"me\""}}},
  });
}

TEST(Problems, Branches) {
  check({
      {"[repository]\nmain = ⟦\"a..b\"\n" + port,
       {{"\"main\" in [repository] is \"a..b\", which git takes for no branch name"}}},
      {"[repository]\nqueue = ⟦\"main\"\n" + port,
       {{"\"queue\" in [repository] is \"main\", and so is \"main\""}}},
      {"[repository]\nfixes = \"x\"\nqueue = ⟦\"x\"\n" + port,
       {{"\"queue\" in [repository] is \"x\", and so is \"fixes\""}}},
      {"[repository]\ndevelop = ⟦\"main/next\"\n" + port,
       {{"\"develop\" in [repository] is \"main/next\" beside \"main\" = \"main\"; git cannot hold a branch "
         "below another"}}},
      {"[repository]\nfixes = \"f\"\nmain = ⟦\"ai\"\n" + port,
       {{"is \"ai\" beside \"queue\" = \"ai/queue\""}}},
      {"[repository]\nremote = ⟦\"../up\"\n" + port,
       {{"is the name of a remote of the clone, not \"../up\""}}},
  });
}

TEST(Problems, Stages) {
  check({
      {"[[stage]]\nid = ⟦\"prot\"\n", {{"no plugin in /plugins offers a stage \"prot\"", "port"}}},
      {"[[stage]]\nid = \"again\"\nuses = ⟦\"replay\"\n", {{"offers a stage \"replay\"", "reply"}}},
      {"[[stage]]\nid = ⟦\"zebra\"\n",
       {{"on offer are gate, port, sync-fixes, sync-queue, reply, tell, express and mend"}}},
      {"[[stage]]\nid = ⟦\"drain\"\n",
       {{"no plugin in /plugins offers a stage \"drain\" (drain.so is there, but is no plugin of ours: it "
         "exports no "
         "sluice_plugin_v1)"}}},
      {"⟦[[stage]]\nenabled = true\n", {{"this [[stage]] has no id"}}},
      {"[[stage]]\nid = ⟦\"Port\"\nuses = \"port\"\n", {{"the id \"Port\" is not of small letters"}}},
      {port + "[[stage]]\nid = ⟦\"port\"\n",
       {{"the id \"port\" is taken by the stage at line 2; to run one stage twice, give the second an id of "
         "its own and "
         "uses = \"port\""}}},
      {"[[stage]]\nid = \"express\"\nplugin = ⟦\"gone.so\"\n",
       {{"no plugin of ours: /x/gone.so is not there"}}},
      {"[[stage]]\nid = ⟦\"expres\"\nplugin = \"foreign.so\"\n",
       {{"the plugin \"foreign\" offers no stage \"expres\"", "express"}}},
      {"stage = ⟦[]\n", {{"a pipeline needs at least one [[stage]]"}}},
  });
}

TEST(Problems, Grants) {
  check({
      {port + "writes = [⟦\"main\"]\n",
       {{"\"main\" in the writes of the stage \"port\" is beyond its manifest, which names develop"}}},
      {port + "writes = [⟦\"devlop\"]\n", {{"\"devlop\" in the writes", "develop"}}},
      {port + "effects = [\"push.window\", ⟦\"merge\"]\n",
       {{"\"merge\" in the effects of the stage \"port\" is beyond its manifest, which names push.window and "
         "comment.commit"}}},
      {port + "effects = [⟦\"push.windows\"]\n", {{"is beyond its manifest", "push.window"}}},
      {"[[stage]]\nid = \"tell\"\nwrites = [⟦\"main\"]\n", {{"which names nothing"}}},
      {"[[stage]]\nid = \"reply\"\nalways = ⟦true\n",
       {{"\"always\" is for stages that only report, and the stage \"reply\" may apply reply and "
         "comment.pull"}}},
      {port + "optional = ⟦true\n",
       {{"the stage \"port\" applies push.window, which a pass must not go on without"}}},
      {"[[stage]]\nid = \"gate\"\noptional = ⟦true\n", {{"applies merge and push.fold"}}},
      {"[[stage]]\nid = \"sync-queue\"\noptional = ⟦true\n", {{"applies push.rewrite"}}},
  });
}

TEST(Problems, Roles) {
  check({
      {"[roles]\n⟦resolvr = \"agent\"\n" + port,
       {{"no plugin here offers or calls a role \"resolvr\"", "resolver"}}},
      {"[roles]\nresolver = ⟦\"agnet\"\n" + port, {{"there is no plugin \"agnet\"", "agent"}}},
      {"[roles]\nresolver = ⟦\"port\"\n" + port,
       {{"the plugin \"port\" does not offer the role \"resolver\"; agent and clerk do"}}},
      {"[roles]\n⟦reshaper = \"vicious\"\nresolver = \"agent\"\n" + port,
       {{"the roles call each other in a circle: reshaper -> resolver -> reshaper"}}},
      {"[roles]\n⟦lonely = \"vicious\"\n" + port, {{"in a circle: lonely -> lonely"}}},
  });
}

TEST(Problems, AllAtOnceByPlace) {
  check(
      {{"[bot]\ncap = ⟦0\n⟦contxt = \"x\"\n[repository]\nqueue = ⟦\"-x\"\n[[stage]]\nid = ⟦\"prot\"\nalways "
        "= ⟦1\n"
        "[[stage]]\nid = \"reply\"\nalways = ⟦true\n[stage.config]\ngreeting = ⟦5\n[roles]\n⟦x = \"y\"\n",
        {{"cap"},
         {"contxt", "context"},
         {"branch name"},
         {"prot", "port"},
         {"always"},
         {"only report"},
         {"greeting"},
         {"a role \"x\""}}}});
}

TEST(Problems, SyntaxIsTheFirstOneWithItsPlace) {
  const auto first = [](const std::string& text) {
    auto loaded = parse(text, "p.toml", test::catalog());
    const auto* problems = std::get_if<std::vector<Problem>>(&loaded);
    if (problems == nullptr || problems->size() != 1) return Problem{};
    return problems->front();
  };
  Problem problem = first("[pipeline]\nname = \"x\nid = 1\n");
  EXPECT_EQ(problem.line, 2);
  EXPECT_THAT(problem.sentence, HasSubstr("not TOML: "));
  problem = first("a = 1\na = 2\n");
  EXPECT_EQ(problem.line, 2);
  problem = first("x = \"é\"\ny = \"aé\xff\"\n");
  EXPECT_EQ(std::pair(problem.line, problem.column), std::pair(2, 8));
  EXPECT_THAT(problem.sentence, HasSubstr("the byte here is not UTF-8"));
  problem = first(std::string("x = \"a\0b\"\n", 10));
  EXPECT_EQ(problem.line, 1);
}

TEST(Problem, IsOneLineOfText) {
  EXPECT_EQ(to_text({"p.toml", 3, 5, "no", "yes"}), "p.toml:3:5: no; did you mean \"yes\"?");
  EXPECT_EQ(to_text({"p.toml", 0, 0, "there is no such file"}), "p.toml: there is no such file");
}

TEST(Nearest, IsWhatWasProbablyMeant) {
  const std::vector<std::string> keys = {"always", "enabled", "effects", "id", "uses", "memory_mb"};
  struct Case {
    std::string word, meant;
  };
  const std::vector<Case> cases = {
      {"alway", "always"},
      {"alwyas", "always"},
      {"efects", "effects"},
      {"effect", "effects"},
      {"use", "uses"},
      {"user", "uses"},
      {"ids", "id"},
      {"di", "id"},
      {"zzz", ""},
      {"", ""},
      {"ALWAYS", "always"},
      {"memory-mb", "memory_mb"},
      {"memorymb", "memory_mb"},

      {std::string(100'000, 'a'), ""},
  };
  for (const Case& one : cases)
    EXPECT_EQ(nearest(one.word, keys).value_or(""), one.meant) << one.word.substr(0, 20);
  EXPECT_EQ(nearest("port", {}), std::nullopt);
}

}  // namespace
}  // namespace sluice::pipeline
