#pragma once
// Picks that git decides on the whole, in the scratch repository.

#include "host/git/attributes.hpp"
#include "host/git/merge_tree.hpp"

namespace sluice::git {

class WholeMerger {
 public:
  WholeMerger(const Scratch& scratch, ObjectStore& store);

  /// Three trees, through two commits for git's eyes only whose one common parent holds the base. Flushes the
  /// store.
  GitMerge merge_trees(const Oid& base_tree, const Oid& our_tree, const Oid& their_tree);
  /// Two real commits with their real histories. Flushes the store.
  GitMerge merge_commits(const Oid& ours, const Oid& theirs, const Oid& our_tree);

 private:
  /// What is left where git crashes on the merge: no verdict is a conflict, of all that was to be brought in.
  GitMerge unmerged(const Oid& our_tree, const Oid& from, const Oid& to);

  const Scratch& scratch_;
  ObjectStore& store_;
  MergeRoom room_;
  AttributeTree attributes_;
};

}  // namespace sluice::git
