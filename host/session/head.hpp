#pragma once
// What a repository's files say without asking git, which would do as the repository's own settings tell it.

#include <filesystem>
#include <optional>
#include <string>

#include "host/git/oid.hpp"

namespace sluice::session {

/// The commit that HEAD names, itself or through one branch, loose or packed; nullopt where it names none.
std::optional<git::Oid> read_head(const std::filesystem::path& git_folder);

/// The operation that is open there, by git's name for it ("cherry-pick", "merge", "revert", "rebase", "am",
/// "bisect"); empty for none.
std::string open_operation(const std::filesystem::path& git_folder);

}  // namespace sluice::session
