#pragma once
// What must hold when an effect is applied, whoever asks: stages can be swapped, skipped or foreign, so
// safety cannot live in their order.

#include <functional>

#include "host/effects/effect.hpp"
#include "host/effects/objection.hpp"
#include "host/effects/world.hpp"
#include "host/git/owed.hpp"

namespace sluice::effects {

/// Told where each commit of a branch has gone that a rewrite replaces.
using Accounted = std::function<void(const git::Accounting&)>;

/// The guards of the effect's kind, on facts read afresh (a dry run: on the facts as its own effects moved
/// them).
Verdict object_to(const Effect& effect, snapshot::Facts& facts, const GitCore& git, const Settings& settings,
                  const Accounted& accounted);

}  // namespace sluice::effects
