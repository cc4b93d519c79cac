#pragma once
// The bubblewrap sandbox: everything readable but what holds secrets of ours, nothing writable but the
// session's own folders, no process of ours in sight.

#include <string>
#include <vector>

#include "host/session/workplace.hpp"

namespace sluice::session {

/// The argument vector that runs command in the sandbox, in the work tree.
std::vector<std::string> sandboxed(const std::vector<std::string>& command, const Workplace& place);

}  // namespace sluice::session
