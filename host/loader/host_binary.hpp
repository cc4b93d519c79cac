#pragma once
// The program that runs a plugin in a process of its own: this very one, unless another is named.

#include <filesystem>

namespace sluice::loader {

std::filesystem::path host_binary();

/// For a program that links the host's core and is not the host (a test): names the host that it is to start.
/// Before any other thread.
void use_host_binary(std::filesystem::path path);

/// The hidden verb: `host --run-plugin PATH`, with the conversation on standard input.
inline constexpr const char* run_plugin_verb = "--run-plugin";

}  // namespace sluice::loader
