#pragma once
// The first owed commit that no window can carry: the reshaper is asked to make smaller ones of it.

#include <optional>
#include <string>
#include <vector>

#include "sluice/stage.hpp"

namespace sluice::sync {

struct Reshaped {
  std::optional<Sha> tip;       ///< The queue with that commit repackaged.
  std::string what;             ///< The commit, for a sentence.
  std::optional<Outcome> wait;  ///< The reshaper is to try again later.
};

/// Looks through the owed commits, oldest first, which end at tip. Where no reshaper is bound, or it has
/// spent its attempts, the commit stays whole and the port holds on it.
/// `queue` is the remote's head of it.
Reshaped reshape_first(Pass& pass, const Sha& queue, const Sha& target, const std::vector<Sha>& owed,
                       const Sha& tip);

}  // namespace sluice::sync
