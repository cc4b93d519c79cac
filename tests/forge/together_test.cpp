// Several hosts at once on one forge, and hosts that are killed: real processes.

#include <gmock/gmock.h>
#include <signal.h>

#include <thread>

#include "forge/host_process.hpp"
#include "forge/local_world.hpp"
#include "support/temp_dir.hpp"

namespace sluice::test {

using forge::State;

namespace {

/// A LocalWorld with develop one commit ahead of main.
struct Together : testing::Test {
  Together() {
    repo.commit_file("first.txt", 1);
    repo.push("main").branch("develop");
    head = repo.commit_file("work.txt", 2).hex();
    repo.push("develop");
  }

  std::unique_ptr<forge::LocalForge> connect() { return forge::open_local(repo.remote(), "collector"); }
  process::Result host(const Words& words) { return run_forge(repo.remote(), words); }
  std::string remote_head(const std::string& branch) {
    return repo.remote_git({"rev-parse", branch}).substr(0, 40);
  }

  /// All at once; the results in the order of the commands.
  std::vector<process::Result> at_once(const std::vector<Words>& commands) {
    std::vector<process::Result> results(commands.size());
    std::vector<std::thread> threads;
    for (std::size_t at = 0; at < commands.size(); ++at) {
      threads.emplace_back([&, at] { results[at] = host(commands[at]); });
    }
    for (auto& thread : threads) thread.join();
    return results;
  }

  /// A merge whose `git` does what it is asked and then, at that verb, the shell command too. $git is the
  /// real one.
  process::Result merge_with(const std::string& verb, const std::string& then) {
    const auto found = process::run({.argv = {"sh", "-c", "command -v git"}});
    const auto git = found.output.substr(0, found.output.find('\n'));
    const auto folder = repo.folder() / "bin";
    write_file(folder / "git", "#!/bin/sh\ngit=" + git + "\n$git \"$@\"\ncode=$?\ncase \" $* \" in\n*\" " +
                                   verb + " \"*) " + then + " ;;\nesac\nexit $code\n");
    std::filesystem::permissions(folder / "git", std::filesystem::perms::owner_all);
    auto command = host_forge(repo.remote(), {"merge", "1"});
    command.environment["PATH"] = folder.string() + ":" + command.environment["PATH"];
    return process::run(command);
  }
  process::Result killed_merge(const std::string& verb) { return merge_with(verb, "kill -9 $PPID"); }

