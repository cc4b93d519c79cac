#include "host/loader/manifest.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "host/pipeline/agent_tables.hpp"
#include "host/pipeline/schema_validator.hpp"

namespace sluice::loader {

namespace {

using pipeline::ConfigKey;
using pipeline::PluginDescription;
using pipeline::RoleDescription;
using pipeline::StageDescription;

constexpr std::array<std::string_view, 7> type_words{"string", "integer", "boolean", "strings",
                                                     "table",  "file",    "commands"};

using Words = std::vector<std::string>;

std::string joined(const Words& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

/// "cross-review": small letters, digits and the joining characters named, beginning with a letter.
bool is_id(std::string_view text, std::string_view joints) {
  if (text.empty() || text.size() > 64 || joints.find(text.back()) != joints.npos) return false;
  if (text.front() < 'a' || text.front() > 'z') return false;
  return std::all_of(text.begin(), text.end(), [joints](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || joints.find(c) != joints.npos;
  });
}

/// The effect kinds of this host's own contract, and the branches that one may write.
const std::set<std::string>& known_effects() {
  static const std::set<std::string> known = [] {
    const Json schema = parse_document(contract_schema_text("effect"));
    return schema["$defs"]["effect.append.params"]["properties"]["kind"]["enum"].get<std::set<std::string>>();
  }();
  return known;
}

const std::set<std::string> known_branches{"main", "develop", "queue", "fixes"};

bool is_strings(const Json& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_string(); });
}

bool is_commands(const Json& value) {
  return value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& command) {
           return is_strings(command) && !command.empty();
         });
}

bool fits(const Json& value, ConfigKey::Type type) {
  switch (type) {
    case ConfigKey::Type::string:
      return value.is_string();
    case ConfigKey::Type::file:
      return value.is_string() && value.get_ref<const std::string&>()
                                      .empty();  // the plugin's own text; a name has no folder to start at
    case ConfigKey::Type::integer:
      return value.is_number_integer();
    case ConfigKey::Type::boolean:
      return value.is_boolean();
    case ConfigKey::Type::table:
      return value.is_object();
    case ConfigKey::Type::commands:
      return is_commands(value);
    case ConfigKey::Type::strings:
      break;
  }
  return is_strings(value);
}

std::vector<ConfigKey> read_keys(const Json& from);

ConfigKey read_key(const Json& from) {
  ConfigKey key;
  key.key = from["key"];
  const auto type = std::find(type_words.begin(), type_words.end(), from["type"].get<std::string>());
  key.type = static_cast<ConfigKey::Type>(type - type_words.begin());
  key.summary = from["summary"];
  if (from.contains("default")) key.fallback = from["default"];
  if (key.type == ConfigKey::Type::file && !key.fallback) key.fallback = "";
  if (from.contains("minimum")) key.minimum = from["minimum"].get<std::int64_t>();
  key.keys = read_keys(from.value("keys", Json::array()));
  key.required = from.value("required", false);
  return key;
}

std::vector<ConfigKey> read_keys(const Json& from) {
  std::vector<ConfigKey> keys;
  for (const Json& key : from) keys.push_back(read_key(key));
  return keys;
}

StageDescription read_stage(const Json& from) {
  return {from["id"],
          from["summary"],
          from["effects"],
          from["writes"],
          from.value("roles", Words{}),
          from.value("agents", Words{}),
          from.value("lane", false),
          read_keys(from["config"])};
}

RoleDescription read_role(const Json& from) {
  return {from["role"],
          from["summary"],
          from.value("effects", Words{}),
          from.value("writes", Words{}),
          from.value("roles", Words{}),
          from.value("agents", Words{}),
          read_keys(from.value("config", Json::array()))};
}

/// Collects what is wrong beyond the shape, in the order in which it stands.
class Faults {
 public:
  void add(std::string fault) { faults_.push_back(std::move(fault)); }

  void check_grants(const std::string& who, const Words& effects, const Words& writes) {
    for (const std::string& effect : effects) {
      if (!known_effects().contains(effect)) {
        add(who + " may emit \"" + effect + "\", an effect that this host does not know");
      }
    }
    for (const std::string& branch : writes) {
      if (!known_branches.contains(branch)) {
        add(who + " may write \"" + branch + "\", which is none of main, develop, queue and fixes");
      }
    }
  }

  void check_key(const std::string& who, const ConfigKey& key) {
    const std::string name = who + ", key \"" + key.key + "\"";
    if (!is_id(key.key, "_")) add(name + ": a key is snake_case");
    if (key.fallback && !fits(*key.fallback, key.type)) {
      const std::string found = name + ": its default " + key.fallback->dump();
      add(key.type == ConfigKey::Type::file ? found + " is not \"\", the plugin's own text"
                                            : found + " is no " + std::string(word(key.type)));
      return;
    }
    if (!key.minimum) return;
    if (key.type != ConfigKey::Type::integer) {
      add(name + ": only an integer has a minimum");
    } else if (key.fallback && key.fallback->get<std::int64_t>() < *key.minimum) {
      add(name + ": its default is below its minimum");
    }
  }

