#pragma once
// The user's clone as the scratch repository needs it: where its folders are, and whether it can be used at
// all.

#include <filesystem>
#include <string>
#include <vector>

namespace sluice::git {

struct CloneFolders {
  std::filesystem::path root;  ///< Of its work tree; its git folder when bare.
  std::filesystem::path git;   ///< .git, or that of this linked work tree.
  std::filesystem::path
      common;  ///< Where objects, refs and config live: git, unless it is a linked work tree.
};

/// The repository that holds `start`, looked for upwards as git does. Throws GitError when there is none.
CloneFolders find_clone(const std::filesystem::path& start);

/// Throws GitError for a clone whose history or objects are not all here, or not in a form that is read:
/// shallow, partial, sha256, reftable, each by name with what to do.
void require_usable(const CloneFolders& clone);

/// Every object folder of the clone, its own first, then those it borrows from, absolute. Throws GitError for
/// a folder that an alternates file cannot name.
std::vector<std::filesystem::path> object_folders(const CloneFolders& clone);

}  // namespace sluice::git
