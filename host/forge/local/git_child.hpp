#pragma once
// git as a child in the forge's repository: nobody's configuration but the repository's, no hook, no replaced
// object.

#include <filesystem>
#include <string>
#include <vector>

#include "host/process/child.hpp"

namespace sluice::forge::local {

process::Result git_in(const std::filesystem::path& repository, const std::vector<std::string>& arguments,
                       const process::Environment& more = {}, std::string input = {});

}  // namespace sluice::forge::local
