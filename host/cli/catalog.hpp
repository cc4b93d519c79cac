#pragma once
// The plugins at hand for a run, as its pipeline is checked against them.

#include <filesystem>
#include <optional>

#include "host/pipeline/catalog.hpp"

namespace sluice::cli {

/// The folder's plugins, or the shipped ones. The shipped are opened in this process, since they are about to
/// run in it; any others are described in children of their own. Throws loader::LoadError when the folder
/// cannot be read.
pipeline::Catalog plugins_to_run(const std::optional<std::filesystem::path>& folder);

}  // namespace sluice::cli
