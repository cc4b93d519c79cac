#include "bench/peak.hpp"

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "bench/bench.hpp"

namespace sluice::bench {
namespace {

namespace fs = std::filesystem;

constexpr double kilobytes_per_megabyte = 1024;

struct Seen {
  fs::path program;
  pid_t parent = 0;
  double megabytes = 0;  // The most that it has held.
};

/// Nothing once it is gone. The program first: until a child becomes another program it shows its parent's
/// memory.
Seen look_at(const std::string& pid) {
  Seen seen;
  std::error_code gone;
  seen.program = fs::read_symlink("/proc/" + pid + "/exe", gone);
  std::ifstream status("/proc/" + pid + "/status");
  for (std::string word; status >> word;) {
    if (word == "PPid:") status >> seen.parent;
    if (word == "VmHWM:") status >> seen.megabytes;
  }
  seen.megabytes /= kilobytes_per_megabyte;
  return seen;
}

/// The largest of all that descend from the root and run another program than it does.
double largest_below(pid_t root) {
  std::map<pid_t, Seen> all;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string pid = entry.path().filename().string();
    if (pid.find_first_not_of("0123456789") == std::string::npos) all[std::stoi(pid)] = look_at(pid);
  }
  double largest = 0;
  for (const auto& [pid, seen] : all) {
    pid_t above = seen.parent;
    while (above != root && above > 1 && all.contains(above)) above = all.at(above).parent;
    if (above == root && seen.program != all[root].program) largest = std::max(largest, seen.megabytes);
  }
  return largest;
}

pid_t start(const std::vector<std::string>& arguments) {
  std::vector<char*> words;
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t pid = 0;
  const int error = ::posix_spawnp(&pid, words[0], nullptr, nullptr, words.data(), environ);
  if (error != 0) throw std::runtime_error("cannot start " + arguments[0] + ": " + std::strerror(error));
  return pid;
}

/// bench --verb peak PROGRAM ARGUMENTS...: what the program prints, then a line with both figures. In a
/// process of its own, because the kernel counts to a program what the process that started it held until
/// then.
const DeclaredVerb verb_here("peak", [](const std::vector<std::string>& argv) {
  const pid_t pid = start(argv);
  double children = 0;
  int status = 0;
  rusage usage{};
  while (::wait4(pid, &status, WNOHANG, &usage) == 0) {
    children = std::max(children, largest_below(pid));
    ::usleep(2000);
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error(argv[0] + " ended with status " + std::to_string(status));
  std::printf("%f %f\n", static_cast<double>(usage.ru_maxrss) / kilobytes_per_megabyte, children);
});

}  // namespace

Peak peak_of(const std::vector<std::string>& argv) {
  Peak peak;
  peak.output = must(verb("peak", argv));
  const std::size_t line = peak.output.rfind('\n', peak.output.size() - 2) + 1;
  std::istringstream(peak.output.substr(line)) >> peak.largest >> peak.children;
  peak.output.resize(line);
  return peak;
}

}  // namespace sluice::bench
