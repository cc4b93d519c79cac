#pragma once
// What a local queue holds that nobody else has yet, laid on top of the remote's queue: in memory, and by
// what commits are, never by what a clone remembers of its past.

#include <optional>
#include <string>
#include <vector>

#include "host/git/knots.hpp"
#include "host/git/owed.hpp"
#include "host/queue/side.hpp"

namespace sluice::queue {

/// A commit that comes along: as it was where made equals id.
struct Carried {
  git::Oid id, made;
};

/// A commit that does not, and why nothing is lost by it.
struct Dropped {
  git::Oid id;
  git::Shed verdict;
  std::optional<git::Oid> by;  ///< Where its change stands.
  std::string why;
};

struct Conflict {
  git::Oid commit, onto;
  std::vector<std::string> paths;  ///< Raw bytes.
};

struct Plan {
  git::Oid target;  ///< Where the branch goes: nowhere, while something keeps it.
  std::vector<Carried> carried;
  std::vector<Dropped> dropped;
  std::vector<git::Oid> owed;  ///< All that would have to be carried, oldest first.
  std::optional<git::Knot> knot;
  std::optional<Conflict> conflict;

  bool stopped() const { return knot || conflict; }
};

/// What source has and neither the base nor the other heads do, in a row on top of the base, each copy naming
/// its original; up to the first that conflicts. What comes to nothing there is dropped. What a merge holds
/// beyond git's own merge of its parents becomes a commit of its own that names it; a merge of parents that
/// git cannot merge by itself conflicts.
Plan in_a_row(const effects::GitCore& git, const git::Oid& source, const git::Oid& base,
              const std::vector<git::Oid>& others);

/// What local has and neither the remote's queue nor any other branch of its does, on top of that queue;
/// local itself where it only continues it, or there is none. `others` are the heads of the remote's other
/// branches.
Plan plan_push(const effects::GitCore& git, const git::Oid& local, const std::optional<git::Oid>& remote,
               const std::vector<git::Oid>& others);

/// "copied", "equal", "empty", "merge".
std::string_view name(git::Shed verdict);

}  // namespace sluice::queue
