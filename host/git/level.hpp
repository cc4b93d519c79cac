#pragma once
// What differs between two folders themselves, without a look into those below.

#include <string_view>
#include <vector>

#include "host/git/tree.hpp"

namespace sluice::git {

/// One name on which two trees differ. A file and a folder of one name are two; an entry of mode 0 is not
/// there.
struct LevelChange {
  std::string_view name;  ///< Into the tree's bytes.
  bool is_tree = false;
  Entry before, after;
};

/// In the trees' own order. The bytes must outlive the answer.
std::vector<LevelChange> level_changes(std::string_view before, std::string_view after);

}  // namespace sluice::git
