#pragma once
// A fold of main that conflicts, resolved.

#include "chain.hpp"
#include "sluice/attempt.hpp"

namespace sluice::resolve {

struct Fold {
  Sha candidate, main;
  std::vector<std::string> paths;  ///< In conflict, raw bytes.
  bool release = false;            ///< Of a reviewed release, to be pushed to main itself.
};

/// As resolve_replay(); attempts are counted on main's commit.
Json resolve_fold(Pass& pass, const Settings& settings, const Fold& fold);

}  // namespace sluice::resolve
