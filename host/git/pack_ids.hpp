#pragma once
// The ids that a pack's index lists.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

#include "host/git/oid.hpp"

namespace sluice::git {

/// nullopt where there are more than at_most, or the file is no index of version 2: then the pack has to be
/// asked.
std::optional<std::vector<Oid>> pack_ids(const std::filesystem::path& index, std::size_t at_most);

}  // namespace sluice::git
