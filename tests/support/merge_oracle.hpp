#pragma once
// What git itself says of many three-way merges of trees: `git merge-tree --stdin`, fed whole and run to its
// end.

#include <filesystem>
#include <vector>

#include "host/git/oid.hpp"
#include "support/random_history.hpp"

namespace sluice::test {

struct MergeQuestion {
  git::Oid base, ours, theirs;  ///< Trees that the repository has; base zero for none.
  FileTree attributes;          ///< The attribute files of ours.
};

struct MergeVerdict {
  bool clean = false;
  bool crashed = false;  ///< An assertion of git's own ended it: there is no verdict.
  git::Oid tree;
  std::vector<std::string> paths;  ///< Conflicted, sorted.
};

std::vector<MergeVerdict> ask_git(const std::filesystem::path& repository,
                                  const std::vector<MergeQuestion>& questions);

}  // namespace sluice::test
