// What the SDK's page tells a newcomer to type works as it stands there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "host/loader/plugin.hpp"
#include "host/loader/stage_instance.hpp"
#include "host/process/child.hpp"
#include "recorded_host.hpp"
#include "support/temp_dir.hpp"

namespace sluice {
namespace {

struct Block {
  std::string language, name, text;
};

/// The fenced blocks of a page, in order: "```cpp weekend.cpp" has a language and a file's name.
std::vector<Block> blocks_of(const std::string& page) {
  std::vector<Block> blocks;
  bool inside = false;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("```")) {
      if (inside) blocks.back().text += line + "\n";
      continue;
    }
    inside = !inside;
    if (!inside) continue;
    std::istringstream words(line.substr(3));
    Block block;
    words >> block.language >> block.name;
    blocks.push_back(block);
  }
  return blocks;
}

process::Result shell(const std::string& commands, const std::filesystem::path& folder) {
  process::Command command;
  command.argv = {"sh", "-eu", "-c", commands};
  command.directory = folder;
  command.environment["SLUICE"] = SLUICE_SOURCE;
  command.environment["BUILD"] = std::filesystem::path(SLUICE_HOST).parent_path().parent_path();
#ifdef SLUICE_SANITIZE
  // The SDK of this build needs the sanitizers' runtime.
  const auto link = command.argv[3].find("-fPIC");
  if (link != std::string::npos) command.argv[3].insert(link, "-fsanitize=address,undefined -Wl,-z,undefs ");
  const auto defs = command.argv[3].find("-Wl,-z,defs");
  if (defs != std::string::npos) command.argv[3].erase(defs, 11);
#endif
  return process::run(command);
}

/// What the stage of the page answers at an instant.
std::string weekend_at(const std::filesystem::path& library, std::int64_t now) {
  abi_test::RecordedHost host;
  const auto instance =
      loader::create_isolated(library, "weekend", R"({"utc_offset_hours":0})", host.side(), loader::Limits{});
  Json snapshot = parse_document(abi_test::snapshot_text());
  snapshot["now"] = now;
  const Json outcome = parse_document(instance->run(to_text(snapshot)));
  return outcome["outcome"].get<std::string>() + " " + std::to_string(outcome.value("wake_after", 0));
}

TEST(SdkReadme, EveryCommandWorksAndTheStageDoesWhatThePageSays) {
  const test::TempDir folder;
  std::string printed;
  int commands = 0;
  for (const Block& block : blocks_of(test::read_file(SLUICE_SOURCE "/sdk/README.md"))) {
    if (!block.name.empty()) test::write_file(folder.path() / block.name, block.text);
    if (block.language == "c" || block.language == "cpp") {
      EXPECT_EQ(block.text, test::read_file(SLUICE_SOURCE "/sdk/examples/" + block.name)) << block.name;
    }
    if (block.language == "sh") {
      const auto result = shell(block.text, folder.path());
      EXPECT_TRUE(result.ok()) << block.text << result.output << result.error;
      printed = result.output;
      ++commands;
    }
    if (block.language == "text") {
      EXPECT_THAT(printed, testing::HasSubstr(block.text));
    }
  }
  EXPECT_EQ(commands, 4);

  const auto library = folder.path() / "weekend.so";
  // By `date -u -d @...`: Friday 2024-06-07 23:59:59, and the Saturday, Sunday and Monday that follow.
  EXPECT_EQ(weekend_at(library, 1717804799), "continue 0");
  EXPECT_EQ(weekend_at(library, 1717804800), "idle 172800");
  EXPECT_EQ(weekend_at(library, 1717977599), "idle 1");
  EXPECT_EQ(weekend_at(library, 1717977600), "continue 0");
}

}  // namespace
}  // namespace sluice
