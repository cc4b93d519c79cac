#pragma once
// A program behind a wall of bubblewrap: it reads what this user may read and writes its own folder alone.

#include <string>
#include <vector>

#include "host/session/workplace.hpp"

namespace sluice::session {

/// The command behind the wall: the work tree, the home and the out folder of the place may be written, all
/// else is read-only; no process of ours is in sight, and what it starts ends with it. The network is open.
std::vector<std::string> behind_bwrap(const Workplace& place, const std::vector<std::string>& command);

/// Why that program would not start: it, or bwrap, is not to be found in that PATH; empty where both are.
std::string why_not_behind_bwrap(const std::string& program, const std::string& path);

}  // namespace sluice::session
