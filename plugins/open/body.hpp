#pragma once
// What the release's pull request says of itself.

#include <string>
#include <vector>

#include "sluice/git.hpp"

namespace sluice::open {

std::string title(const std::string& develop, const std::string& main);

/// One line for each commit, oldest first, none of it able to command a bot, close an issue or mention
/// anyone; cut to the forge's limit with a count of what was cut.
std::string body(const Sha& head, const std::vector<CommitInfo>& commits);

}  // namespace sluice::open
