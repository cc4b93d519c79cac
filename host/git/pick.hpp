#pragma once
// Picks in memory: a three-way merge that descends only where the commit changed something, and the same
// answer as git, always: git itself decides whatever merge-ort could see that the descent cannot, and every
// content merge.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/git/commit.hpp"
#include "host/git/object_store.hpp"

namespace sluice::git {

enum class Decided : std::uint8_t {
  descent,
  content,
  merge
};  ///< By us, git on the contents, git on the whole.

struct TreeMerge {
  bool clean = false;
  Oid tree;                        ///< The merged tree; with conflict markers in it when it is not clean.
  std::vector<std::string> paths;  ///< Conflicted paths, raw bytes, sorted.
  Decided decided = Decided::descent;
};

enum class PickVerdict : std::uint8_t { applied, empty, conflict };

struct Pick {
  PickVerdict verdict = PickVerdict::conflict;
  Oid commit;               ///< What was picked.
  std::optional<Oid> made;  ///< The new commit: applied, or empty and kept.
  TreeMerge merge;
};

struct PickOptions {
  bool copy_line = true;    ///< Append "(cherry picked from commit ...)" where git would.
  bool keep_empty = false;  ///< A pick that changes nothing makes a commit too.
};

/// Borrows the scratch repository and the store, into which what it makes is put. One thread at a time.
/// Throws GitError where an object is not there or git gives no verdict; a conflict is an answer.
class Picker {
 public:
  Picker(const Scratch& scratch, ObjectStore& store, Identity committer);
  ~Picker();

  /// Where git is asked.
  const Scratch& scratch() const;

  /// The tree-level merge of a pick: base is the picked commit's parent tree (empty for a root). The two
  /// commits are what git is shown when it has to decide, so that attributes and labels are right.
  TreeMerge merge(const Oid& base_tree, const Oid& our_tree, const Oid& their_tree);

  /// The picks that are likely to follow each other, in order: so that git can be asked about the contents of
  /// many at once. Changes no answer, only how long it takes.
  void expect(std::vector<Oid> commits);

  /// As `git cherry-pick -x commit` at onto. Throws GitError for a merge commit: it says so.
  Pick pick(const Oid& commit, const Oid& onto, const PickOptions& options = {});

  /// As `git merge --no-ff theirs` at ours, both sides' real histories and merge bases: a commit with parents
  /// (ours, theirs), or the conflicted paths. Equal trees are a merge too; nullopt when theirs is an
  /// ancestor.
  struct Fold {
    std::optional<Oid> made;
    TreeMerge merge;
  };
  std::optional<Fold> fold(const Oid& ours, const Oid& theirs, std::string_view message);

  /// A commit like `commit` (author, date, message bytes, encoding) with another tree and parents.
  Oid recommit(const Commit& commit, const Oid& tree, const std::vector<Oid>& parents, bool copy_line);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sluice::git
