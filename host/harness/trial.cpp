#include "host/harness/trial.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "host/engine/pass.hpp"
#include "host/journal/reader.hpp"
#include "host/loader/plugin.hpp"
#include "host/process/temporary_folder.hpp"

namespace sluice::harness {

namespace fs = std::filesystem;

namespace {

Json filled(const std::vector<pipeline::ConfigKey>& keys, const Json& given) {
  Json config = Json::object();
  for (const auto& key : keys) {
    if (key.fallback) config[key.key] = *key.fallback;
  }
  config.update(given);
  return config;
}

pipeline::Stage stage_of(const Trial& trial) {
  const auto plugin = loader::open_plugin(fs::absolute(trial.library));
  const auto manifest =
      std::ranges::find(plugin.manifest.stages, trial.stage, &pipeline::StageDescription::id);
  if (manifest == plugin.manifest.stages.end()) {
    throw std::invalid_argument("the plugin " + plugin.manifest.plugin + " has no stage \"" + trial.stage +
                                "\"");
  }
  pipeline::Stage stage;
  stage.id = stage.uses = trial.stage;
  stage.plugin = plugin.manifest.plugin;
  stage.version = plugin.manifest.version;
  stage.basis = plugin.manifest.basis;
  stage.library = plugin.path;
  stage.isolation = trial.isolated ? pipeline::Isolation::process : pipeline::Isolation::in_process;
  stage.effects = manifest->effects;
  stage.writes = manifest->writes;
  stage.roles = manifest->roles;
  stage.agents = manifest->agents;
  stage.config = filled(manifest->config, trial.config);
  return stage;
}

pipeline::RoleBinding binding_of(const std::string& role, const Server& server) {
  const auto plugin = loader::open_plugin(fs::absolute(server.library));
  const auto manifest = std::ranges::find(plugin.manifest.roles, role, &pipeline::RoleDescription::role);
  if (manifest == plugin.manifest.roles.end()) {
    throw std::invalid_argument("the plugin " + plugin.manifest.plugin + " has no role \"" + role + "\"");
  }
  return {.role = role,
          .plugin = plugin.manifest.plugin,
          .version = plugin.manifest.version,
          .basis = plugin.manifest.basis,
          .library = plugin.path,
          .writes = manifest->writes,
          .effects = manifest->effects,
          .roles = manifest->roles,
          .agents = manifest->agents,
          .config = filled(manifest->config, server.config)};
}

std::vector<Decision> decisions_of(const fs::path& record) {
  std::vector<Decision> decisions;
  const auto passes = journal::read(record);
  for (const auto& line : passes.back().lines) {
    if (line.at("kind") != "note") continue;
    for (const auto& commit : line.at("commits")) {
      decisions.push_back({commit.at("sha").get<std::string>(), line.at("verdict").get<std::string>(),
                           commit.at("why").get<std::string>()});
    }
  }
  return decisions;
}

}  // namespace

Finding run(const Trial& trial) {
  pipeline::Pipeline pipeline;
  pipeline.name = "trial";
  pipeline.bot = trial.bot;
  if (pipeline.bot.cap == 0) pipeline.bot.cap = 100;
  if (pipeline.bot.cap_from.empty()) pipeline.bot.cap_from = "the trial";
  pipeline.forge.login = trial.login;
  pipeline.stages.push_back(stage_of(trial));
  for (const auto& [role, server] : trial.roles) pipeline.roles.emplace(role, binding_of(role, server));
  pipeline.agents = trial.agents;
  pipeline.budget = trial.budget;

  const process::TemporaryFolder folder;
  const fs::path record = folder.path() / "record.jsonl";
  journal::Journal journal(record);
  std::ostringstream unread;
  report::Terminal terminal(unread, {}, journal::Redaction::of({}));
  const engine::PassOptions options{.repository = trial.clone,
                                    .dry_run = trial.dry_run,
                                    .skip = {},
                                    .only = {},
                                    .now = trial.now,
                                    .lane = trial.lane,
                                    .basis = trial.basis};
  auto report = engine::run_pass(pipeline, options, &journal, terminal);
  if (report.stages.empty()) {
    report.stages.push_back({.id = trial.stage, .outcome = report.outcome, .reason = report.reason});
  }
  return {report.stages.front(), decisions_of(record)};
}

}  // namespace sluice::harness
