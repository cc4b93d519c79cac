#pragma once
// How the clone's own queue stands to the remote's.

#include <optional>
#include <string>

#include "host/queue/checkout.hpp"
#include "host/queue/plan.hpp"

namespace sluice::queue {

struct Local {
  Checkout checkout;
  std::optional<git::Oid> head;           ///< Of the local branch; nullopt where there is none.
  std::optional<std::string> in_the_way;  ///< Of a push, now.
  Plan plan;                              ///< What a push would carry and drop; empty without a local branch.

  /// The remote's queue is where a push would leave both.
  bool level(const std::optional<git::Oid>& remote) const { return head == remote; }
};

/// Writes nothing.
Local look_locally(const Side& side, const snapshot::Heads& heads);

}  // namespace sluice::queue
