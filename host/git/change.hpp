#pragma once
// What one commit changes, in the forms in which two such changes are compared.

#include <unordered_map>
#include <vector>

#include "host/git/history.hpp"

namespace sluice::git {

/// Against the first parent, or nothing. Digests are equal where the things are.
struct CommitChange {
  Oid before, after;  ///< Trees.
  Oid exact;          ///< Paths, modes and blob ids.
  Oid places;         ///< Paths and modes.
};

class Changes {
 public:
  Changes(const Scratch& scratch, ObjectStore& store, History& history)
      : scratch_(scratch), store_(store), history_(history) {}

  const CommitChange& of(const Oid& commit);  ///< Read once, kept.
  /// All that two equal patches must agree on without a look at contents: a digest.
  const Oid& loose(const Oid& commit);
  /// Asks git for the patches of these commits, all at once, so that same_patch can answer of them.
  void read_patches(const std::vector<Oid>& commits);
  /// A digest of the patch, byte for byte but for where in the file it applies and what text files are called
  /// by: equal only where `git patch-id --verbatim` is. read_patches must have had it.
  const Oid& patch(const Oid& commit) const { return patches_.at(commit); }

 private:
  const Scratch& scratch_;
  ObjectStore& store_;
  History& history_;
  std::unordered_map<Oid, CommitChange> changes_;
  std::unordered_map<Oid, Oid> loose_, patches_;
};

}  // namespace sluice::git
