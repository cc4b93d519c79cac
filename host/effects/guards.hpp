#pragma once
// What must hold when an effect is applied, whoever asks: stages can be swapped, skipped or foreign, so
// safety cannot live in their order.

#include <functional>
#include <optional>
#include <string>

#include "host/effects/effect.hpp"
#include "host/effects/world.hpp"
#include "host/git/owed.hpp"

namespace sluice::effects {

/// What a guard found against an effect.
struct Objection {
  bool stale = false;  ///< The world moved since the stage read it: run again. Else the effect is wrong.
  std::string reason;
};

/// Told where each commit of a branch has gone that a rewrite replaces.
using Accounted = std::function<void(const git::Accounting&)>;

/// The guards of the effect's kind, on facts read afresh (a dry run: on the facts as its own effects moved
/// them).
std::optional<Objection> object_to(const Effect& effect, snapshot::Facts& facts, const GitCore& git,
                                   const Settings& settings, const Accounted& accounted);

}  // namespace sluice::effects
