#pragma once
// The file cap, counted on the tree that would be pushed.

#include <cstdint>
#include <vector>

#include "host/git/history.hpp"

namespace sluice::git {

struct FileCount {
  std::int64_t files = 0;
  bool renames = false;  ///< git counted with renames; else the plain count, an upper bound.
};

/// The files of the pull request head..., on its own side of main (main...head): plain by our own descent,
/// and by `git diff-tree -M50% -l0` when the plain count is over at_most. Flushes the store before it asks
/// git.
FileCount count_files(const Scratch& scratch, ObjectStore& store, History& history, const Oid& main,
                      const Oid& head, std::int64_t at_most);

/// The files that one commit changes against its first parent, renames counted once.
FileCount count_own_files(const Scratch& scratch, ObjectStore& store, History& history, const Oid& commit,
                          std::int64_t at_most);

/// Paths on which two trees differ, raw bytes, sorted.
std::vector<std::string> changed_paths(ObjectStore& store, const Oid& tree, const Oid& other_tree);

}  // namespace sluice::git
