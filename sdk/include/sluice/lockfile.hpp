#pragma once
// The `lockfile` key of a stage's table, as the stages that make commits take it.

#include <optional>

#include "sluice/git.hpp"

namespace sluice {

/// The manifest's one sentence for the key.
inline constexpr const char* kLockfileSummary =
    "A file that is never merged but made anew by a command: { path, command = [argument vector], seconds = "
    "600 }.";

/// nullopt where the stage's table has none; throws RedError naming the key that is wrong and what it takes.
std::optional<Lockfile> lockfile_of(const Json& config);

}  // namespace sluice
