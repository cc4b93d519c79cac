#pragma once
// What the plugins at hand offer, as a pipeline is checked against it. The loader fills this from manifests.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sluice/json.hpp"

namespace sluice::pipeline {

struct ConfigKey {
  /// A file is named in the TOML from the pipeline's folder; the document holds its text, "" where none is.
  /// Commands are a list of argument vectors, none of them empty.
  enum class Type : std::uint8_t { string, integer, boolean, strings, table, file, commands };
  std::string key;
  Type type = Type::string;
  std::optional<Json> fallback = {};         ///< The manifest's "default".
  std::optional<std::int64_t> minimum = {};  ///< Of an integer.
  std::string summary = {};
  std::vector<ConfigKey> keys =
      {};                 ///< Of a table: all that it takes. Without any, it takes whatever stands there.
  bool required = false;  ///< In such a table, unless the table is empty: stated, and not empty.
};

struct StageDescription {
  std::string id, summary = {};
  std::vector<std::string> effects = {};  ///< Kinds that it may append: "push.window".
  std::vector<std::string> writes = {};   ///< Branches by role: main, develop, queue, fixes.
  std::vector<std::string> roles = {};    ///< Roles that it may call.
  std::vector<std::string> agents = {};   ///< Steps whose agent program it may start: "drain".
  bool lane = false;                      ///< It serves the express lane.
  std::vector<ConfigKey> config = {};
};

/// A service that the plugin offers to other stages.
struct RoleDescription {
  std::string role, summary = {};
  std::vector<std::string> effects = {}, writes = {};
  std::vector<std::string> roles = {};   ///< Roles that it calls in turn.
  std::vector<std::string> agents = {};  ///< As a stage's.
  std::vector<ConfigKey> config = {};
};

struct PluginDescription {
  std::string plugin, version = {}, basis = {}, summary = {};
  std::filesystem::path library = {};  ///< Absolute.
  std::uint64_t abi_minor = 0;         ///< Of the contract that it was built for.
  bool shipped = false;                ///< It lies in the host's own plugin folder.
  std::vector<StageDescription> stages = {};
  std::vector<RoleDescription> roles = {};
};

/// A library in the folder that is no plugin of ours, and why.
struct NotAPlugin {
  std::filesystem::path library;
  std::string why;
};

struct Catalog {
  std::filesystem::path folder;
  std::vector<PluginDescription> plugins;
  std::vector<NotAPlugin> refused = {};
  /// Describes a library that a stage names by path (absolute): a description, or the sentence that says why
  /// not.
  std::function<std::variant<PluginDescription, std::string>(const std::filesystem::path&)> describe = {};
};

}  // namespace sluice::pipeline
