#pragma once
// A plugin opened in this process.

#include <filesystem>
#include <stdexcept>

#include "host/pipeline/catalog.hpp"
#include "sluice/abi.h"

namespace sluice::loader {

/// The table is the library's own and is valid until the process ends: a library is never unloaded.
struct Plugin {
  std::filesystem::path path;
  pipeline::PluginDescription manifest;
  const sluice_plugin* table = nullptr;
};

/// Why a library is no plugin that this host can use: one sentence that names both sides.
struct LoadError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Runs code of the library: only for what this process is to run itself. Throws LoadError.
Plugin open_plugin(const std::filesystem::path& path);

}  // namespace sluice::loader
