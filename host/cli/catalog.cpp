#include "host/cli/catalog.hpp"

#include <algorithm>

#include "host/loader/catalog.hpp"
#include "host/loader/plugin.hpp"

namespace sluice::cli {

namespace fs = std::filesystem;

namespace {

pipeline::Catalog open_shipped(const fs::path& folder) {
  pipeline::Catalog catalog{.folder = folder, .plugins = {}};
  catalog.describe = [](const fs::path& library) { return loader::describe(library); };
  std::vector<fs::path> libraries;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".so") libraries.push_back(entry.path());
  }
  std::ranges::sort(libraries);
  for (const auto& library : libraries) {
    try {
      catalog.plugins.push_back(loader::open_plugin(library).manifest);
      catalog.plugins.back().library = library;
      catalog.plugins.back().shipped = true;
    } catch (const loader::LoadError& error) {
      catalog.refused.push_back({library, error.what()});
    }
  }
  return catalog;
}

}  // namespace

pipeline::Catalog plugins_to_run(const std::optional<fs::path>& folder) {
  const fs::path shipped = loader::shipped_plugins();
  std::error_code ignored;
  if (!folder || fs::equivalent(*folder, shipped, ignored)) {
    if (fs::is_directory(shipped)) return open_shipped(shipped);
  }
  return loader::scan(folder.value_or(shipped));
}

}  // namespace sluice::cli
