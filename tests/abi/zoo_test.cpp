// One plugin per fault: each costs its own stage, or its own line in the list, and never the host.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <sstream>

#include "host/cli/list_stages.hpp"
#include "host/loader/catalog.hpp"
#include "host/loader/plugin.hpp"
#include "host/loader/stage_instance.hpp"
#include "host/pipeline/schema_validator.hpp"
#include "recorded_host.hpp"
#include "support/temp_dir.hpp"

namespace sluice::loader {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const fs::path zoo = fs::path(SLUICE_TEST_PLUGINS) / "zoo";

constexpr std::chrono::seconds five_seconds{5};

fs::path library(const std::string& name) {
  return zoo / (name + ".so");
}
std::string stage_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

// A sanitizer takes a fatal signal itself and ends the process with a code of its own.
#ifdef SLUICE_SANITIZE
constexpr const char* segfault = "ended its process with exit code 1";
constexpr const char* aborted = "";
#else
constexpr const char* segfault = "was killed by signal 11 (Segmentation fault)";
constexpr const char* aborted = "was killed by signal 6 (Aborted)";
#endif

Limits quick() {
  Limits limits;
  limits.time = std::chrono::seconds(20);
  limits.grace = std::chrono::milliseconds(200);
  return limits;
}

/// The sentence of the fault, from opening to taking down; "ran" with the outcome where there is none.
std::string run_isolated(const std::string& name, const Limits& limits = quick(), const HostSide& host = {}) {
  try {
    const auto instance = create_isolated(library(name), stage_of(name), "{}", host, limits);
    return "ran: " + instance->run(abi_test::snapshot_text());
  } catch (const StageFault& fault) {
    return fault.what();
  }
}

struct Unfit {
  const char* name;
  testing::Matcher<std::string> sentence;
};

const std::vector<Unfit>& unfit() {
  static const std::vector<Unfit> all{
      {"no_symbol", HasSubstr("it exports no sluice_plugin_v1; this host speaks major 1, minor 0")},
      {"wrong_major",
       HasSubstr("it was built for major 2 of the plugin contract; this host speaks major 1, minor 0")},
      {"null_table", HasSubstr("its sluice_plugin_v1 answered no table; this host speaks major 1, minor 0")},
      {"size_zero",
       HasSubstr("its table says that it has 0 bytes; this host speaks major 1, minor 0, where")},
      {"size_huge", HasSubstr("its table says that it has 18446744073709551615 bytes; this host")},
      {"null_fn", HasSubstr("its table has no run; this host speaks major 1, minor 0, which needs it")},
      {"bad_manifest", AllOf(HasSubstr("its manifest is malformed: "), HasSubstr("at /version: "),
                             HasSubstr("at /stages/0: "), HasSubstr("summary"))},
      {"wrong_manifest",
       AllOf(HasSubstr("the plugin's name \"Zoo\" is not"),
             HasSubstr("stage \"zoo\" may emit \"merge.squash\", an effect that this host does not know"),
             HasSubstr("key \"cap\": its default \"many\" is no integer"),
             HasSubstr("has the key \"cap\" twice"), HasSubstr("its default is below its minimum"),
             HasSubstr("the stage \"zoo\" stands twice"))},
      {"deep_json", HasSubstr("its manifest is malformed: the document is nested deeper than 64")},
      {"lying_manifest", AllOf(HasSubstr(segfault), HasSubstr(" while it was opened"))},
      {"static_ctor_crash", AllOf(HasSubstr(segfault), HasSubstr(" while it was opened"))},
      {"static_ctor_exit", HasSubstr("ended its process with exit code 0 while it was opened")},
      {"unresolved_symbol", HasSubstr("undefined symbol: zoo_from_nowhere")},
  };
  return all;
}

TEST(Zoo, ALibraryThatIsNoPluginIsDescribedInOneSentence) {
  for (const Unfit& each : unfit()) {
    const auto described = describe(library(each.name), five_seconds);
    ASSERT_TRUE(std::holds_alternative<std::string>(described)) << each.name;
    const auto& sentence = std::get<std::string>(described);
    EXPECT_THAT(sentence, each.sentence) << each.name;
    EXPECT_THAT(sentence, StartsWith(library(each.name).string() + " is no plugin: ")) << each.name;
    EXPECT_THAT(sentence, Not(HasSubstr("\n"))) << each.name;
  }
}

TEST(Zoo, ALibraryThatIsNoPluginFailsItsStageWithTheSameSentence) {
  for (const Unfit& each : unfit()) EXPECT_THAT(run_isolated(each.name), each.sentence) << each.name;
}

TEST(Zoo, ALibraryThatHangsWhileItIsOpenedIsStopped) {
  const auto described = describe(library("static_ctor_hang"), std::chrono::milliseconds(300));
  EXPECT_THAT(std::get<std::string>(described),
              HasSubstr("was stopped while it was opened, still at work after 0.3 s of its own, its limit"));
}

TEST(Zoo, WhatIsNoLibraryAtAllIsRefused) {
  EXPECT_THAT(std::get<std::string>(describe(zoo / "nothing.so", five_seconds)),
              HasSubstr("there is no such file"));
  EXPECT_THAT(std::get<std::string>(describe(zoo, five_seconds)), HasSubstr("it is no regular file"));
  EXPECT_THAT(std::get<std::string>(describe(SLUICE_HOST, five_seconds)),
              HasSubstr("it is this very program, no plugin"));
  EXPECT_THAT(std::get<std::string>(describe(SLUICE_SOURCE "/README.md", five_seconds)),
              HasSubstr("invalid ELF header"));
}

struct Dying {
  const char* name;
  testing::Matcher<std::string> sentence;
};

TEST(Zoo, ADeathIsTheStagesFault) {
  const Dying deaths[] = {
      {"segv", AllOf(HasSubstr(segfault), HasSubstr("while it ran the stage \"segv\""))},
      {"abort", AllOf(HasSubstr(aborted), HasSubstr("while it ran the stage \"abort\""),
                      HasSubstr("its last words: the invariant \\x1b[31mdoes not\\x1b[0m hold"))},
      {"exit0", HasSubstr("ended its process with exit code 0 while it ran the stage \"exit0\"")},
      {"orphan", HasSubstr("ended its process with exit code 7 while it ran the stage \"orphan\"")},
      {"closes_line", HasSubstr("closed its line to the host while it ran the stage \"closes-line\"")},
      {"forges", AllOf(HasSubstr("wrote to the host while it ran the stage \"forges\" what is no message"),
                       HasSubstr("a message says that it has 4294967295 bytes"))},
  };
  for (const Dying& each : deaths) EXPECT_THAT(run_isolated(each.name), each.sentence) << each.name;
}

TEST(Zoo, WhatComesBackWrongIsTheStagesFault) {
  EXPECT_THAT(
      run_isolated("throws"),
      HasSubstr("let an exception leave its run, which the contract forbids: thrown over the border"));
  EXPECT_THAT(run_isolated("sdk_throws"), HasSubstr("answered -1 to run: run: the stage gave up"));
  EXPECT_THAT(run_isolated("no_outcome"), HasSubstr("answered no outcome"));
  EXPECT_THAT(run_isolated("create_refuses"),
              HasSubstr("answered -7 to create: no licence \\x1b[31m in sight"));
}

TEST(Zoo, AnOutcomeIsCarriedAsItIsForItsSchemaToJudge) {
  const auto* outcome = contract_validator("stage", "outcome");
  const std::string bad = run_isolated("bad_outcome");
  ASSERT_THAT(bad, StartsWith("ran: "));
  EXPECT_THAT(outcome->faults(parse_document(bad.substr(5))), testing::SizeIs(2));
  EXPECT_EQ(run_isolated("broken_outcome"), "ran: {\"outcome\":\"end\",");
}

TEST(Zoo, AHangIsStoppedThoughItIgnoresTheTerm) {
  Limits limits = quick();
  limits.time = std::chrono::milliseconds(300);
  EXPECT_THAT(run_isolated("hang", limits),
              HasSubstr("was stopped while it ran the stage \"hang\", still at work after 0.3 s of its own"));
  EXPECT_THAT(run_isolated("spin", limits), HasSubstr("was stopped while it ran the stage \"spin\""));
}

TEST(Zoo, AHangEndsWithThePass) {
  std::atomic<int> asked = 0;
  HostSide host;
  host.cancelled = [&] { return ++asked > 2; };
  EXPECT_THAT(run_isolated("spin", quick(), host),
              HasSubstr("was stopped while it ran the stage \"spin\", since the pass is"));
}

TEST(Zoo, ARunawayMeetsItsMemoryLimit) {
  Limits limits = quick();
  limits.memory = 128ULL * 1024 * 1024;
  EXPECT_THAT(run_isolated("runaway", limits),
              AllOf(HasSubstr(aborted), HasSubstr(" while it ran the stage \"runaway\"")));
}

TEST(Zoo, AFloodOfLinesIsCutAndSaidOnce) {
  std::vector<std::string> lines;
  HostSide host;
  host.log = [&](int /*level*/, std::string_view line) { lines.emplace_back(line); };
  EXPECT_THAT(run_isolated("floods_log", quick(), host), StartsWith("ran: "));
  ASSERT_EQ(lines.size(), 10'001U);
  EXPECT_EQ(lines.front(), "again and again");
  EXPECT_EQ(lines.back(), "the stage has logged too much: its further lines are dropped");
}

TEST(Zoo, AnExceptionOutOfDestroyIsLoggedAndTheOutcomeStands) {
  std::vector<std::string> lines;
  HostSide host;
  host.log = [&](int /*level*/, std::string_view line) { lines.emplace_back(line); };
  EXPECT_THAT(run_isolated("throws_in_destroy", quick(), host), StartsWith("ran: "));
  EXPECT_THAT(lines, testing::ElementsAre(HasSubstr("let an exception leave its destroy")));
}

TEST(Zoo, InThisProcessAnExceptionIsCaughtAtTheBorder) {
  const Plugin plugin = open_plugin(library("throws"));
  const auto instance = create_in_process(plugin, "throws", "{}", {});
  try {
    instance->run("{}");
    FAIL() << "ran";
  } catch (const StageFault& fault) {
    EXPECT_STREQ(fault.what(),
                 "the stage \"throws\" of throws.so let an exception leave its run, which the contract "
                 "forbids: thrown over the border");
  }
}

/// Processes whose command line names the file.
std::size_t processes_with(const fs::path& file) {
  std::size_t found = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream line(entry.path() / "cmdline");
    std::stringstream text;
    if (line) text << line.rdbuf();
    if (text.str().find(file.string()) != std::string::npos) ++found;
  }
  return found;
}

TEST(Zoo, NoProcessIsLeftBehind) {
  const test::TempDir folder;
  const fs::path alone = folder.path() / "alone.so";
  fs::copy_file(library("orphan"), alone);
  {
    const auto instance = create_isolated(alone, "orphan", "{}", {}, quick());
    EXPECT_EQ(processes_with(alone), 1U);
    EXPECT_THROW(instance->run("{}"), StageFault);
    EXPECT_THROW(instance->run("{}"), StageFault);  // And there is nothing to run any more.
  }
  // Its own child went with its group, and was not ours to reap; all that were ours are reaped.
  for (int step = 0; step < 200 && processes_with(alone) > 0; ++step) ::usleep(10'000);
  EXPECT_EQ(processes_with(alone), 0U);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

std::string list(const cli::ListOptions& options) {
  std::ostringstream out, err;
  EXPECT_EQ(cli::list_stages(options, out, err), 0) << err.str();
  return out.str();
}

TEST(ListStages, SaysWhyForEveryLibraryThatIsNoPlugin) {
  const Json document = parse_document(list({zoo, true}));
  std::map<std::string, std::string> refused;
  for (const Json& each : document["refused"]) {
    refused[fs::path(each["library"].get<std::string>()).stem().string()] = each["why"];
  }
  for (const Unfit& each : unfit()) EXPECT_THAT(refused[each.name], each.sentence);
  EXPECT_THAT(refused["static_ctor_hang"], HasSubstr("was stopped while it was opened"));
  EXPECT_EQ(refused.size(), unfit().size() + 1);
  // The others crash only when they are run: they are listed as what they say they are.
  std::set<std::string> plugins;
  for (const Json& each : document["plugins"]) plugins.insert(each["plugin"]);
  EXPECT_THAT(plugins, testing::IsSupersetOf({"segv", "abort", "exit0", "hang", "floods-log", "throws"}));
}

TEST(ListStages, PrintsAPluginWithAllThatAPipelineMaySet) {
  const std::string text = list({fs::path(SLUICE_TEST_PLUGINS) / "abi", false});
  EXPECT_THAT(text, HasSubstr("plain-c 1.2  abi 1.0  plain_c.so\n"
                              "  A stage in C.\n"
                              "  stage look  Says where a branch stands.\n"
                              "      effects comment.pull\n"
                              "      calls   resolver\n"
                              "      branch: string = \"queue\"  The branch to look at.\n"
                              "      depth: integer, no default, at least 1  How far to look.\n"
                              "  role echo  Answers what it was asked.\n"));
  EXPECT_THAT(text, HasSubstr("  stage everything  Calls every function.\n"
                              "      effects push.window\n"
                              "      writes  develop\n"
                              "      starts sessions for drain\n"
                              "      prompt: file = \"\"  What is asked.\n"
                              "  role mirror  Answers what it was asked.\n"
                              "      starts sessions for resolve fold\n"
                              "      lock: table, no default  A lock.\n"
                              "        path: string, required  Where.\n"
                              "        seconds: integer = 600, at least 1  How long.\n"));
}

TEST(ListStages, RefusesASecondPluginOfOneName) {
  const test::TempDir twins;
  fs::copy_file(fs::path(SLUICE_TEST_PLUGINS) / "abi/plain_c.so", twins.path() / "a.so");
  fs::copy_file(twins.path() / "a.so", twins.path() / "b.so");
  const auto catalog = scan(twins.path());
  ASSERT_EQ(catalog.plugins.size(), 1U);
  ASSERT_EQ(catalog.refused.size(), 1U);
  EXPECT_THAT(catalog.refused[0].why, HasSubstr("b.so is refused: a.so is the plugin \"plain-c\" already"));
}

TEST(ListStages, AFolderThatIsNotThereIsAUsageError) {
  std::ostringstream out, err;
  EXPECT_EQ(cli::list_stages({"/nowhere/at/all", false}, out, err), 2);
  EXPECT_THAT(err.str(), HasSubstr("the plugin folder /nowhere/at/all cannot be read: No such file"));
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace sluice::loader