  Repo repo;
  std::string head;
};

constexpr int writers = 3, comments_each = 12;

}  // namespace

TEST_F(Together, NeitherLosesAComment) {
  connect()->open("main", "develop", "release", "");
  std::vector<std::thread> threads;
  threads.reserve(writers);
  std::vector<int> failures(writers, 0);
  for (int writer = 0; writer < writers; ++writer) {
    threads.emplace_back([&, writer] {
      for (int at = 0; at < comments_each; ++at) {
        const auto body = std::to_string(writer) + "/" + std::to_string(at);
        const auto result = host({"comment", "1", "--as", "writer" + std::to_string(writer), "--body", body});
        if (!result.ok()) ++failures[static_cast<std::size_t>(writer)];
      }
    });
  }
  for (auto& thread : threads) thread.join();

  EXPECT_THAT(failures, testing::Each(0));
  std::set<std::string> bodies;
  for (const auto& comment : connect()->comments(1)) {
    EXPECT_EQ(comment.author, "writer" + comment.body.substr(0, 1));
    bodies.insert(comment.body);
  }
  EXPECT_EQ(bodies.size(), static_cast<std::size_t>(writers * comments_each));
}

TEST_F(Together, MakingTheDatabaseAtOnceMakesOne) {
  const auto results = at_once(std::vector<Words>(6, Words{"issue", "--title", "first"}));
  for (const auto& result : results) EXPECT_TRUE(result.ok()) << result.error;
  EXPECT_EQ(connect()->all_issues().size(), 6U);
}

TEST_F(Together, OneOfTwoOpensAndTheOtherIsStale) {
  const Words open = {"open", "--head", "develop", "--title", "release"};
  const auto results = at_once({open, open, open});
  EXPECT_EQ(std::count_if(results.begin(), results.end(), [](auto& result) { return result.ok(); }), 1);
  for (const auto& result : results) {
    EXPECT_THAT(result.output + result.error,
                testing::HasSubstr(result.ok() ? "#1 is open" : "open already: #1"));
  }
  EXPECT_EQ(connect()->pulls("main", "develop").size(), 1U);
}

TEST_F(Together, OneOfTwoMerges) {
  connect()->open("main", "develop", "release", "");
  const auto base = remote_head("main");
  const auto results = at_once({{"merge", "1", "--sha", head}, {"merge", "1", "--sha", head}});
  EXPECT_NE(results[0].ok(), results[1].ok());
  EXPECT_EQ(repo.remote_git({"rev-list", "--count", base + "..main"}), "2\n");  // The merge and the head.
  EXPECT_EQ(connect()->pull(1)->merge_sha, remote_head("main"));
}

TEST_F(Together, AMergeKilledBeforeItMovedMainDidNothing) {
  connect()->open("main", "develop", "release", "");
  const auto base = remote_head("main");
  EXPECT_EQ(killed_merge("commit-tree").signal, SIGKILL);
  EXPECT_EQ(remote_head("main"), base);
  EXPECT_EQ(connect()->pull(1)->state, State::open);
  connect()->merge(1, head);
  EXPECT_EQ(connect()->pull(1)->state, State::merged);
}

TEST_F(Together, AMergeKilledAfterItMovedMainReadsAsMerged) {
  connect()->open("main", "develop", "release", "");
  EXPECT_EQ(killed_merge("update-ref").signal, SIGKILL);
  const auto merge = remote_head("main");
  EXPECT_EQ(repo.remote_git({"log", "-1", "--format=%s", "main"}), "Merge pull request #1 from develop\n");
  const auto read = connect()->pull(1);
  EXPECT_EQ(read->state, State::merged);
  EXPECT_EQ(read->merge_sha, merge);
  EXPECT_EQ(read->head_sha, head);
  EXPECT_EQ(refusal([&] { connect()->merge(1, head); }), forge::ForgeError::Kind::stale);
  EXPECT_EQ(remote_head("main"), merge);
}

TEST_F(Together, ABaseThatMovesInTheMiddleOfAMergeIsKept) {
  connect()->open("main", "develop", "release", "");
  repo.checkout("main");
  const auto pushed = repo.commit_file("theirs.txt", 3).hex();
  repo.git({"push", "-q", "origin", "main:refs/heads/theirs"});
  const auto result = merge_with(
      "commit-tree", "$git -C '" + repo.remote().string() + "' update-ref refs/heads/main " + pushed);
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.error, testing::HasSubstr("main was modified meanwhile"));
  EXPECT_EQ(remote_head("main"), pushed);
  EXPECT_EQ(connect()->pull(1)->state, State::open);
  connect()->merge(1, head);
  EXPECT_EQ(repo.remote_git({"log", "-1", "--format=%P", "main"}), pushed + " " + head + "\n");
}

/// What was answered as done is there, whatever was killed meanwhile; and nothing is there twice.
TEST_F(Together, KilledWritersLeaveAWholeDatabase) {
  connect()->open("main", "develop", "release", "");
  std::set<std::string> posted;
  for (int at = 0; at < 24; ++at) {
    const auto body = std::to_string(at);
    auto command = host_forge(repo.remote(), {"comment", "1", "--body", body});
    command.limit = std::chrono::milliseconds(at % 3 == 0 ? 1000 : 1 + at);  // Over it, it is killed.
    if (process::run(command).ok()) posted.insert(body);
  }
  std::multiset<std::string> found;
  for (const auto& comment : connect()->comments(1)) found.insert(comment.body);
  EXPECT_TRUE(std::includes(found.begin(), found.end(), posted.begin(), posted.end()));
  EXPECT_EQ(std::set<std::string>(found.begin(), found.end()).size(), found.size());
  EXPECT_FALSE(posted.empty());
}

}  // namespace sluice::test
