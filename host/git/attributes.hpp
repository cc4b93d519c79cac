#pragma once
// The work tree that git sees while it merges: the target tree's .gitattributes files and nothing else, since
// attributes decide merges (merge=union, binary).

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "host/git/object_store.hpp"

namespace sluice::git {

/// Folder to the attribute file there, zero where there is none.
using AttributeFiles = std::map<std::string, Oid>;

/// The files of a tree that have a say in a path: those of the folders above it.
AttributeFiles attributes_above(ObjectStore& store, const Oid& tree, std::string_view path);

class AttributeTree {
 public:
  /// Makes the folder. Only files whose contents change are written; the folder is ours alone.
  AttributeTree(ObjectStore& store, std::filesystem::path folder);

  /// All of a tree's attribute files.
  void lay_out(const Oid& tree);
  /// These; in other folders there may still be another tree's.
  void lay_out(const AttributeFiles& files);

  const std::filesystem::path& folder() const { return folder_; }

 private:
  using Below = std::vector<std::pair<std::string, Oid>>;  // Folder, relative, and the blob there.

  std::shared_ptr<const Below> below(const Oid& tree, int depth);
  void place(const std::string& folder, const Oid& blob);
  void clear(const std::string& folder);

  ObjectStore& store_;
  std::filesystem::path folder_;
  std::map<std::string, Oid> laid_out_;  // Folder to blob.
  std::unordered_map<Oid, std::shared_ptr<const Below>> known_;
};

}  // namespace sluice::git
