#pragma once
// The line by which a repair says what it repairs, and what it was made with.

#include <optional>
#include <string>
#include <vector>

#include "sluice/git.hpp"

namespace sluice::repair {

/// "Repairs: <main's head> against:<basis>", without a line feed.
std::string trailer(const Sha& main, const std::string& basis);

/// How many of the commits, main's head first and down its first parents, are repairs made with this basis,
/// before the first that is none.
std::int64_t stacked(const std::vector<CommitInfo>& top, const std::string& basis);

/// What is wrong with `made` (main..head, oldest first) as a repair of main: it is one commit on top of it,
/// with that trailer as a line of its own and no other word for machines. For people.
std::optional<std::string> objection(const std::vector<CommitInfo>& made, const Sha& main,
                                     const std::string& basis);

}  // namespace sluice::repair
