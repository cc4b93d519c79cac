#pragma once
// host queue push: what the clone committed, on top of whatever the remote's queue has become, and the
// clone's own branch with it.

#include <functional>
#include <string>
#include <vector>

#include "host/queue/plan.hpp"
#include "host/queue/side.hpp"

namespace sluice::queue {

struct Pushed {
  enum class Kind : std::uint8_t {
    pushed,    ///< The remote's queue took it, and the local branch is there, too.
    followed,  ///< Nothing to push: the local branch went where the remote's is.
    nothing,   ///< Both were the same.
    refused,   ///< Nothing moved; reason says what to do.
    left       ///< It is pushed, and the local branch could not follow; reason says why.
  } kind = Kind::nothing;
  std::optional<git::Oid> before, remote_before;  ///< Of the local branch, and of the remote's queue.
  Plan plan;
  bool would = false;  ///< A dry run: so it would be.
  std::string reason;
};

/// Told of each race that was lost.
using Say = std::function<void(const std::string&)>;

/// Throws git::GitError for a clone or a remote that cannot be used, git::RemoteOutage where it broke off:
/// then nothing local moved, and it is run again.
Pushed push(Side& side, const Say& say);

}  // namespace sluice::queue
