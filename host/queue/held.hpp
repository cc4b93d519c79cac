#pragma once
// host queue held: a commit that no window can carry, freed by hand. It is laid out in the clone on a
// detached HEAD, with git's own commands to go on: the queue's branch, here and at the remote, moves once
// what was made is proved, in one push under a lease; until then everything can be put back.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/queue/laid_out.hpp"
#include "host/queue/plan.hpp"
#include "host/queue/side.hpp"

namespace sluice::queue {

struct Freed {
  enum class Kind : std::uint8_t {
    laid_out,  ///< It is a person's turn, in the work tree.
    pushed,    ///< The remote's queue is what was made, and the local branch is there, too.
    nothing,   ///< The queue stands where it would be put.
    put_back   ///< As it was before.
  } kind = Kind::nothing;
  std::optional<LaidOut> laid_out;
  std::string base_branch;         ///< rebase: its name.
  std::vector<std::string> paths;  ///< Conflicted, raw bytes.
  Plan plan;                       ///< pushed: what came behind what was made.
  std::optional<git::Oid> head;    ///< pushed: of the queue; put_back: what HEAD was.
};

/// The queue's own commits on the fixes while they owe develop something, else on develop: pushed at once
/// where none conflicts, else laid out as git's own cherry-pick at the first that does. Throws Refusal.
Freed rebase(Side& side);

/// The commit's parent checked out, with what it changes not staged. Throws Refusal.
Freed split(Side& side, const git::Oid& commit);

/// What was made takes the queue's place, with all that the remote's queue holds behind it. `cap` is what a
/// part may change at most. Throws Refusal where it does not hold: nothing moved then, and it can be mended.
Freed go_on(Side& side, std::int64_t cap);

/// Back to the queue's branch; what was made stays where git's reflog has it. Throws Refusal.
Freed put_back(Side& side);

}  // namespace sluice::queue
