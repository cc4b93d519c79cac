#pragma once
// The objects that one question to git is made of: trees of just the paths at hand, their blobs, and commits
// over them.

#include <filesystem>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "host/git/object_store.hpp"
#include "host/git/tree.hpp"

namespace sluice::git {

class MergeQuestion {
 public:
  explicit MergeQuestion(ObjectStore& store) : store_(store) {}

  struct Leaf {
    std::string_view path;
    Entry entry;
  };

  /// The tree of these files, none of which stands in another's place.
  Oid tree(std::vector<Leaf> leaves);
  Oid commit(const Oid& tree, const Oid* parent, std::string_view subject);
  bool holds(const Oid& id) const { return objects_.contains(id); }
  /// Writes all of it as a pack into an object folder.
  void pack(const std::filesystem::path& objects) const;

 private:
  Oid folder(const std::vector<Leaf>& leaves, std::size_t from, std::size_t to, std::size_t depth);
  void copy(const Oid& blob);
  Oid add(Kind kind, std::string data);

  ObjectStore& store_;
  std::unordered_map<Oid, ObjectRef> objects_;
};

}  // namespace sluice::git
