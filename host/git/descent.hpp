#pragma once
// The three-way merge of trees that enters only folders in which the picked commit changed something, and the
// guard that leaves to git whatever git could see and this cannot.
//
// Let through: a change of a file that is there in the target, of the same type; a new file where the target
// has nothing, in folders that are all still there; a deletion of a file that the target left alone, that
// empties no folder. A rename takes a deletion and an addition on one side. The target's own renames then
// never meet the commit: they take away a file that it changes or a folder that it adds to, and neither is
// let through. The commit's own renames come out as they look: what they move is as it was in the base, and
// no folder has moved, since none has vanished. All else, and trees that git of today would not write, is in
// doubt.

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
