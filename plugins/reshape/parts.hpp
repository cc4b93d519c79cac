#pragma once
// Whether a row of commits is one commit in smaller parts.

#include <optional>
#include <string>
#include <vector>

#include "sluice/git.hpp"

namespace sluice::reshape {

/// A part and how many files it changes.
struct Part {
  CommitInfo commit;
  std::int64_t files = 0;
};

/// What keeps the parts (oldest first, the first made on the original's parent) from standing for the
/// original: another tree at their end, a merge, a part over the cap that claims no lane, one that changes
/// nothing, a copy line, a repair's trailer, or answers that are not the original's. nullopt where nothing
/// does.
std::optional<std::string> fault_of(const CommitInfo& original, const std::vector<Part>& parts,
                                    std::int64_t cap);

}  // namespace sluice::reshape
