#pragma once
// `git merge-tree --write-tree`, asked over two commits.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "host/git/object_store.hpp"

namespace sluice::git {

/// Where git is asked: a git folder, and the work tree in which it reads attributes.
struct MergeRoom {
  std::filesystem::path git_folder;
  std::filesystem::path work_tree;
};

struct GitMerge {
  bool clean = false;
  bool crashed = false;            ///< merge-ort has assertions that odd trees break; then there is no tree.
  Oid tree;                        ///< With conflict markers in it when it is not clean.
  std::vector<std::string> paths;  ///< Conflicted, raw bytes, sorted, each once.
};

/// Throws GitError with git's own words when it gives no verdict.
GitMerge ask_merge_tree(const MergeRoom& room, const Oid& ours, const Oid& theirs);

/// What `merge-tree --write-tree -z --name-only --no-messages` printed. Exit code 1 alone says little: git
/// also exits with it when it finds an object missing.
GitMerge read_merge_tree(int exit_code, std::string_view output, std::string_view error);

/// A commit for git's eyes only.
std::string synthetic_commit(const Oid& tree, const Oid* parent, std::string_view subject);

}  // namespace sluice::git
