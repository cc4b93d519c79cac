#pragma once
// A file that a configured command makes anew from the others (a lockfile): never merged.

#include <optional>
#include <string>
#include <vector>

#include "host/git/object_store.hpp"
#include "host/git/scratch.hpp"

namespace sluice::session {

struct Rebuild {
  std::string path;                  ///< Raw bytes, from the root of the tree.
  std::vector<std::string> command;  ///< An argument vector, run in a work tree.
  std::int64_t seconds = 600;        ///< Its clock.
};

struct Rebuilt {
  std::optional<git::Oid> tree;  ///< The tree with the file made anew; nullopt when it could not be.
  std::string reason;            ///< Why not: the command's exit, its last lines, or what else it touched.
};

/// Lays the tree out in a work tree of the scratch repository without the file, runs the command there in a
/// minimal environment and its own process group, and takes that one path's new content. Anything else that
/// git would see changed is a refusal: such a command may write that path alone.
Rebuilt rebuild(const git::Scratch& scratch, git::ObjectStore& store, const git::Oid& tree,
                const Rebuild& how);

}  // namespace sluice::session
