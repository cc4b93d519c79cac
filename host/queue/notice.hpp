#pragma once
// The notices that a pass posts on a queue commit that no window can carry.

#include <optional>
#include <string>
#include <vector>

#include "host/forge/forge.hpp"
#include "host/queue/side.hpp"

namespace sluice::queue {

struct HeldNotice {
  git::Oid commit;   ///< As the queue holds it.
  git::Oid on;       ///< Where the notice stands: the same, or a version that it had before.
  std::string body;  ///< Without its marker line. Text of others is in it, made inert by who posted it.
  forge::Time at = 0;
};

/// The newest notice on each of the commits, or on a version that it had, written by the pipeline's own
/// login; in the commits' order. Throws forge::ForgeError.
std::vector<HeldNotice> held_notices(const Side& side, forge::Forge& forge,
                                     const std::vector<git::Oid>& commits);

/// Those lines of a notice that are of the form "- What to do: ...": the part after the colon; empty for
/// none.
std::string part_of(const std::string& body, const std::string& title);

}  // namespace sluice::queue
