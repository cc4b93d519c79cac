#pragma once
// What differs between two trees, leaf by leaf, without renames. Equal folders are never read.

#include <string>
#include <string_view>
#include <vector>

#include "host/git/object_store.hpp"
#include "host/git/tree.hpp"

namespace sluice::git {

/// One path on which two trees differ. An entry of mode 0 is not there.
struct Change {
  std::string path;  ///< Raw bytes.
  Entry before, after;
};

/// Sorted by the bytes of their paths. A file in a folder's place is a change of the file and of each file
/// below.
std::vector<Change> tree_delta(ObjectStore& store, const Oid& before, const Oid& after);

inline const Oid kEmptyTree = Oid::from_hex("4b825dc642cb6eb9a060e54bf8d69288fbee4904");

}  // namespace sluice::git
