#include "bench/bench.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <stdexcept>

#include "host/process/child.hpp"

namespace sluice::bench {

std::map<std::string, Verb>& verbs() {
  static std::map<std::string, Verb> all;
  return all;
}

std::vector<Row>& rows() {
  static std::vector<Row> all;
  return all;
}

void declare_verb(const std::string& name, Verb verb) {
  verbs()[name] = std::move(verb);
}

double timed(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string must(const std::vector<std::string>& argv, const std::string& directory, std::string input) {
  process::Command command;
  command.argv = argv;
  command.directory = directory;
  for (const auto& [name, value] :
       std::map<std::string, std::string>{{"GIT_CONFIG_GLOBAL", "/dev/null"},
                                          {"GIT_CONFIG_NOSYSTEM", "1"},
                                          {"GIT_AUTHOR_NAME", "Bench"},
                                          {"GIT_AUTHOR_EMAIL", "bench@example.com"},
                                          {"GIT_COMMITTER_NAME", "Bench"},
                                          {"GIT_COMMITTER_EMAIL", "bench@example.com"},
                                          {"TMPDIR", memory_folder()}})
    command.environment[name] = value;
  command.input = std::move(input);
  process::Result result = process::run(command);
  if (result.ok()) return std::move(result.output);
  std::string words;
  for (const std::string& word : argv) words += word.substr(0, 200) + " ";
  throw std::runtime_error(words + "ended with " + std::to_string(result.code) + ": " +
                           result.error.substr(0, 2000));
}

std::vector<std::string> verb(const std::string& name, std::vector<std::string> arguments) {
  std::vector<std::string> argv = {std::filesystem::read_symlink("/proc/self/exe").string(), "--verb", name};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return argv;
}

std::string memory_folder() {
  return std::filesystem::is_directory("/dev/shm") ? "/dev/shm"
                                                   : std::filesystem::temp_directory_path().string();
}

Outcome race(const Settings& settings, const Race& race) {
  Outcome outcome;
  constexpr double enough_seconds = 12;
  double their_seconds = 0;
  outcome.ours = outcome.theirs = std::numeric_limits<double>::max();
  for (int round = 0; round < settings.rounds; ++round) {
    if (race.prepare_ours) race.prepare_ours();
    outcome.ours = std::min(outcome.ours, timed(race.ours));
    // What takes many seconds is not made more certain by minutes of it.
    if (their_seconds > enough_seconds) continue;
    if (race.prepare_theirs) race.prepare_theirs();
    const double theirs = timed(race.theirs);
    their_seconds += theirs;
    outcome.theirs = std::min(outcome.theirs, theirs);
  }
  outcome.ratio = outcome.theirs / outcome.ours;
  return outcome;
}

}  // namespace sluice::bench
