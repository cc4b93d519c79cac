#pragma once
// What a session's commits may be and say.

#include <optional>
#include <string>
#include <vector>

#include "open_set.hpp"

namespace sluice::drain {

/// Why the commits, oldest first, may not go out; nullopt: they may. They stand in a row on top of the base,
/// one parent each, each changes something, none claims the lane, a repair or to be a copy, one of them
/// answers something, and all that they answer is open.
std::optional<std::string> objection(const CommitInfo& base, const std::vector<CommitInfo>& commits,
                                     const OpenSet& open);

/// What of the open set neither a commit nor a verdict answers, for a sentence: "comment 12", "review 7".
std::vector<std::string> unanswered(const OpenSet& open, const std::vector<CommitInfo>& commits,
                                    const std::vector<std::int64_t>& rejected);

}  // namespace sluice::drain
