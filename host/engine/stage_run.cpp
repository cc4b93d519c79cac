#include "host/engine/stage_run.hpp"

#include "host/loader/catalog.hpp"
#include "host/loader/plugin.hpp"
#include "host/pipeline/schema_validator.hpp"

namespace sluice::engine {

effects::Grants grants_of(const std::vector<std::string>& effects, const std::vector<std::string>& writes) {
  effects::Grants grants;
  for (const auto& each : effects) {
    if (const auto kind = effects::kind_named(each)) grants.effects.insert(*kind);
  }
  for (const auto& each : writes) {
    if (const auto ref = effects::ref_named(each)) grants.writes.insert(*ref);
  }
  return grants;
}

Opening opening_of(const pipeline::Stage& stage) {
  Opening opening{stage.library, stage.isolation == pipeline::Isolation::process, {}};
  if (stage.seconds > 0) opening.limits.time = std::chrono::seconds(stage.seconds);
  if (stage.memory_mb > 0) opening.limits.memory = static_cast<std::uint64_t>(stage.memory_mb) * 1024 * 1024;
  return opening;
}

Opening opening_of(const pipeline::RoleBinding& role) {
  std::error_code ignored;
  const bool shipped =
      std::filesystem::equivalent(role.library.parent_path(), loader::shipped_plugins(), ignored);
  return {role.library, !shipped, {}};
}

std::unique_ptr<loader::StageInstance> open_instance(const Opening& opening, const std::string& stage,
                                                     const Json& config, loader::HostSide host) {
  const std::string table = to_text(config);
  if (opening.isolated) {
    return loader::create_isolated(opening.library, stage, table, std::move(host), opening.limits);
  }
  return loader::create_in_process(loader::open_plugin(opening.library), stage, table, std::move(host));
}

Outcome read_outcome(const std::string& document) {
  Json parsed;
  try {
    parsed = parse_document(document);
  } catch (const DocumentError& error) {
    return Outcome::red(std::string("the stage's outcome is no document: ") + error.what());
  }
  const auto faults = contract_validator("stage", "outcome")->faults(parsed);
  if (!faults.empty()) return Outcome::red("the stage's outcome is malformed: " + faults.front());
  const auto word = parsed.at("outcome").get<std::string>();
  Outcome outcome;
  outcome.kind = word == "end"    ? Outcome::Kind::end
                 : word == "idle" ? Outcome::Kind::idle
                 : word == "red"  ? Outcome::Kind::red
                                  : Outcome::Kind::go_on;
  outcome.reason = parsed.at("reason").get<std::string>();
  if (parsed.contains("wake_after")) outcome.wake_after = parsed.at("wake_after").get<std::int64_t>();
  return outcome;
}

}  // namespace sluice::engine
