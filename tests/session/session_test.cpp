#include "host/session/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "host/session/work_command.hpp"
#include "support/repo.hpp"
#include "support/temp_dir.hpp"

namespace sluice::session {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr std::int64_t kNow = 1767322800;  // 2026-01-02 03:00:00 UTC

/// It has not ended, reaped or not.
bool is_running(const std::string& pid) {
  std::ifstream stream("/proc/" + std::to_string(std::stoi(pid)) + "/stat");
  std::string line;
  std::getline(stream, line);
  const auto name_end = line.rfind(") ");
  return name_end != std::string::npos && line[name_end + 2] != 'Z' && line[name_end + 2] != 'X';
}

class SessionTest : public testing::Test {
 protected:
  SessionTest()
      : scratch_(clone_with_a_commit()),
        store_(scratch_),
        place_(scratch_, store_, {.at = repo_.id("HEAD"), .picks = {}, .merging = {}, .author = "S <s@e>"}) {}

  fs::path clone_with_a_commit() {
    repo_.commit_file("a.txt", 1);
    return repo_.clone();
  }

  Agent script(const std::string& text) const {
    Agent agent;
    agent.command = {"sh", "-c", text};
    agent.limits = {"usage limit reached"};
    return agent;
  }

  Ended run(const Agent& agent, const std::string& prompt = "do it") {
    return run_session(agent, place_, prompt, kNow,
                       [this](std::string_view line) { shown_.emplace_back(line); });
  }

