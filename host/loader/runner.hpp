#pragma once
// The other end of a PluginProcess: what the hidden verb runs.

#include <filesystem>

namespace sluice::loader {

/// Serves the conversation on standard input until the host hangs up; does not return then. Started by hand
/// it says what it is and answers 2.
int run_plugin(const std::filesystem::path& plugin);

}  // namespace sluice::loader
