#pragma once
// What a plugin says of itself, read and checked (schema/manifest.schema.json).

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/json.hpp"

namespace sluice::loader {

struct ConfigKey {
  std::string key;
  std::string type;              ///< "string", "integer", "boolean", "strings" or "table".
  std::optional<Json> standard;  ///< Its default, of that type; a key without one must be set.
  std::string summary;
  std::optional<std::int64_t> minimum;
};

struct StageManifest {
  std::string id, summary;
  std::vector<std::string> effects;  ///< Kinds that it may append: "push.window".
  std::vector<std::string> writes;   ///< Branch roles that it may move: "develop".
  std::vector<std::string> roles;    ///< Roles that it may call.
  bool lane = false;                 ///< It serves the express lane.
  std::vector<ConfigKey> config;
};

struct RoleManifest {
  std::string role, summary;
  std::vector<std::string> effects, writes;
};

struct Manifest {
  std::string plugin, version;
  std::optional<std::string> basis;  ///< Digest of its sources, where it states one.
  std::string summary;
  std::vector<StageManifest> stages;
  std::vector<RoleManifest> roles;

  const StageManifest* stage(std::string_view id) const;
  const RoleManifest* role(std::string_view role) const;
};

struct ManifestError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws ManifestError with one sentence that names every fault: shape, unknown effects, ids that stand
/// twice, a default of another type than its key.
Manifest parse_manifest(std::string_view text);
Json to_json(const Manifest& manifest);

}  // namespace sluice::loader
