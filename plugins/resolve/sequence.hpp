#pragma once
// Whether the commits that a session made are the sequence that it was to finish.

#include <optional>
#include <string>
#include <vector>

#include "sluice/git.hpp"

namespace sluice::resolve {

/// What is wrong with `made` (oldest first) as the picks of `wanted`, one for each and in their order, on top
/// of `from`: one that was skipped, dropped, added, amended, or names another commit.
std::optional<std::string> broken(const std::vector<CommitInfo>& made, const Sha& from,
                                  const std::vector<Sha>& wanted);

}  // namespace sluice::resolve