  void check_keys(const std::string& who, const std::vector<ConfigKey>& keys) {
    std::set<std::string> names;
    for (const ConfigKey& key : keys) {
      if (!names.insert(key.key).second) add(who + " has the key \"" + key.key + "\" twice");
      check_key(who, key);
      if (key.keys.empty()) continue;
      const std::string name = who + ", key \"" + key.key + "\"";
      if (key.type != ConfigKey::Type::table) add(name + ": only a table has keys");
      check_keys(name, key.keys);
    }
  }

  /// Whether a key must be there is a table's to say: a stage or a role does with what its manifest defaults.
  void check_own_keys(const std::string& who, const std::vector<ConfigKey>& keys) {
    check_keys(who, keys);
    for (const ConfigKey& key : keys) {
      if (key.required) add(who + ", key \"" + key.key + "\": only a key of a table is required");
    }
  }

  void check_agents(const std::string& who, const Words& steps) {
    const Words& taken = pipeline::agent_keys();
    for (const std::string& step : steps) {
      const std::string found = who + " starts sessions for \"" + step + "\"";
      if (!is_id(step, "-")) add(found + ": a step is kebab-case");
      if (std::count(taken.begin(), taken.end(), step) > 0) add(found + ", which is a key of [agent]");
    }
  }

  void check_stage(const StageDescription& stage) {
    const std::string who = "stage \"" + stage.id + "\"";
    if (!is_id(stage.id, "-")) add(who + ": an id is kebab-case");
    check_grants(who, stage.effects, stage.writes);
    check_agents(who, stage.agents);
    check_own_keys(who, stage.config);
  }

  void check_role(const RoleDescription& role) {
    const std::string who = "role \"" + role.role + "\"";
    check_grants(who, role.effects, role.writes);
    check_agents(who, role.agents);
    check_own_keys(who, role.config);
    for (const ConfigKey& key : role.config) {
      if (key.key == "plugin") add(who + " has a key \"plugin\", which names the plugin in its table");
    }
  }

  void check(const PluginDescription& plugin) {
    if (!is_id(plugin.plugin, "-_")) {
      add("the plugin's name \"" + plugin.plugin + "\" is not small letters, digits, - and _");
    }
    std::set<std::string> ids;
    std::set<std::string> roles;
    for (const StageDescription& stage : plugin.stages) {
      if (!ids.insert(stage.id).second) add("the stage \"" + stage.id + "\" stands twice");
      check_stage(stage);
    }
    for (const RoleDescription& role : plugin.roles) {
      if (!roles.insert(role.role).second) add("the role \"" + role.role + "\" stands twice");
      check_role(role);
    }
    if (ids.empty() && roles.empty()) add("it offers no stage and no role");
  }

  void raise() const {
    if (!faults_.empty()) throw ManifestError("its manifest is malformed: " + joined(faults_));
  }

 private:
  Words faults_;
};

Json key_documents(const std::vector<ConfigKey>& keys) {
  Json documents = Json::array();
  for (const ConfigKey& key : keys) {
    Json document{{"key", key.key}, {"type", word(key.type)}, {"summary", key.summary}};
    if (key.fallback) document["default"] = *key.fallback;
    if (key.minimum) document["minimum"] = *key.minimum;
    if (key.required) document["required"] = true;
    if (!key.keys.empty()) document["keys"] = key_documents(key.keys);
    documents.push_back(std::move(document));
  }
  return documents;
}

}  // namespace

std::string_view word(ConfigKey::Type type) {
  return type_words.at(static_cast<std::size_t>(type));
}

PluginDescription parse_manifest(std::string_view text) {
  Json document;
  try {
    document = parse_document(text);
  } catch (const DocumentError& error) {
    throw ManifestError(std::string("its manifest is malformed: ") + error.what());
  }
  if (const auto faults = contract_validator("manifest", "")->faults(document); !faults.empty()) {
    throw ManifestError("its manifest is malformed: " + joined(faults));
  }
  PluginDescription plugin;
  plugin.plugin = document["plugin"];
  plugin.version = document["version"];
  plugin.basis = document.value("basis", "");
  plugin.summary = document.value("summary", "");
  for (const Json& stage : document["stages"]) plugin.stages.push_back(read_stage(stage));
  for (const Json& role : document.value("roles", Json::array())) plugin.roles.push_back(read_role(role));
  Faults faults;
  faults.check(plugin);
  faults.raise();
  return plugin;
}

Json manifest_document(const PluginDescription& plugin) {
  Json document{{"schema", 1},           {"plugin", plugin.plugin},   {"version", plugin.version},
                {"basis", plugin.basis}, {"summary", plugin.summary}, {"stages", Json::array()},
                {"roles", Json::array()}};
  for (const StageDescription& stage : plugin.stages) {
    document["stages"].push_back({{"id", stage.id},
                                  {"summary", stage.summary},
                                  {"effects", stage.effects},
                                  {"writes", stage.writes},
                                  {"roles", stage.roles},
                                  {"agents", stage.agents},
                                  {"lane", stage.lane},
                                  {"config", key_documents(stage.config)}});
  }
  for (const RoleDescription& role : plugin.roles) {
    document["roles"].push_back({{"role", role.role},
                                 {"summary", role.summary},
                                 {"effects", role.effects},
                                 {"writes", role.writes},
                                 {"roles", role.roles},
                                 {"agents", role.agents},
                                 {"config", key_documents(role.config)}});
  }
  return document;
}

}  // namespace sluice::loader
