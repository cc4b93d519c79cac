#include "bench/bench.hpp"

#include <algorithm>
#include <filesystem>
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

namespace {

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// One side of a race.
class Side {
 public:
  Side(const std::function<void()>& prepare, const std::function<void()>& work)
      : prepare_(prepare), work_(work) {}

  void run() {
    const auto start = Clock::now();
    if (prepare_) prepare_();
    times_.push_back(timed(work_));
    spent_ += Clock::now() - start;
  }
  /// What takes many seconds is not made more certain by minutes of it, and what is short is by many rounds.
  bool goes_on(const Settings& settings) const {
    const auto rounds = static_cast<int>(times_.size());
    if (rounds < settings.rounds) return spent_ < enough;
    return !settings.small && rounds < most_rounds && spent_ < short_time;
  }
  double seconds() const { return median(times_); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int most_rounds = 40;
  static constexpr std::chrono::seconds short_time{4}, enough{12};
  const std::function<void()>&prepare_, &work_;
  std::vector<double> times_;
  Clock::duration spent_{};
};

}  // namespace

Outcome race(const Settings& settings, const Race& race) {
  Side ours(race.prepare_ours, race.ours), theirs(race.prepare_theirs, race.theirs);
  for (bool ours_first = true; ours.goes_on(settings) || theirs.goes_on(settings); ours_first = !ours_first) {
    for (Side* side : {ours_first ? &ours : &theirs, ours_first ? &theirs : &ours})
      if (side->goes_on(settings)) side->run();
  }
  Outcome outcome;
  outcome.ours = ours.seconds();
  outcome.theirs = theirs.seconds();
  outcome.ratio = outcome.theirs / outcome.ours;
  return outcome;
}

}  // namespace sluice::bench
