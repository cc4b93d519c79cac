#pragma once
// A pick that never stops: where git's own conflicts, the side that is picked is taken.

#include <string>
#include <vector>

#include "sluice/stage.hpp"

namespace sluice::realign {

struct Taken {
  Sha tip;                         ///< The copy; of one that is not kept, what it was picked onto.
  bool empty = false;              ///< It changes nothing there.
  std::vector<std::string> sided;  ///< Raw paths on which a side was taken.
  std::string fault;               ///< For people; not empty: no side could be taken, and tip is no answer.
};

/// Hunks that git merges by itself stay merged; the others, and a file that one side removed, are the
/// commit's.
Taken take(const Pass& pass, const Sha& commit, const Sha& onto);

}  // namespace sluice::realign
