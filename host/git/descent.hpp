#pragma once
// The three-way merge of trees that enters only folders in which the picked commit changed something, and the
// guard that leaves to git whatever git could see and this cannot: renames, folders that moved, files in a
// folder's place.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "host/git/object_store.hpp"
#include "host/git/tree.hpp"

namespace sluice::git {

/// A file that both sides changed.
struct ContentMerge {
  std::string path;  ///< Raw bytes.
  Entry base, ours, theirs;
};

using Settled = std::map<std::string, Entry>;  ///< Path to what its contents merged to.

struct Descent {
  std::string_view doubt;              ///< Why git has to decide on the whole; empty when it need not.
  std::vector<ContentMerge> contents;  ///< What has to be merged first, and is not among the settled.
  Oid tree;                            ///< The merged tree, put into the store, where both are empty.
};

/// Nothing is put into the store unless the descent comes to a tree.
Descent descend(ObjectStore& store, const Oid& base, const Oid& ours, const Oid& theirs,
                const Settled& settled);

}  // namespace sluice::git
