#pragma once
// One replay of what a branch owes, with the resolver asked where it stops.

#include <string>
#include <vector>

#include "sluice/lockfile.hpp"
#include "sluice/roles.hpp"
#include "sluice/stage.hpp"

namespace sluice::sync {

struct Replayed {
  std::optional<Sha> tip;              ///< The whole sequence; none where it stopped.
  std::vector<Sha> commits;            ///< What it made, oldest first; the last is the tip.
  std::optional<PickResult> conflict;  ///< What it stopped on.
  RoleReply resolver;                  ///< What came of asking, where it stopped.
  std::string stop;                    ///< The sentence that names the commit and its paths.
};

/// Replays the commits in order onto a commit, empties kept. In a dry run no role is asked.
Replayed replay_owed(Pass& pass, const std::string& branch, const std::vector<Owed>& owed, const Sha& onto);

std::vector<Sha> shas_of(const std::vector<Owed>& owed);

}  // namespace sluice::sync
