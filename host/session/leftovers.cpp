#include "host/session/leftovers.hpp"

#include <signal.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

namespace sluice::session {

namespace fs = std::filesystem;

namespace {

bool holds(const fs::path& environment, const std::string& entry) {
  std::ifstream stream(environment, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  for (std::size_t at = text.find(entry); at != std::string::npos; at = text.find(entry, at + 1)) {
    const std::size_t end = at + entry.size();
    if ((at == 0 || text[at - 1] == '\0') && (end == text.size() || text[end] == '\0')) return true;
  }
  return false;
}

std::vector<pid_t> marked(const std::string& entry) {
  std::vector<pid_t> found;
  std::error_code error;
  for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    pid_t pid = 0;
    const auto [rest, bad] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (bad != std::errc() || *rest != '\0' || pid == ::getpid()) continue;
    if (holds(at->path() / "environ", entry)) found.push_back(pid);
  }
  return found;
}

}  // namespace

int end_leftovers(std::string_view variable, const std::string& value) {
  const std::string entry = std::string(variable) + "=" + value;
  int killed = 0;
  // Whoever forks while we look is found the next time round; a zombie shows no environment.
  for (int round = 0; round < 200; ++round) {
    const auto found = marked(entry);
    if (found.empty()) break;
    for (const pid_t pid : found) killed += ::kill(pid, SIGKILL) == 0 ? 1 : 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return killed;
}

}  // namespace sluice::session
