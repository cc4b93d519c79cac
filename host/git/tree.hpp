#pragma once
// Raw trees: read entry by entry, compared in git's order, spliced without being taken apart.

#include <cstdint>
#include <string>
#include <string_view>

#include "host/git/oid.hpp"

namespace sluice::git {

/// Folders in folders; beyond it git may run out of stack before we do.
constexpr int deepest_folder = 1000;

/// The id of the tree without entries, which every store has.
const Oid& empty_tree();

enum class EntryKind : std::uint8_t { regular, symlink, tree, gitlink };

/// What a tree says of one name.
struct Entry {
  std::uint32_t mode = 0;  ///< As git writes it: 0100644, 0100755, 0120000, 0040000, 0160000.
  Oid id;

  EntryKind kind() const;
  bool is_file() const { return mode != 0 && kind() == EntryKind::regular; }  ///< There, and a file.
  bool operator==(const Entry&) const = default;
};

/// An entry where it stands; views into the tree's bytes.
struct TreeEntry : Entry {
  std::string_view name;
  std::string_view raw;  ///< Mode, name and id.
  bool is_tree() const { return mode == 0040000; }
};

/// git's order: by bytes, a folder as if its name ended in a slash. Below, at or above zero.
int compare_names(std::string_view a, bool a_is_tree, std::string_view b, bool b_is_tree);

/// Goes through a tree's entries. Throws GitError where the bytes are no tree.
class TreeReader {
 public:
  /// data must outlive the reader.
  explicit TreeReader(std::string_view data) : data_(data) { parse(); }

  bool at_end() const { return entry_.raw.empty(); }
  const TreeEntry& entry() const { return entry_; }
  std::size_t position() const { return position_; }  ///< Of the entry, from the start of the tree.
  void advance();
  /// Up to the first entry that is not before this name.
  void seek(std::string_view name, bool is_tree);
  /// Whether every entry so far had a mode as git writes it today, and stood in git's order.
  bool regular() const { return regular_; }

 private:
  void parse();

  std::string_view data_;
  std::size_t position_ = 0;
  TreeEntry entry_;
  bool regular_ = true;
};

void append_entry(std::string& tree, std::string_view name, const Entry& entry);

/// A tree with some entries changed: whole runs of the old bytes are copied.
class TreeSplice {
 public:
  explicit TreeSplice(std::string_view data) : data_(data) {}

  /// Each at or behind the last one; entries are the reader's over the same bytes.
  void replace(const TreeEntry& old, const Entry& entry);
  void remove(const TreeEntry& old);
  void insert(std::size_t position, std::string_view name, const Entry& entry);

  bool changed() const { return changed_; }
  std::string take();  ///< The new tree's bytes; once.

 private:
  std::size_t position_of(const TreeEntry& entry) const {
    return static_cast<std::size_t>(entry.raw.data() - data_.data());
  }
  void copy_to(std::size_t position);

  std::string_view data_;
  std::size_t copied_ = 0;
  std::string result_;
  bool changed_ = false;
};

}  // namespace sluice::git
