#pragma once
// SLUICE_PLUGIN(manifest, factory): the entry symbol and the trampolines, through which no exception passes.

#include <memory>
#include <string>

#include "sluice/abi.h"
#include "sluice/stage.hpp"

namespace sluice {

/// Answers a new stage for an id of the manifest, or null for another; it may throw.
using StageFactory = std::unique_ptr<Stage> (*)(const std::string& stage);

/// The table behind the entry symbol, static as both pointers must be; one plugin for each library.
const sluice_plugin* plugin_table(const char* manifest, StageFactory factory, std::uint64_t host_minor);

}  // namespace sluice

#define SLUICE_PLUGIN(manifest, factory)                                       \
  extern "C" const sluice_plugin* sluice_plugin_v1(std::uint64_t host_minor) { \
    return ::sluice::plugin_table(manifest, factory, host_minor);              \
  }
