#pragma once
// Commits that stand for one that was cut into parts: nothing in them names it, so its tree has to.

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "host/git/history.hpp"
#include "host/git/pick.hpp"

namespace sluice::git {

/// What keeps a row of commits, from `base` to `whole`, from being that change in parts: one that changes a
/// path which the whole leaves alone, or that claims the lane and has a path otherwise than the whole has it.
/// A row may come to the right tree and have carried something else past the reviewers on its way.
std::optional<std::string> stray_part(ObjectStore& store, History& history, const Oid& base_tree,
                                      const Oid& whole_tree, const std::vector<Oid>& parts);

/// Rows of commits, each on top of the one before it, that may be such parts.
class PartRows {
 public:
  /// Of `range`, oldest first: all but merges, copies (a copy stands for what it names) and those in
  /// `not_these`. Borrows the store, the history and the picker.
  PartRows(ObjectStore& store, History& history, Picker& picker, const std::vector<Oid>& range,
           const std::unordered_set<Oid>& not_these);

  /// The first row of commits that stands for the original: where git's own pick of it onto the parent of the
  /// row's first is clean and changes something, the row ends at its very tree and holds no stray part. Its
  /// commits are taken: they stand for nothing else. Empty where there is none, or where a copy names it.
  std::vector<Oid> take(const Oid& original);

 private:
  using Row = std::vector<Oid>;

  std::vector<Oid> take_from(Row& row, const Oid& original);

  ObjectStore& store_;
  History& history_;
  Picker& picker_;
  std::vector<Row> rows_;
  std::unordered_set<Oid> copied_;  ///< What the range's copies name.
};

}  // namespace sluice::git
