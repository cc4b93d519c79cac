#pragma once
// `host --list-stages`: what the plugins of a folder offer, and why a library is no plugin.

#include <filesystem>
#include <iosfwd>
#include <optional>

#include "host/cli/command.hpp"

namespace sluice::cli {

struct ListOptions {
  std::optional<std::filesystem::path> plugins;  ///< The folder; default: the one beside the host.
  bool json = false;
};

/// Answers the exit code: 2 when the folder cannot be read. A library that is no plugin is listed, and is no
/// error.
int list_stages(const ListOptions& options, std::ostream& out, std::ostream& err);

/// The options of the root that list the stages.
void add_list_stages(Verb& root);

}  // namespace sluice::cli
