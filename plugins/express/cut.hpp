#pragma once
// What of the claimed commits applies on main: each on the head that the ones before it made, the rest left.

#include <functional>
#include <string>
#include <vector>

#include "sluice/git.hpp"

namespace sluice::express {

struct Taken {
  Sha commit, copy;
};

struct Left {
  Sha commit;
  PickResult::Verdict verdict;
  std::vector<std::string> paths;
  std::string why(const std::string& main) const;
};

struct Cut {
  Sha tip;  ///< main where nothing applies.
  std::vector<Taken> applied;
  std::vector<Left> left;
};

using Pick = std::function<PickResult(const Sha& commit, const Sha& onto)>;

/// Everything of the queue that main lacks, oldest first, the claims among it, and the tree of a commit.
struct Overtaken {
  std::vector<Owed> owed;
  std::function<Sha(const Sha& commit)> tree;
};

/// Claims in queue order. One that cannot apply is left, and so is one that would lose something by
/// overtaking what was committed before it: a removal of what main does not have yet picks cleanly and
/// removes nothing.
Cut cut_onto(const Sha& main, const std::vector<Owed>& claims, const Pick& pick, const Overtaken& overtaken);

}  // namespace sluice::express
