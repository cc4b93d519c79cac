#pragma once
// What a hand may put into a pick or a merge: an answer at the paths on which git's own merge conflicts, and
// nothing else. Whoever made the commit, what git merges by itself stands in it as git merges it.

#include <optional>
#include <string>

#include "host/git/history.hpp"
#include "host/git/pick.hpp"

namespace sluice::git {

/// What a tree that stands for that merge of two trees has wrong: a path in which it differs from git's own
/// result and which is none of the conflicted ones, as "it changes a/b.txt, which git merges by itself".
/// nullopt for a faithful one. A name under which git sets a file aside ("b~SIDE") stands for its path; a
/// file kept where a folder claims its name, or left where its side has it, is an answer like any other.
std::optional<std::string> unfaithful(ObjectStore& store, const TreeMerge& automatic, const Oid& ours,
                                      const Oid& theirs, const Oid& tree);

/// The first conflicted path at which the tree still holds a line with which git opens a conflict, more of
/// them than either side had of its own; nullopt where everything was settled.
std::optional<std::string> unsettled(ObjectStore& store, const TreeMerge& automatic, const Oid& ours,
                                     const Oid& theirs, const Oid& tree);

/// Both, of a commit of this tree on top of `onto` that copies the original: held to git's pick, and, where
/// that conflicts, it may also be empty, which is onto's tree. Of a merge the original is what it holds
/// beyond git's own merge of its parents. Throws MissingObject.
std::optional<std::string> unfaithful_copy(ObjectStore& store, History& history, Picker& picker,
                                           const Oid& original, const Oid& onto, const Oid& tree);

/// Both, of a merge commit's tree, held to git's merge of the two histories.
std::optional<std::string> unfaithful_fold(ObjectStore& store, History& history, Picker& picker,
                                           const Oid& ours, const Oid& theirs, const Oid& tree);

}  // namespace sluice::git
