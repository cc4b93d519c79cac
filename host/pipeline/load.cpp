#include <fstream>
#include <sstream>

#include "host/pipeline/pipeline.hpp"
#include "host/pipeline/role_table.hpp"
#include "host/pipeline/settings.hpp"
#include "host/pipeline/stage_table.hpp"

namespace sluice::pipeline {
namespace {

using Loaded = std::variant<Pipeline, std::vector<Problem>>;

constexpr std::uintmax_t largest_file = 1'048'576;

/// Why the file cannot be read as a pipeline; empty when it can.
std::string obstacle(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  switch (status.type()) {
    case std::filesystem::file_type::regular:
      break;
    case std::filesystem::file_type::not_found:
      return "there is no such file";
    case std::filesystem::file_type::directory:
      return "this is a folder; name the pipeline file in it";
    case std::filesystem::file_type::none:
      return "the file cannot be reached: " + error.message();
    default:
      return "this is not a regular file";
  }
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) return "the file cannot be reached: " + error.message();
  if (size <= largest_file) return "";
  return "the file holds " + std::to_string(size) + " bytes; a pipeline has at most " +
         std::to_string(largest_file);
}

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
  StageTables stages(catalog, read_defaults(table("defaults")), folder, problems);
  read_stages(root, stages, pipeline, problems);
  stages.finish();
  pipeline.roles = read_roles(or_empty(root.table("roles")), stages.plugins(), problems);
  root.finish();
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
  const auto refuse = [&](std::string why) {
    return std::vector<Problem>{{file.string(), 0, 0, std::move(why)}};
  };
  if (std::string why = obstacle(file); !why.empty()) return refuse(std::move(why));
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  if (in) bytes << in.rdbuf();
  if (!in) return refuse("the file may not be read; give this user the right to read it");
  return parse(bytes.str(), file, catalog);
}

}  // namespace sluice::pipeline
