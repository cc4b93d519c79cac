#pragma once
// What a plugin says of itself: its manifest text (schema/manifest.schema.json), read and checked.

#include <stdexcept>
#include <string_view>

#include "host/pipeline/catalog.hpp"

namespace sluice::loader {

struct ManifestError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The description that the text gives; where the library lies is not in it. Throws ManifestError with one
/// sentence that names every fault: its shape, an effect that this host does not know, an id that stands
/// twice, a default of another type than its key's.
pipeline::PluginDescription parse_manifest(std::string_view text);

/// The manifest document of a description, without what only the host knows (its library).
Json manifest_document(const pipeline::PluginDescription& description);

std::string_view word(pipeline::ConfigKey::Type type);  ///< As a manifest has it: "string", "commands" ...

}  // namespace sluice::loader
