#include "host/pipeline/agent_tables.hpp"
#include "host/pipeline/named_file.hpp"
#include "host/pipeline/pipeline.hpp"
#include "host/pipeline/role_table.hpp"
#include "host/pipeline/settings.hpp"
#include "host/pipeline/stage_config.hpp"
#include "host/pipeline/stage_table.hpp"

namespace sluice::pipeline {
namespace {

using Loaded = std::variant<Pipeline, std::vector<Problem>>;

constexpr std::uintmax_t largest_file = 1'048'576;

/// A table that is not there reads as an empty one, at the document's own place.
const Value& or_empty(const Value* table) {
  static const Value empty;
  return table == nullptr ? empty : *table;
}

void read_stages(TableReader& root, StageTables& tables, Pipeline& pipeline, Problems& problems) {
  const Value* list = root.list_of_tables("stage");
  if (list == nullptr) {
    if (!root.has("stage")) problems.add({}, "a pipeline needs at least one [[stage]]");
    return;
  }
  for (const Value& item : list->items) {
    if (item.kind == Value::Kind::table) pipeline.stages.push_back(tables.read(item));
  }
  if (list->items.empty()) problems.add(list->place, "a pipeline needs at least one [[stage]]");
}

void read_name(TableReader table, std::string& name) {
  table.text("name", name);
  table.finish();
}

Pipeline read(const Value& document, const std::filesystem::path& file, const Catalog& catalog,
              Problems& problems) {
  Pipeline pipeline;
  pipeline.file = file;
  pipeline.name = file.stem().string();
  const std::filesystem::path folder = file.parent_path();
  TableReader root(document, "a pipeline", problems);
  const auto table = [&](const std::string& key) {
    return TableReader(or_empty(root.table(key)), "[" + key + "]", problems);
  };
  read_name(table("pipeline"), pipeline.name);
  pipeline.repository = read_repository(table("repository"), problems);
  pipeline.forge = read_forge(table("forge"), folder, problems);
  pipeline.bot = read_bot(table("bot"), problems);
  pipeline.budget = read_budget(table("pass"));
  const Defaults defaults = read_defaults(table("defaults"));
  ConfigReader configs(folder, defaults.config, problems);
  StageTables stages(catalog, defaults, configs, folder, problems);
  read_stages(root, stages, pipeline, problems);
  pipeline.roles = read_roles(or_empty(root.table("roles")), stages.plugins(), configs, problems);
  configs.finish();
  pipeline.agents = read_agents(or_empty(root.table("agent")), stages.plugins(), folder, problems);
  root.finish();
  check_sessions(pipeline, document, problems);
  if (pipeline.bot.login == pipeline.forge.login) {
    problems.add(document.find("bot") == nullptr ? document.place : document.find("bot")->place,
                 "the bot and the forge's login are both " + in_quotes(pipeline.bot.login) +
                     "; the bot's words could not be told from ours");
  }
  return pipeline;
}

}  // namespace

bool Pipeline::lane() const {
  for (const Stage& stage : stages) {
    if (stage.enabled && stage.lane) return true;
  }
  return false;
}

const session::Agent* Pipeline::agent_of(const std::string& step) const {
  const auto own = agents.find(step);
  const auto found = own == agents.end() ? agents.find("") : own;
  return found == agents.end() ? nullptr : &found->second;
}

Loaded parse(const std::string& text, const std::filesystem::path& file, const Catalog& catalog) {
  const std::string name = file.string();
  auto document = parse_toml(text, name);
  if (auto* problem = std::get_if<Problem>(&document)) return std::vector<Problem>{std::move(*problem)};
  Problems problems(name);
  std::error_code none;
  Pipeline pipeline =
      read(std::get<Value>(document), std::filesystem::absolute(file, none), catalog, problems);
  if (!problems.empty()) return problems.take();
  pipeline.text = text;
  return pipeline;
}

Loaded load(const std::filesystem::path& file, const Catalog& catalog) {
  const FileText read = read_file_text(file, largest_file, "pipeline");
  if (!read.text) return std::vector<Problem>{{file.string(), 0, 0, read.why}};
  return parse(*read.text, file, catalog);
}

}  // namespace sluice::pipeline
