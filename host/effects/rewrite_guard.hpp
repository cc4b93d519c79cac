#pragma once
// What a push may replace the queue or the fixes with: nothing is lost, what is copied is copied faithfully,
// and what is new claims nothing that is not its own to claim.

#include "host/effects/guards.hpp"

namespace sluice::effects {

/// Of a push.rewrite, on facts read afresh. `accounted` is told where each commit of the old branch has gone,
/// where it is replaced.
Verdict object_to_rewrite(const Effect& effect, const snapshot::Heads& heads, const GitCore& git,
                          const Accounted& accounted);

/// What a branch owes can be carried commit by commit.
Verdict without_knots(Ref ref, const std::optional<git::Oid>& head, const snapshot::Heads& heads,
                      const GitCore& git);

}  // namespace sluice::effects
