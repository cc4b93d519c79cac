// What changes a basis, and what does not.

#include "host/engine/basis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "host/journal/digest.hpp"
#include "host/process/child.hpp"
#include "support/temp_dir.hpp"

namespace sluice::engine {
namespace {

namespace fs = std::filesystem;

std::string output_of(std::vector<std::string> argv, const fs::path& folder) {
  process::Command command{.argv = std::move(argv), .directory = folder};
  command.environment["LC_ALL"] = "C";
  const auto result = process::run(command);
  EXPECT_TRUE(result.ok()) << result.error;
  return result.output;
}

const std::vector<std::string> core_folders = {"host/effects", "host/engine",   "host/git",
                                               "host/session", "host/snapshot", "sdk/src"};

/// By sha256sum, over the sources as they lie in the folder.
std::string core_of(const fs::path& root) {
  std::set<std::string> files;
  for (const auto& folder : core_folders) {
    for (const auto& entry : fs::directory_iterator(root / folder)) {
      const auto type = entry.path().extension();
      if (type == ".cpp" || type == ".hpp" || type == ".h")
        files.insert(folder + "/" + entry.path().filename().string());
    }
  }
  std::vector<std::string> argv{"sha256sum", "--"};
  argv.insert(argv.end(), files.begin(), files.end());
  const test::TempDir home;
  test::write_file(home.path() / "lines", output_of(argv, root));
  return output_of({"sha256sum", "lines"}, home.path()).substr(0, 64);
}

/// As the build stamps it.
std::string stamped(const fs::path& root) {
  const fs::path file = root / "stamped.cpp";
  output_of({"cmake", "-D", "ROOT=" + root.string(), "-D", "OUTPUT=" + file.string(), "-P",
             SLUICE_SOURCE "/cmake/core_basis.cmake"},
            root);
  const std::string text = test::read_file(file);
  return text.substr(text.find("return \"") + 8, 64);
}

TEST(CoreBasis, IsWhatSha256sumSaysOfTheSources) {
  EXPECT_EQ(core_basis(), core_of(SLUICE_SOURCE));
}

TEST(CoreBasis, TwoFoldersAgreeUntilASourceDiffers) {
  const test::TempDir one;
  const test::TempDir two;
  for (const test::TempDir* home : {&one, &two}) {
    for (const auto& folder : core_folders) {
      fs::create_directories(home->path() / folder);
      fs::copy(fs::path(SLUICE_SOURCE) / folder, home->path() / folder);
    }
  }
  EXPECT_EQ(stamped(one.path()), core_basis());
  EXPECT_EQ(stamped(two.path()), core_basis());
  test::write_file(two.path() / "host/report/summary.cpp", "// no part of the core\n");
  EXPECT_EQ(stamped(two.path()), core_basis());
  test::write_file(two.path() / "host/git/pick.hpp",
                   test::read_file(two.path() / "host/git/pick.hpp") + "\n");
  EXPECT_NE(stamped(two.path()), core_basis());
  fs::rename(one.path() / "sdk/src/json.cpp", one.path() / "sdk/src/json2.cpp");
  EXPECT_NE(stamped(one.path()), core_basis());
}

/// port calls resolver, which calls reshaper; reply calls nobody.
pipeline::Pipeline collect() {
  pipeline::Pipeline pipeline;
  pipeline::Stage port;
  port.id = port.uses = port.plugin = "port";
  port.basis = "port's";
  port.roles = {"resolver"};
  port.config = {{"prompt", "Fix it."}, {"cap", 3}};
  pipeline::Stage reply;
  reply.id = reply.uses = reply.plugin = "reply";
  reply.basis = "reply's";
  pipeline.stages = {port, reply};
  pipeline::RoleBinding resolver{.role = "resolver", .plugin = "resolve", .basis = "resolve's"};
  resolver.roles = {"reshaper"};
  resolver.config = {{"chain", {"lockfile", "agent"}}};
  pipeline.roles["resolver"] = resolver;
  pipeline.roles["reshaper"] = {.role = "reshaper", .plugin = "reshape", .basis = "reshape's"};
  pipeline.roles["regenerator"] = {.role = "regenerator", .plugin = "make", .basis = "make's"};
  return pipeline;
}

std::string of_port(const pipeline::Pipeline& pipeline, std::string_view core = "core") {
  return Bases(pipeline, core).of(pipeline.stages[0]);
}

std::string of_resolver(const pipeline::Pipeline& pipeline, std::string_view core = "core") {
  return Bases(pipeline, core).of(pipeline.roles.at("resolver"));
}

using Change = std::function<void(pipeline::Pipeline&)>;

struct Row {
  const char* what;
  Change change;
  bool port, resolver;  ///< Whose basis is another one then.
};

TEST(Basis, ChangesWithWhatTheStepIsMadeOfAlone) {
  const std::vector<Row> rows = {
      {"nothing", [](auto&) {}, false, false},
      {"its own plugin", [](auto& p) { p.stages[0].basis = "x"; }, true, false},
      {"its own table", [](auto& p) { p.stages[0].config["cap"] = 4; }, true, false},
      {"its own prompt's text", [](auto& p) { p.stages[0].config["prompt"] = "Fix it!"; }, true, false},
      {"a bound role's plugin", [](auto& p) { p.roles["resolver"].basis = "x"; }, true, true},
      {"the plugin of a role of a role", [](auto& p) { p.roles["reshaper"].basis = "x"; }, true, true},
      {"a role that is unbound", [](auto& p) { p.roles.erase("reshaper"); }, true, true},
      {"the role's own table", [](auto& p) { p.roles["resolver"].config["chain"] = "x"; }, false, true},
      {"a role that nobody here calls", [](auto& p) { p.roles["regenerator"].basis = "x"; }, false, false},
      {"another stage's plugin", [](auto& p) { p.stages[1].basis = "x"; }, false, false},
      {"another stage's table", [](auto& p) { p.stages[1].config["x"] = 1; }, false, false},
      {"another stage that is gone", [](auto& p) { p.stages.pop_back(); }, false, false},
      {"an agent", [](auto& p) { p.agents["drain"].model = "x"; }, false, false},
      {"the budget", [](auto& p) { p.budget = 5; }, false, false},
      {"the cap", [](auto& p) { p.bot.cap = 5; }, false, false},
      {"the library's place", [](auto& p) { p.stages[0].library = "/elsewhere/port.so"; }, false, false},
      {"the stage's name", [](auto& p) { p.stages[0].id = "port-again"; }, false, false},
  };
  const pipeline::Pipeline before = collect();
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    pipeline::Pipeline after = collect();
    row.change(after);
    EXPECT_EQ(of_port(after) != of_port(before), row.port);
    EXPECT_EQ(of_resolver(after) != of_resolver(before), row.resolver);
  }
  EXPECT_NE(of_port(before, "another core"), of_port(before));
  EXPECT_NE(of_resolver(before, "another core"), of_resolver(before));
}

TEST(Basis, IsADigest) {
  const std::string basis = of_port(collect());
  EXPECT_EQ(basis.size(), 64U);
  EXPECT_EQ(basis.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(basis, of_resolver(collect()));
}

// What stands in one part cannot be taken for another's.
TEST(Basis, ItsPartsDoNotRunIntoEachOther) {
  const BasisParts one{"c", "p", {{"r", "b"}}, Json::object()};
  std::set<std::string> bases{digest_of(one)};
  EXPECT_TRUE(bases.insert(digest_of({"cp", "", {{"r", "b"}}, Json::object()})).second);
  EXPECT_TRUE(bases.insert(digest_of({"c", "p", {{"rb", ""}}, Json::object()})).second);
  EXPECT_TRUE(bases.insert(digest_of({"c", "p", {}, {{"r", "b"}}})).second);
}

TEST(Basis, APluginThatStatesNoneHasItsLibrarysDigest) {
  const test::TempDir home;
  const fs::path library = home.path() / "foreign.so";
  test::write_file(library, "one");
  pipeline::Pipeline pipeline = collect();
  pipeline.stages[0].basis = "";
  pipeline.stages[0].library = library;
  const std::string before = of_port(pipeline);
  pipeline::Pipeline stated = pipeline;
  stated.stages[0].basis = journal::sha256("one");
  EXPECT_EQ(of_port(stated), before);
  test::write_file(library, "two");
  EXPECT_NE(of_port(pipeline), before);
}

}  // namespace
}  // namespace sluice::engine
