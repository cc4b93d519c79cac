// Every command in the README is run: ./dev host by the built host, ./dev demo by the demo itself over less.
// What cannot be run from inside the suite (./dev test runs this) is held to what ./dev --help offers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "host/forge/local/local_forge.hpp"
#include "host/process/child.hpp"
#include "support/repo.hpp"

namespace sluice {
namespace {

using test::Repo;
using ::testing::HasSubstr;

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

  /// The journal of a pass, for a command that reads one.
  std::string journal() {
    const auto file = (repo.folder() / "journal.jsonl").string();
    run({SLUICE_HOST, "run", "config/collect.toml", "--repo", repo.clone().string(), "--dry-run", "--journal",
         file},
        repo.folder());
    return file;
  }

  process::Result host(Words words) {
    words.erase(words.begin(), words.begin() + 2);
    words.insert(words.begin(), SLUICE_HOST);
    for (auto& word : words) {
      if (word == "PATH") word = repo.clone().string();
      if (word == "JOURNAL") word = journal();
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
  for (const char* proof : {"main's tree is the queue's tree", "commits reached main, once",
                            "no release held more than", "one more pass changed nothing"}) {
    EXPECT_THAT(result.output, ::testing::ContainsRegex(std::string("proved: [^\n]*") + proof));
  }
  EXPECT_THAT(result.output, ::testing::Not(HasSubstr("WRONG")));
}

/// What the pages below a folder link to within the repository, as "page: target".
Words broken_links(const std::filesystem::path& root) {
  static const std::set<std::string> generated = {"build", ".git"};
  Words broken;
  for (auto at = std::filesystem::recursive_directory_iterator(root); at != end(at); ++at) {
    if (generated.contains(at->path().filename())) at.disable_recursion_pending();
    if (at->path().extension() != ".md") continue;
    const std::string page = test::read_file(at->path());
    for (auto here = page.find("]("); here != std::string::npos; here = page.find("](", here + 2)) {
      const std::string target = page.substr(here + 2, page.find_first_of(")#", here) - here - 2);
      const bool outside = target.empty() || target.find("://") != std::string::npos;
      if (!outside && !std::filesystem::exists(at->path().parent_path() / target)) {
        broken.push_back(at->path().lexically_relative(root).string() + ": " + target);
      }
    }
  }
  return broken;
}

TEST(Pages, EveryLinkLeadsSomewhere) {
  EXPECT_THAT(broken_links(SLUICE_SOURCE), ::testing::IsEmpty());
}

TEST_F(Readme, TheDemoRefusesBadOptions) {
  for (const Words& bad : {Words{"--cap", "0"}, Words{"--commits", "many"}, Words{"--from", "/nowhere"},
                           Words{"--frm", "x"}, Words{"--keep", repo.clone().string()}}) {
    Words words = {std::string(SLUICE_SOURCE) + "/demo/run", SLUICE_HOST};
    words.insert(words.end(), bad.begin(), bad.end());
    const auto result = run(words, repo.folder());
    EXPECT_EQ(result.code, 2) << bad[0];
    EXPECT_THAT(result.error, HasSubstr("demo: "));
    // Before anything is built, and so without a host.
    words[1] = "";
    EXPECT_EQ(run(words, repo.folder()).code, 2) << bad[0];
  }
}

TEST_F(Readme, TheDemoTakesARepositoryAsItIs) {
  for (int i = 3; i < 14; ++i) repo.commit_file("folder \xE9/line\nbreak " + std::to_string(i), i);
  repo.commit("Nothing changes", 14);
  const auto hook = repo.clone() / ".git" / "hooks" / "pre-push";
  std::filesystem::create_directories(hook.parent_path());
  std::ofstream(hook) << "#!/bin/sh\nexit 1\n";
  std::filesystem::permissions(hook, std::filesystem::perms::owner_all);

  const auto result = run({std::string(SLUICE_SOURCE) + "/demo/run", SLUICE_HOST, "--from",
                           repo.clone().string(), "--commits", "4", "--cap", "2"},
                          repo.folder());
  EXPECT_EQ(result.code, 0) << result.output << result.error;
  EXPECT_THAT(result.output, HasSubstr("a queue of 4 commits from " + repo.clone().string()));
  EXPECT_THAT(result.output,
              HasSubstr("proved: each of the 3 commits that change something reached main, once"));
}

}  // namespace
}  // namespace sluice
