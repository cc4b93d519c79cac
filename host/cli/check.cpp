#include "host/cli/check.hpp"

#include <iomanip>
#include <ostream>

#include "host/pipeline/pipeline.hpp"
#include "sluice/json.hpp"

namespace sluice::cli {
namespace {

using pipeline::Pipeline;
using pipeline::Problem;
using pipeline::Stage;

constexpr int id_width = 16;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ", ";
    text += word;
  }
  return text;
}

std::string isolation_of(const Stage& stage) {
  return stage.isolation == pipeline::Isolation::process ? "process" : "in-process";
}

void print_stage(const Stage& stage, std::ostream& out) {
  out << "  " << std::left << std::setw(id_width) << stage.id;
  if (!stage.enabled) {
    out << "disabled\n";
    return;
  }
  out << stage.plugin << " " << stage.version << ", " << isolation_of(stage);
  if (stage.uses != stage.id) out << ", uses " << stage.uses;
  if (!stage.effects.empty()) out << ", may " << joined(stage.effects);
  if (!stage.writes.empty()) out << ", writes " << joined(stage.writes);
  if (stage.always) out << ", always";
  if (stage.optional) out << ", optional";
  out << "\n";
}

void print(const Pipeline& pipeline, std::ostream& out) {
  out << pipeline.file.string() << ": sound\n";
  out << "at most " << pipeline.bot.cap << " files in a window (" << pipeline.bot.cap_from << ")\n";
  for (const Stage& stage : pipeline.stages) print_stage(stage, out);
  for (const auto& [role, binding] : pipeline.roles) {
    out << "  role " << role << ": " << binding.plugin << " " << binding.version << "\n";
  }
  for (const auto& [step, agent] : pipeline.agents) {
    out << "  agent " << (step.empty() ? "of every other step" : step) << ": " << agent.name << ", "
        << agent.seconds << " s a session\n";
  }
  if (pipeline.budget) out << "  at most " << *pipeline.budget << " s in a pass\n";
}

Json to_json(const Stage& stage) {
  return {{"id", stage.id},
          {"uses", stage.uses},
          {"plugin", stage.plugin},
          {"version", stage.version},
          {"library", json_bytes(stage.library.string())},
          {"enabled", stage.enabled},
          {"always", stage.always},
          {"optional", stage.optional},
          {"isolation", isolation_of(stage)},
          {"seconds", stage.seconds},
          {"memory_mb", stage.memory_mb},
          {"writes", stage.writes},
          {"effects", stage.effects},
          {"config", stage.config}};
}

Json to_json(const pipeline::RoleBinding& role) {
  return {{"plugin", role.plugin}, {"version", role.version}, {"library", json_bytes(role.library.string())},
          {"writes", role.writes}, {"effects", role.effects}, {"config", role.config}};
}

Json to_json(const session::Agent& agent) {
  return {{"name", json_bytes(agent.name)},
          {"command", agent.command},
          {"model", agent.model},
          {"output", agent.output == session::Output::text ? "text" : "stream-json"},
          {"seconds", agent.seconds},
          {"environment", agent.environment},
          {"limits", agent.limits}};
}

Json to_json(const Pipeline& pipeline) {
  Json stages = Json::array();
  for (const Stage& stage : pipeline.stages) stages.push_back(to_json(stage));
  Json roles = Json::object();
  for (const auto& [role, binding] : pipeline.roles) roles[role] = to_json(binding);
  Json agents = Json::object();
  for (const auto& [step, agent] : pipeline.agents) agents[step] = to_json(agent);
  const auto& repository = pipeline.repository;
  return {{"name", json_bytes(pipeline.name)},
          {"repository",
           {{"remote", repository.remote},
            {"main", repository.main},
            {"develop", repository.develop},
            {"queue", repository.queue},
            {"fixes", repository.fixes}}},
          {"cap", pipeline.bot.cap},
          {"cap_from", pipeline.bot.cap_from},
          {"budget", pipeline.budget ? Json(*pipeline.budget) : Json(nullptr)},
          {"agents", std::move(agents)},
          {"stages", std::move(stages)},
          {"roles", std::move(roles)}};
}

Json to_json(const Problem& problem) {
  Json document = {{"file", json_bytes(problem.file)},
                   {"line", problem.line},
                   {"column", problem.column},
                   {"sentence", problem.sentence}};
  if (!problem.suggestion.empty()) document["suggestion"] = problem.suggestion;
  return document;
}

}  // namespace

int check(const CheckOptions& options, const pipeline::Catalog& catalog, std::ostream& out,
          std::ostream& err) {
  const auto loaded = pipeline::load(options.pipeline, catalog);
  const auto* sound = std::get_if<Pipeline>(&loaded);
  const std::vector<Problem> problems = sound != nullptr ? std::vector<Problem>{} : std::get<1>(loaded);
  if (options.json) {
    Json document = {
        {"schema", 1}, {"file", json_bytes(options.pipeline.string())}, {"sound", sound != nullptr}};
    document["problems"] = Json::array();
    for (const Problem& problem : problems) document["problems"].push_back(to_json(problem));
    if (sound != nullptr) document["pipeline"] = to_json(*sound);
    out << to_text(document) << "\n";
  } else if (sound != nullptr) {
    print(*sound, out);
  }
  if (!options.json) {
    for (const Problem& problem : problems) err << to_text(problem) << "\n";
  }
  return sound != nullptr ? 0 : 2;
}

}  // namespace sluice::cli
