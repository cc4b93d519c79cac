#pragma once
// Child processes: argument vectors only, a group of their own, a clock, an allow-listed environment, always
// reaped.

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::process {

using Environment = std::map<std::string, std::string>;

/// What a child needs of ours to run at all: PATH, HOME, locale C.UTF-8, TMPDIR; no token, no git setting.
Environment minimal_environment();

/// minimal_environment and whatever git itself reads to reach a remote: ssh, askpass, proxy and certificate
/// variables, GIT_CONFIG_COUNT pairs. Only for git as a child of the user's clone.
Environment transport_environment();

struct Command {
  std::vector<std::string> argv;         ///< argv[0] is looked up in PATH.
  std::filesystem::path directory = {};  ///< Empty: ours.
  Environment environment = minimal_environment();
  std::string input = {};              ///< Written to standard input, which is then closed.
  std::chrono::milliseconds limit{0};  ///< Wall clock; 0 is none. Over it the whole group is killed.
  std::size_t output_limit = std::size_t{64}
                             << 20;  ///< Bytes kept of each stream; the rest is read and dropped.
  std::function<void(std::string_view)> on_error_text = {};  ///< Standard error as it comes.
  std::function<void(std::string_view)> on_output = {};      ///< Standard output as it comes.
};

struct Result {
  bool started = false;  ///< False: no such program, or not executable; `error` says why.
  int code = -1;         ///< Exit code; -1 when a signal ended it.
  int signal = 0;
  bool timed_out = false;
  bool truncated = false;  ///< Output went over output_limit.
  std::string output;
  std::string error;
  bool ok() const { return started && code == 0; }
};

/// Runs to the end and reaps. Any thread. Never throws for what the child does.
Result run(const Command& command);

/// Kills the groups of all running children of this process: async-signal-safe, for the signal handler.
void kill_all() noexcept;

}  // namespace sluice::process
