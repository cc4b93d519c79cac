#pragma once
// A repository of its own in which git merges contents: it holds the objects of one question alone, so that
// what a question costs depends on neither the size of the clone nor the number of its packs.

#include <optional>
#include <vector>

#include "host/git/attributes.hpp"
#include "host/git/descent.hpp"
#include "host/git/merge_tree.hpp"

namespace sluice::git {

struct MergedContent {
  Entry entry;
  bool conflict = false;  ///< Then the contents hold conflict markers.
  ObjectRef data;         ///< Null where the result is one of the sides.
};

class ContentRoom {
 public:
  ContentRoom(const Scratch& scratch, ObjectStore& store);

  /// All of these in one call to git, answered in their order; no path twice, none in another's place.
  /// nullopt: git crashed on them.
  std::optional<std::vector<MergedContent>> merge(const std::vector<ContentMerge>& contents,
                                                  const AttributeFiles& attributes);

 private:
  ObjectStore& store_;
  MergeRoom room_;
  AttributeTree attributes_;
};

}  // namespace sluice::git
