#pragma once
// A merge on the forge's own side, by git in the bare repository: no work tree, no hook, no configuration but
// the repository's.

#include <string>

#include "host/forge/local/repository.hpp"

namespace sluice::forge::local {

struct MergeOrder {
  std::string base_branch, base_sha, head_sha;
  std::string message, author;
  Time at = 0;
};

/// Whether git merges the two by itself, by the rules of the bare repository; writes nothing there.
bool merges_cleanly(const Repository& repository, const std::string& base_sha, const std::string& head_sha);

/// Makes the merge commit (parents base, head) and moves the branch to it where it still stands at base_sha.
/// Answers the commit. Throws ForgeError: stale for a conflict, naming its paths, and for a branch that
/// moved.
std::string merge_into(const Repository& repository, const MergeOrder& order);

}  // namespace sluice::forge::local
