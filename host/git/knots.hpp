#pragma once
// Merges that no row of commits can stand for. What a branch owes is carried commit by commit; that is the
// whole of it only where its merges decided nothing.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/git/history.hpp"
#include "host/git/pick.hpp"

namespace sluice::git {

/// The tree that git makes of a merge's parents by itself; nullopt where they conflict or share no history.
std::optional<Oid> automatic_merge(History& history, Picker& picker, const Commit& merge);

struct Knot {
  Oid merge;
  std::string why;  ///< What follows "the merge X": "is not git's own ...".
};

/// One thread. Each answer is kept: a pass asks again and again about the same branches.
class Knots {
 public:
  Knots(ObjectStore& store, History& history, Picker& picker)
      : store_(store), history_(history), picker_(picker) {}

  /// The oldest of head's own merges (those that no upstream reaches) that is not git's own merge of its
  /// parents; else the newest one, where head's commits one after the other come to another tree than head's.
  /// nullopt where its commits can be carried one by one.
  const std::optional<Knot>& find(std::vector<Oid> upstreams, const Oid& head);

 private:
  std::optional<Knot> look(const std::vector<Oid>& upstreams, const Oid& head);
  std::optional<Oid> start(const std::vector<Oid>& upstreams, const Oid& head);
  std::optional<Oid> in_a_row(const Oid& start, const std::vector<Oid>& commits);

  ObjectStore& store_;
  History& history_;
  Picker& picker_;
  std::map<std::pair<std::vector<Oid>, Oid>, std::optional<Knot>> known_;
};

}  // namespace sluice::git
