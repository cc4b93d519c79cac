// Every command in the README is run: ./dev host by the built host, ./dev demo by the demo itself over less. What
// cannot be run from inside the suite (./dev test runs this) is held to what ./dev --help offers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <sstream>

#include "host/forge/local/local_forge.hpp"
#include "host/process/child.hpp"
#include "support/repo.hpp"

namespace sluice {
namespace {

using ::testing::HasSubstr;
using test::Repo;

using Words = std::vector<std::string>;

Words split(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

/// The lines of the README's sh blocks.
std::vector<std::string> commands() {
  std::istringstream readme(test::read_file(std::string(SLUICE_SOURCE) + "/README.md"));
  std::vector<std::string> found;
  bool inside = false;
  for (std::string line; std::getline(readme, line);) {
    if (line.starts_with("```")) {
      inside = line == "```sh";
    } else if (inside && !line.empty()) {
      found.push_back(line);
    }
  }
  return found;
}

process::Result run(Words argv, const std::filesystem::path& folder) {
  auto environment = process::minimal_environment();
  environment["HOME"] = folder.string();
  environment["XDG_STATE_HOME"] = (folder / "state").string();
  environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
  return process::run({.argv = std::move(argv), .directory = SLUICE_SOURCE, .environment = environment});
}

/// A clone with main, develop and a queue of one commit, and the forge beside its remote.
class Readme : public ::testing::Test {
 protected:
  Readme() {
    repo.commit_file("base", 1);
    repo.push("main");
    repo.branch("develop").push("develop");
    repo.branch("ai/queue");
    repo.commit_file("work", 2);
    repo.push("ai/queue");
  }

  /// The record of a pass, for a command that reads one.
  std::string record() {
    const auto file = (repo.folder() / "record.jsonl").string();
    run({SLUICE_HOST, "run", "config/collect.toml", "--repo", repo.clone().string(), "--dry-run", "--journal", file},
        repo.folder());
    return file;
  }

  process::Result host(Words words) {
    words.erase(words.begin(), words.begin() + 2);
    words.insert(words.begin(), SLUICE_HOST);
    for (auto& word : words) {
      if (word == "PATH") word = repo.clone().string();
      if (word == "RECORD") word = record();
    }
    return run(words, repo.folder());
  }

  process::Result demo(Words words) {
    words.erase(words.begin(), words.begin() + 2);
    words.insert(words.begin(), {std::string(SLUICE_SOURCE) + "/demo/run", SLUICE_HOST});
    // The same over less: every option that the README gives stays, a number of commits is made small.
    bool sized = false;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i] == "--commits") words[i + 1] = "12", sized = true;
    }
    if (!sized) words.insert(words.end(), {"--commits", "12"});
    return run(words, repo.folder());
  }

  Repo repo;
};

TEST_F(Readme, EveryCommandWorks) {
  const auto all = commands();
  ASSERT_GE(all.size(), 6U);
  const auto help = run({"./dev", "help"}, repo.folder());
  for (const auto& line : all) {
    SCOPED_TRACE(line);
    const Words words = split(line);
    ASSERT_GE(words.size(), 2U);
    ASSERT_EQ(words[0], "./dev");
    if (words[1] == "host" || words[1] == "demo") {
      const auto result = words[1] == "host" ? host(words) : demo(words);
      EXPECT_EQ(result.code, 0) << result.output << result.error;
      EXPECT_FALSE(result.output.empty());
    } else {
      EXPECT_THAT(help.output, HasSubstr("./dev " + words[1]));
    }
  }
}

TEST_F(Readme, TheDemoProvesWhatItDid) {
  const auto result = demo({"./dev", "demo"});
  ASSERT_EQ(result.code, 0) << result.output << result.error;
  for (const char* proof : {"main's tree is the queue's tree", "commits reached main, once", "no release held more than",
                            "one more pass changed nothing"}) {
    EXPECT_THAT(result.output, ::testing::ContainsRegex(std::string("proved: [^\n]*") + proof));
  }
  EXPECT_THAT(result.output, ::testing::Not(HasSubstr("WRONG")));
}

TEST_F(Readme, TheDemoRefusesBadOptions) {
  for (const Words& bad : {Words{"--cap", "0"}, Words{"--commits", "many"}, Words{"--from", "/nowhere"},
                           Words{"--frm", "x"}, Words{"--keep", repo.clone().string()}}) {
    Words words = {std::string(SLUICE_SOURCE) + "/demo/run", SLUICE_HOST};
    words.insert(words.end(), bad.begin(), bad.end());
    const auto result = run(words, repo.folder());
    EXPECT_EQ(result.code, 2) << bad[0];
    EXPECT_THAT(result.error, HasSubstr("demo: "));
  }
}

}  // namespace
}  // namespace sluice
