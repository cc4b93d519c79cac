#pragma once
// Commits made of a tree that somebody resolved: the message and the author are the original's or ours, never
// those that an agent wrote, and the tree is held to git's own merge.

#include <optional>
#include <string>

#include "host/engine/methods.hpp"

namespace sluice::engine {

struct Resolved {
  std::optional<git::Oid> made;
  std::string fault;  ///< Why none was made, for people.
};

/// A copy of the commit on top of `onto` with that tree, which may differ from git's own pick at the paths
/// where that conflicts and nowhere else.
Resolved resolved_pick(Workbench& bench, const git::Oid& commit, const git::Oid& onto, const git::Oid& tree);

/// Likewise the merge of main into a candidate.
Resolved resolved_fold(Workbench& bench, const git::Oid& candidate, const git::Oid& main,
                       const git::Oid& tree);

/// A commit by the pass's own identity, or with the author and the date of another commit.
git::Oid own_commit(Workbench& bench, const git::Oid& tree, const std::vector<git::Oid>& parents,
                    const std::string& message, const std::optional<git::Oid>& author_of = {});

/// What a fold of main says.
std::string fold_message(Workbench& bench);

}  // namespace sluice::engine
