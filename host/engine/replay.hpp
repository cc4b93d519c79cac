#pragma once
// Sequences of picks and folds, with a lockfile's conflict rebuilt on the way.

#include <optional>
#include <vector>

#include "host/engine/methods.hpp"
#include "host/session/rebuild.hpp"

namespace sluice::engine {

struct Replay {
  git::Oid tip;                       ///< The last commit made; onto when there was none.
  std::vector<git::Pick> picks;       ///< One for each commit carried.
  std::optional<git::Pick> conflict;  ///< Where it stopped.
};

/// Picks the commits in order, empties kept as copies that name their original, until one conflicts.
Replay replay_commits(Workbench& bench, const std::vector<git::Oid>& commits, const git::Oid& onto,
                      const std::optional<session::Rebuild>& lockfile);

/// Merges main into a candidate; nullopt when it holds it already.
std::optional<git::Picker::Fold> fold_main(Workbench& bench, const git::Oid& candidate, const git::Oid& main,
                                           const std::optional<session::Rebuild>& lockfile);

}  // namespace sluice::engine
