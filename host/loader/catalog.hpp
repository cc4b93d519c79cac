#pragma once
// The plugins of a folder, described in a child: a library that crashes, hangs or exits costs one line.

#include <chrono>
#include <filesystem>
#include <string>
#include <variant>

#include "host/pipeline/catalog.hpp"

namespace sluice::loader {

/// Every file *.so of the folder, by name, and a `describe` for those that a pipeline names by path. A second
/// plugin of one name is refused, and so is one with a stage that another offers already. Throws LoadError
/// when the folder cannot be read.
pipeline::Catalog scan(const std::filesystem::path& folder);

/// One library: what it says of itself, or the sentence that says why it is no plugin.
std::variant<pipeline::PluginDescription, std::string> describe(
    const std::filesystem::path& library, std::chrono::milliseconds limit = std::chrono::seconds(5));

/// The folder beside the running host: bin/../plugins.
std::filesystem::path shipped_plugins();

}  // namespace sluice::loader
