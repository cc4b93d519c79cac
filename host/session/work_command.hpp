#pragma once
// A command that a pipeline names (install, regenerate, verify), run over a work tree as a session is.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "host/session/agent.hpp"
#include "host/session/workplace.hpp"

namespace sluice::session {

struct CommandEnd {
  bool ok = false;
  std::string reason;  ///< How it ended, for people; holds nothing of what it printed.
  std::string tail;    ///< The last 80 lines that it printed, both streams, at most 16,000 bytes.
};

/// Runs it with the environment of a session that is given nothing of ours, in a process group and under a
/// clock of its own, behind the wall that its sessions are behind; what it leaves running is ended. `line` is
/// called on this thread with what it prints. Never throws for what it does.
CommandEnd run_command(const Workplace& place, const std::vector<std::string>& command, std::int64_t seconds,
                       const std::function<void(std::string_view)>& line, Sandbox sandbox = Sandbox::none);

}  // namespace sluice::session
