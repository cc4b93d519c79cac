#pragma once
// The rewrite's push against a working side that pushes meanwhile.

#include <functional>
#include <optional>
#include <string>

#include "sluice/effects.hpp"

namespace sluice::sync {

struct Rewritten {
  enum class Kind : std::uint8_t { done, moved, refused };
  Kind kind = Kind::done;
  Sha tip;             ///< What was pushed last.
  std::string reason;  ///< Of moved and refused.
};

struct Carrying {
  std::function<Receipt(const Sha& lease, const Sha& tip)> push;
  std::function<bool(const Sha& ancestor, const Sha& of)> is_ancestor;
  /// What lease..moved holds, picked onto the tip; nullopt where it conflicts or holds a merge.
  std::function<std::optional<Sha>(const Sha& lease, const Sha& moved, const Sha& tip)> carry;
};

/// A push that was beaten by commits on top of the branch takes those along and goes again under the lease
/// that they moved it to, at most three pushes in all: to redo the whole replay would lose to the next push
/// again.
Rewritten push_and_carry(const Carrying& by, Sha lease, Sha tip);

}  // namespace sluice::sync
