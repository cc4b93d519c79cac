#pragma once
// Questions about the commit graph, answered from memory once read.

#include <memory>
#include <optional>
#include <vector>

#include "host/git/commit.hpp"

namespace sluice::git {

/// Borrows the store; what it answers by reference lives as long as it does. One thread at a time. Throws
/// MissingObject, and GitError for what is no commit.
class History {
 public:
  explicit History(ObjectStore& store);
  ~History();

  const Commit& commit(const Oid& id);                        ///< Parsed once, kept.
  bool is_ancestor(const Oid& ancestor, const Oid& of);       ///< Or the commit itself.
  std::optional<Oid> merge_base(const Oid& a, const Oid& b);  ///< git's first of all the best ones.
  /// Commits that head reaches and none of `without` does, oldest first (topological, as rev-list --reverse
  /// --topo-order has them), merges included.
  std::vector<Oid> range(const std::vector<Oid>& without, const Oid& head);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sluice::git
