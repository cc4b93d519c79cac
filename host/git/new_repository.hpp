#pragma once
// A repository of ours, made without git's own process: nobody's configuration, no hook, no remote.

#include <filesystem>
#include <string_view>
#include <vector>

namespace sluice::git {

/// Every setting of a user that could change a result, pinned; whether it is bare is the caller's to add.
std::string_view pinned_config();

/// Makes the folder what `git init` makes of it, with that configuration, HEAD on the branch "work" and those
/// object folders to borrow from. Throws GitError naming the file that cannot be written.
void make_repository(const std::filesystem::path& folder, std::string_view config,
                     const std::vector<std::filesystem::path>& alternates);

}  // namespace sluice::git
