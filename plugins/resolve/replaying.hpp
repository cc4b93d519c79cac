#pragma once
// A replay that stopped at a conflict, resolved and run to its end.

#include "chain.hpp"
#include "sluice/attempt.hpp"

namespace sluice::resolve {

/// A replay where it stopped.
struct Stopped {
  Sha tip;                         ///< What was made so far ends here.
  std::vector<Sha> commits;        ///< To be picked on it, in order; the first conflicts.
  std::vector<std::string> paths;  ///< Where, raw bytes.
};

/// Its attempts are counted on the commit that conflicts.
Task task_of(const Sha& commit, const std::string& branch, const Settings& settings);

/// {"outcome": "done", "sha"} and the like, as RoleReply reads it.
Json resolve_replay(Pass& pass, const Settings& settings, const std::string& branch, Stopped stopped);

}  // namespace sluice::resolve
