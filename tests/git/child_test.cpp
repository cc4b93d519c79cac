#include "host/process/child.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <stdlib.h>

#include <chrono>
#include <thread>

#include "support/temp_dir.hpp"

namespace sluice::process {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

Command shell(const std::string& script) {
  Command command;
  command.argv = {"sh", "-c", script};
  return command;
}

TEST(Child, AnswersItsExitCodeAndBothStreams) {
  const Result result = run(shell("echo out; echo err >&2; exit 7"));
  EXPECT_TRUE(result.started);
  EXPECT_EQ(result.code, 7);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.error, "err\n");
  EXPECT_FALSE(result.ok());
}

TEST(Child, FeedsAndDrainsMoreThanAnyPipeHolds) {
  Command command = shell("tee /dev/stderr");
  command.input = std::string(3'000'000, 'x');
  const Result result = run(command);
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.output, command.input);
  EXPECT_EQ(result.error, command.input);
}

TEST(Child, OneThatReadsNothingIsNoErrorAndNoSignal) {
  Command command = shell("exit 0");
  command.input = std::string(3'000'000, 'x');
  EXPECT_TRUE(run(command).ok());
}

TEST(Child, HasAnEmptyInputWhenItIsGivenNone) {
  EXPECT_EQ(run(shell("cat | wc -c")).output, "0\n");
}

TEST(Child, KeepsOnlySoMuchAndReadsTheRest) {
  Command command = shell("head -c 500000 /dev/zero; echo done >&2");
  command.output_limit = 1000;
  const Result result = run(command);
  EXPECT_TRUE(result.ok());
  EXPECT_TRUE(result.truncated);
  EXPECT_EQ(result.output.size(), 1000U);
  EXPECT_EQ(result.error, "done\n");
}

TEST(Child, SaysWhyItDidNotStart) {
  const test::TempDir folder;
  test::write_file(folder.path() / "plain", "text");
  Command command;
  command.argv = {"no-such-program-here"};
  Result result = run(command);
  EXPECT_FALSE(result.started);
  EXPECT_THAT(result.error, HasSubstr("no program no-such-program-here in PATH"));

  command.environment["PATH"] = folder.path().string();
  command.argv = {"plain"};
  result = run(command);
  EXPECT_FALSE(result.started);
  EXPECT_THAT(result.error, HasSubstr("plain is not executable"));

  command = shell("true");
  command.directory = folder.path() / "absent";
  result = run(command);
  EXPECT_FALSE(result.started);
  EXPECT_THAT(result.error, HasSubstr("cannot enter"));
}

TEST(Child, IsEndedByItsClockAlthoughItNeverStopsWriting) {
  Command command = shell("while :; do echo noise; done");
  command.limit = 100ms;
  command.output_limit = 100;
  const Result result = run(command);
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.signal, SIGTERM);
  EXPECT_EQ(result.code, -1);
}

TEST(Child, OneThatIgnoresTheFirstSignalIsKilledWithItsGroup) {
  const test::TempDir folder;
  const auto mark = folder.path() / "mark";
  Command command = shell("trap '' TERM; (trap '' TERM; sleep 3; touch " + mark.string() + ") & sleep 60");
  command.limit = 50ms;
  const Result result = run(command);
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.signal, SIGKILL);
  std::this_thread::sleep_for(1300ms);
  EXPECT_FALSE(std::filesystem::exists(mark)) << "a grandchild lived on";
}

TEST(Child, WhatItLeavesBehindEndsWithIt) {
  const test::TempDir folder;
  const auto mark = folder.path() / "mark";
  const Result result = run(shell("(sleep 0.5; touch " + mark.string() + ") & echo started"));
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.output, "started\n");
  std::this_thread::sleep_for(800ms);
  EXPECT_FALSE(std::filesystem::exists(mark));
}

TEST(Child, InheritsNothingButItsAllowList) {
  ::setenv("SLUICE_TEST_SECRET", "hunter2", 1);
  ::setenv("GITHUB_TOKEN", "hunter2", 1);
  const std::string minimal = run(shell("env")).output;
  ::unsetenv("GITHUB_TOKEN");
  ::unsetenv("SLUICE_TEST_SECRET");
  EXPECT_THAT(minimal, testing::Not(HasSubstr("hunter2")));
  EXPECT_THAT(minimal, HasSubstr("PATH="));
}

TEST(Child, PassesOnWhatGitNeedsToReachARemote) {
  ::setenv("GIT_CONFIG_COUNT", "1", 1);
  ::setenv("GIT_CONFIG_KEY_0", "http.extraheader", 1);
  ::setenv("GIT_CONFIG_VALUE_0", "X: a=b", 1);
  const Environment environment = transport_environment();
  for (const char* name : {"GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_0", "GIT_CONFIG_VALUE_0"}) ::unsetenv(name);
  EXPECT_EQ(environment.at("GIT_CONFIG_VALUE_0"), "X: a=b");
  EXPECT_EQ(environment.count("SLUICE_TEST_SECRET"), 0U);
}

TEST(Child, InheritsNoDescriptorOfOurs) {
  EXPECT_EQ(run(shell("ls /proc/self/fd | wc -l")).output, "4\n")
      << "the three streams and the folder ls reads";
}

TEST(Child, LeadsAGroupOfItsOwn) {
  EXPECT_EQ(run(shell("[ $(ps -o pgid= -p $$) = $$ ] && echo leader")).output, "leader\n");
}

TEST(Child, ErrorTextComesAsItIsWritten) {
  std::string seen;
  Command command = shell("echo one >&2; echo two >&2");
  command.on_error_text = [&](std::string_view piece) { seen += piece; };
  EXPECT_EQ(run(command).error, "one\ntwo\n");
  EXPECT_EQ(seen, "one\ntwo\n");
}

TEST(Child, IsReapedWhenTheListenerThrows) {
  Command command = shell("echo $$ >&2; sleep 60");
  std::string pid;
  command.on_error_text = [&](std::string_view piece) {
    pid += piece;
    throw std::runtime_error("stop");
  };
  EXPECT_THROW(run(command), std::runtime_error);
  EXPECT_NE(::kill(std::stoi(pid), 0), 0);
}

TEST(Child, AllAreKilledAtOnce) {
  std::vector<std::thread> threads;
  std::vector<Result> results(3);
  for (auto& result : results) {
    threads.emplace_back([&result] { result = run(shell("sleep 60 & echo up; sleep 60")); });
  }
  std::this_thread::sleep_for(300ms);
  kill_all();
  for (auto& thread : threads) thread.join();
  for (const auto& result : results) {
    EXPECT_TRUE(result.started);
    EXPECT_NE(result.signal, 0);
  }
}

}  // namespace
}  // namespace sluice::process
