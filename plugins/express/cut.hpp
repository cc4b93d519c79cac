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

/// Claims in queue order. A pick that cannot apply is the whole dependency rule: nothing else is asked.
Cut cut_onto(const Sha& main, const std::vector<Owed>& claims, const Pick& pick);

}  // namespace sluice::express
