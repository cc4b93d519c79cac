#include "host/cli/list_stages.hpp"

#include <iostream>
#include <memory>
#include <ostream>

#include "host/loader/catalog.hpp"
#include "host/loader/manifest.hpp"
#include "host/loader/plugin.hpp"
#include "sluice/abi.h"

namespace sluice::cli {

namespace {

using pipeline::Catalog;
using pipeline::ConfigKey;
using pipeline::PluginDescription;
using pipeline::StageDescription;

std::string abi(std::uint64_t minor) {
  return std::to_string(SLUICE_ABI_MAJOR) + "." + std::to_string(minor);
}

void line_of(std::ostream& out, const char* what, const std::vector<std::string>& words) {
  if (words.empty()) return;
  out << "      " << what;
  for (const std::string& word : words) out << " " << word;
  out << "\n";
}

void print(std::ostream& out, const ConfigKey& key, const std::string& margin = "      ") {
  out << margin << key.key << ": " << loader::word(key.type);
  if (key.fallback) {
    out << " = " << to_text(*key.fallback);
  } else {
    out << (key.required ? ", required" : ", no default");
  }
  if (key.minimum) out << ", at least " << *key.minimum;
  out << "  " << key.summary << "\n";
  for (const ConfigKey& each : key.keys) print(out, each, margin + "  ");
}

void print(std::ostream& out, const StageDescription& stage) {
  out << "  stage " << stage.id << "  " << stage.summary << "\n";
  line_of(out, "effects", stage.effects);
  line_of(out, "writes ", stage.writes);
  line_of(out, "calls  ", stage.roles);
  line_of(out, "starts sessions for", stage.agents);
  if (stage.lane) out << "      serves the express lane\n";
  for (const ConfigKey& key : stage.config) print(out, key);
}

void print(std::ostream& out, const PluginDescription& plugin) {
  out << plugin.plugin << " " << plugin.version << "  abi " << abi(plugin.abi_minor) << "  "
      << plugin.library.filename().string() << "\n";
  if (!plugin.summary.empty()) out << "  " << plugin.summary << "\n";
  for (const StageDescription& stage : plugin.stages) print(out, stage);
  for (const auto& role : plugin.roles) {
    out << "  role " << role.role << "  " << role.summary << "\n";
    line_of(out, "effects", role.effects);
    line_of(out, "writes ", role.writes);
    line_of(out, "calls  ", role.roles);
    line_of(out, "starts sessions for", role.agents);
    for (const ConfigKey& key : role.config) print(out, key);
  }
}

void print(std::ostream& out, const Catalog& catalog) {
  for (const PluginDescription& plugin : catalog.plugins) {
    print(out, plugin);
    out << "\n";
  }
  for (const auto& library : catalog.refused) out << library.why << "\n";
  if (catalog.plugins.empty() && catalog.refused.empty()) {
    out << "No library (*.so) lies in " << catalog.folder.string() << "\n";
  }
}

Json document(const Catalog& catalog) {
  Json plugins = Json::array();
  for (const PluginDescription& plugin : catalog.plugins) {
    Json entry = loader::manifest_document(plugin);
    entry["abi"] = abi(plugin.abi_minor);
    entry["library"] = json_bytes(plugin.library.string());
    entry["shipped"] = plugin.shipped;
    plugins.push_back(std::move(entry));
  }
  Json refused = Json::array();
  for (const auto& library : catalog.refused) {
    refused.push_back({{"library", json_bytes(library.library.string())}, {"why", json_bytes(library.why)}});
  }
  return {{"schema", 1},
          {"abi", abi(SLUICE_ABI_MINOR)},
          {"folder", json_bytes(catalog.folder.string())},
          {"plugins", std::move(plugins)},
          {"refused", std::move(refused)}};
}

}  // namespace

int list_stages(const ListOptions& options, std::ostream& out, std::ostream& err) {
  try {
    const Catalog catalog = loader::scan(options.plugins.value_or(loader::shipped_plugins()));
    if (options.json) {
      out << to_pretty_text(document(catalog)) << "\n";
    } else {
      print(out, catalog);
    }
    return exit_done;
  } catch (const loader::LoadError& error) {
    err << "host: " << error.what() << "\n";
    return exit_usage;
  }
}

void add_list_stages(Verb& root) {
  struct Wanted {
    bool list = false, json = false;
    std::optional<std::string> plugins;
  };
  const auto wanted = std::make_shared<Wanted>();
  root.flag("--list-stages", wanted->list,
            "List what the plugins offer: stages, roles, effects, refs, config keys.");
  root.flag("--json", wanted->json, "With --list-stages: as one JSON document.");
  root.option("--plugins", wanted->plugins,
              "With --list-stages: the folder of the plugins, by default the host's.");
  root.does([wanted] {
    if (!wanted->list) throw UsageError("a verb is missing");
    ListOptions options;
    options.json = wanted->json;
    if (wanted->plugins) options.plugins = *wanted->plugins;
    return list_stages(options, std::cout, std::cerr);
  });
}

}  // namespace sluice::cli
