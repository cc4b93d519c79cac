#pragma once
// main folded into the candidate, so that develop never drifts from it into the release's merge.

#include <optional>
#include <string>

#include "sluice/roles.hpp"
#include "sluice/stage.hpp"

namespace sluice::port {

struct Folding {
  Sha head;                     ///< Folded, or the candidate where it cannot be.
  bool folded = false;          ///< A merge commit was made.
  std::string unfolded;         ///< Why the window goes out without it.
  std::optional<Outcome> wait;  ///< The resolver will try again: no window before.
};

Folding fold_main(Pass& pass, const Sha& candidate, const Sha& main);

}  // namespace sluice::port
