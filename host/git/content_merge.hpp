#pragma once
// Contents that both sides of a pick changed, merged by git: its histogram diff and attributes have no twin
// in a library.

#include <optional>
#include <string>
#include <vector>

#include "host/git/attributes.hpp"
#include "host/git/descent.hpp"
#include "host/git/merge_tree.hpp"

namespace sluice::git {

/// Asks git over trees of just the paths at hand, in a repository that holds those objects alone: what it
/// costs depends on neither the size of the clone nor the number of its packs.
class ContentMerger {
 public:
  ContentMerger(const Scratch& scratch, ObjectStore& store);

  struct Verdict {
    Settled settled;                     ///< For every path; with conflict markers for the conflicted ones.
    std::vector<std::string> conflicts;  ///< Raw bytes, sorted.
  };
  /// One call to git. Attributes are the target tree's. Merged contents are put into the store. nullopt: these have to
  /// be merged with their whole trees, being too large to be held at once, or having crashed git.
  std::optional<Verdict> merge(const Oid& our_tree, const std::vector<ContentMerge>& contents);

 private:
  bool can_hold(const std::vector<ContentMerge>& contents);

  ObjectStore& store_;
  MergeRoom room_;
  AttributeTree attributes_;
};

}  // namespace sluice::git
