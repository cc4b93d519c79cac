#pragma once
// What somebody resolved, held to git's own merge: a resolution settles where git could not, and is no
// occasion to change anything else.

#include <optional>
#include <string>

#include "host/git/pick.hpp"

namespace sluice::git {

/// What a tree that stands for that merge has wrong: a path in which it differs from git's own result and
/// that is none of the conflicted ones. nullopt for a faithful one. Where two entries want one name, git
/// gives one of them the name with "~SIDE" behind it: both stand for the conflicted path.
std::optional<std::string> unfaithful(ObjectStore& store, const TreeMerge& automatic, const Oid& tree);

/// The first conflicted path at which the tree still holds a line with which git opens a conflict, more of
/// them than either side had of its own; nullopt where everything was settled.
std::optional<std::string> unsettled(ObjectStore& store, const TreeMerge& automatic, const Oid& ours,
                                     const Oid& theirs, const Oid& tree);

}  // namespace sluice::git
