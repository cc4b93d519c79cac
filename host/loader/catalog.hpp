#pragma once
// The plugins of a folder, each described in a child: a library that crashes, hangs or exits costs one line.

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/loader/manifest.hpp"

namespace sluice::loader {

struct Described {
  std::filesystem::path path;
  std::uint64_t minor = 0;           ///< Of the contract that it was built for.
  std::optional<Manifest> manifest;  ///< Nothing for a library that is no plugin.
  std::string refusal;               ///< Then why, in one sentence.
};

struct Catalog {
  std::filesystem::path folder;
  std::vector<Described>
      libraries;  ///< By file name. Ids of stages are those of plugins that were described.

  /// The plugin of that name (its manifest's word), or nothing.
  const Described* plugin(std::string_view name) const;
  /// The plugin that offers the stage, or nothing.
  const Described* stage(std::string_view id) const;
};

/// Every regular file *.so of the folder. Throws LoadError when the folder cannot be read. A second plugin of
/// one name, and a stage that another offers already, are refused by name.
Catalog scan(const std::filesystem::path& folder);

/// One library, in a child of this host's binary.
Described describe(const std::filesystem::path& path,
                   std::chrono::milliseconds limit = std::chrono::seconds(5));

/// The folder beside the running host: bin/../plugins.
std::filesystem::path shipped_plugins();

}  // namespace sluice::loader