  test::Repo repo_;
  git::Scratch scratch_;
  git::ObjectStore store_;
  Workplace place_;
  std::vector<std::string> shown_;
};

TEST_F(SessionTest, ReadsItsPromptAndWorksInItsTree) {
  const auto ended =
      run(script("cat > b.txt; git add b.txt; git commit -q -m Done; echo told"), "the prompt");
  EXPECT_EQ(ended.end, End::finished) << ended.reason << ended.tail;
  EXPECT_EQ(test::read_file(place_.tree() / "b.txt"), "the prompt");
  EXPECT_THAT(shown_, Contains("told"));
  EXPECT_NE(place_.look().head, repo_.id("HEAD"));
}

TEST_F(SessionTest, EndsInFourWays) {
  struct Case {
    std::string script;
    End end;
  };
  for (const auto& [text, end] : std::vector<Case>{
           {"echo worked", End::finished},
           {"exit 0", End::finished},
           {"echo 'usage limit reached, resets 4am (UTC)'; exit 1", End::limited},
           {"echo 'usage limit reached, resets 4am (UTC)' >&2; exit 1", End::limited},
           {"echo 'usage limit reached, resets 4am (UTC)'", End::finished},
           {"echo half; exit 3", End::failed},
           {"echo half; kill -9 $$", End::failed},
           {"echo 'no key' >&2; exit 1", End::not_started},
       }) {
    const auto ended = run(script(text));
    EXPECT_EQ(ended.end, end) << text << ": " << ended.reason;
    EXPECT_FALSE(ended.missing) << text;
    EXPECT_EQ(ended.lifts_at, end == End::limited ? std::optional<std::int64_t>(kNow + 3600) : std::nullopt);
  }
}

TEST_F(SessionTest, NarratedLimitsAreNone) {
  Agent agent = script(
      R"(echo '{"type":"assistant","message":{"content":[{"type":"text","text":"usage limit reached"}]}}'
    exit 1)");
  agent.output = Output::stream_json;
  EXPECT_EQ(run(agent).end, End::failed);
  agent = script(R"(echo '{"type":"result","subtype":"success","result":"usage limit reached"}'; exit 1)");
  agent.output = Output::stream_json;
  EXPECT_EQ(run(agent).end, End::limited);
}

TEST_F(SessionTest, AProgramThatIsNotThereIsMissingAndNamed) {
  Agent agent;
  agent.command = {"no-such-agent-program"};
  const auto ended = run(agent);
  EXPECT_EQ(ended.end, End::not_started);
  EXPECT_TRUE(ended.missing);
  EXPECT_THAT(ended.reason, HasSubstr("no-such-agent-program"));
  EXPECT_THAT(ended.reason, HasSubstr("[agent] command"));
}

TEST_F(SessionTest, IsEndedByItsClockAndWhatItStartedWithIt) {
  Agent agent = script("setsid sh -c 'echo $$ > ../out/pid; sleep 1000' & echo on; sleep 1000");
  agent.seconds = 3;
  const auto ended = run(agent);
  EXPECT_EQ(ended.end, End::failed);
  EXPECT_THAT(ended.reason, HasSubstr("longer than its 3 s"));
  const auto pid = place_.file("pid", 20);
  ASSERT_TRUE(pid);
  EXPECT_FALSE(is_running(*pid));
}

TEST_F(SessionTest, WhatEscapedFromItsGroupEndsWithIt) {
  const auto ended =
      run(script("setsid sh -c 'echo $$ > ../out/pid; exec sleep 1000' & "
                 "while [ ! -s ../out/pid ]; do :; done; echo done"));
  EXPECT_EQ(ended.end, End::finished);
  EXPECT_FALSE(is_running(place_.file("pid", 20).value()));
}

TEST_F(SessionTest, AFloodOfOutputIsBounded) {
  const auto ended = run(script("head -c 50000000 /dev/zero | tr '\\0' x; echo; echo end; exit 1"));
  EXPECT_EQ(ended.end, End::failed);
  EXPECT_LE(ended.tail.size(), 2000U);
  EXPECT_THAT(ended.tail, HasSubstr("end"));
}

TEST_F(SessionTest, KnowsOnlyWhatItIsGiven) {
  ::setenv("GH_TOKEN", "canary-token", 1);
  ::setenv("AGENT_KEY", "its own", 1);
  Agent agent =
      script("env; cat /proc/self/environ; git config --list --show-origin; git credential fill </dev/null");
  agent.environment = {"AGENT_KEY"};
  const auto ended = run(agent);
  ::unsetenv("GH_TOKEN");
  ::unsetenv("AGENT_KEY");
  std::string all = ended.tail;
  for (const auto& line : shown_) all += line + "\n";
  EXPECT_THAT(all, Not(HasSubstr("canary-token")));
  EXPECT_THAT(all, HasSubstr("AGENT_KEY=its own"));
  EXPECT_THAT(all, HasSubstr("HOME=" + place_.home().string()));
}

TEST_F(SessionTest, BehindTheWallItWritesItsOwnFolderAlone) {
  const test::TempDir beside;
  Agent agent = script(
      "echo x > " + beside.path().string() +
      "/escaped; echo y > /etc/escaped;"
      "echo n > new.txt; git add new.txt; git commit -qm Done; echo r > \"$SLUICE_OUT/left\"; echo told;"
      "setsid sh -c 'sleep 2; touch late' & ls /proc | grep -c '^[0-9]' > \"$SLUICE_OUT/processes\"");
  agent.sandbox = Sandbox::bwrap;
  const auto ended = run(agent);
  EXPECT_EQ(ended.end, End::finished) << ended.reason << ended.tail;
  EXPECT_FALSE(fs::exists(beside.path() / "escaped"));
  EXPECT_FALSE(fs::exists("/etc/escaped"));
  EXPECT_NE(place_.look().head, repo_.id("HEAD"));
  EXPECT_EQ(place_.file("left", 10), "r\n");
  EXPECT_LT(std::stoi(place_.file("processes", 10).value()), 10);
}

TEST_F(SessionTest, ACommandIsBehindTheSameWall) {
  const test::TempDir beside;
  const auto ended = run_command(
      place_, {"sh", "-c", "touch made; touch '" + beside.path().string() + "/escaped'"}, 60,
      [](std::string_view) {}, Sandbox::bwrap);
  EXPECT_FALSE(ended.ok);
  EXPECT_TRUE(fs::exists(place_.tree() / "made"));
  EXPECT_FALSE(fs::exists(beside.path() / "escaped"));
}

TEST_F(SessionTest, BehindTheWallAMissingProgramIsMissingToo) {
  Agent agent;
  agent.command = {"no-such-agent"};
  agent.sandbox = Sandbox::bwrap;
  const auto ended = run(agent);
  EXPECT_EQ(ended.end, End::not_started);
  EXPECT_TRUE(ended.missing);
  EXPECT_THAT(ended.reason, HasSubstr("no-such-agent"));
}

TEST_F(SessionTest, ACommandRunsAsASessionDoesAndIsGivenNothingOfOurs) {
  ::setenv("GH_TOKEN", "canary", 1);
  const auto ended = run_command(place_, {"sh", "-c", "env; echo wrong >&2; sleep 600 & exit 3"}, 60,
                                 [this](std::string_view line) { shown_.emplace_back(line); });
  ::unsetenv("GH_TOKEN");
  EXPECT_FALSE(ended.ok);
  EXPECT_EQ(ended.reason, "sh ended with 3");
  EXPECT_THAT(ended.tail, testing::AllOf(HasSubstr("wrong\n"), HasSubstr("HOME=" + place_.home().string()),
                                         Not(HasSubstr("canary"))));
  EXPECT_THAT(shown_, Contains("wrong"));
  EXPECT_FALSE(run_command(place_, {"no-such-program"}, 60, [](std::string_view) {}).ok);
  EXPECT_THAT(run_command(place_, {"sleep", "60"}, 1, [](std::string_view) {}).reason,
              HasSubstr("longer than its 1 s"));
}

}  // namespace
}  // namespace sluice::session
