#include "host/pipeline/stage_table.hpp"

#include <algorithm>

namespace sluice::pipeline {
namespace {

constexpr std::int64_t longest_run = 86'400;
constexpr std::int64_t least_memory = 16, most_memory = 1'048'576;  // MiB
constexpr std::size_t longest_id = 64;

/// A pass that goes on past a stage that was to apply one of these would build on work that is not there.
const std::vector<std::string> carrying_effects = {"push.window", "push.rewrite", "push.fold", "merge"};

const std::vector<std::string> branch_roles = {"main", "develop", "queue", "fixes"};

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_id(const std::string& id) {
  return id.size() <= longest_id && id.front() != '-' && std::all_of(id.begin(), id.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
         });
}

std::optional<Isolation> read_isolation(TableReader& reader) {
  std::string word;
  if (!reader.choice("isolation", word, {"in-process", "process"})) return std::nullopt;
  return word == "process" ? Isolation::process : Isolation::in_process;
}

const StageDescription* stage_of(const PluginDescription& plugin, const std::string& id) {
  const auto found = std::find_if(plugin.stages.begin(), plugin.stages.end(),
                                  [&](const StageDescription& stage) { return stage.id == id; });
  return found == plugin.stages.end() ? nullptr : &*found;
}

/// The plugin's folder and library are named with "_" where its stages have "-".
bool belongs_to(const std::filesystem::path& library, const std::string& stage) {
  std::string stem = library.stem().string();
  std::replace(stem.begin(), stem.end(), '_', '-');
  return stage == stem || stage.starts_with(stem + "-");
}

std::string name_of(const Stage& stage) {
  return "the stage " + in_quotes(stage.id);
}

}  // namespace

Defaults read_defaults(TableReader table) {
  Defaults defaults;
  defaults.isolation = read_isolation(table);
  table.integer("seconds", defaults.seconds, 1, longest_run);
  table.integer("memory_mb", defaults.memory_mb, least_memory, most_memory);
  defaults.config = table.table("config");
  table.finish();
  return defaults;
}

StageTables::StageTables(const Catalog& catalog, const Defaults& defaults, ConfigReader& configs,
                         std::filesystem::path folder, Problems& problems)
    : catalog_(catalog),
      defaults_(defaults),
      configs_(configs),
      folder_(std::move(folder)),
      problems_(problems) {}

Stage StageTables::read(const Value& table) {
  TableReader reader(table, "[[stage]]", problems_);
  Stage stage;
  stage.line = table.place.line;
  read_id(reader, stage);
  reader.boolean("enabled", stage.enabled);
  reader.boolean("always", stage.always);
  reader.boolean("optional", stage.optional);
  const auto offer = find(reader, stage);
  const Value* own = reader.table("config");
  if (offer) {
    stage.plugin = offer->plugin->plugin;
    stage.version = offer->plugin->version;
    stage.basis = offer->plugin->basis;
    stage.library = offer->plugin->library;
    stage.lane = offer->stage->lane;
    stage.roles = offer->stage->roles;
    stage.agents = offer->stage->agents;
    read_grants(reader, *offer->stage, stage);
    stage.config = configs_.read(offer->stage->config, own, "the config of " + name_of(stage));
  }
  read_limits(reader, offer.value_or(Offer{}), stage);
  if (!offer) {  // known keys, whose values have nothing to be checked against
    std::vector<const Value*> ignored;
    reader.texts("writes", ignored);
    reader.texts("effects", ignored);
  }
  reader.finish();
  return stage;
}

void StageTables::read_id(TableReader& reader, Stage& stage) {
  const bool named = reader.text("id", stage.id);
  const Place place = reader.place_of("id");
  if (!reader.text("uses", stage.uses)) stage.uses = stage.id;
  if (!named) {
    if (stage.id.empty() && !reader.has("id")) problems_.add(place, "this [[stage]] has no id");
    return;
  }
  if (!is_id(stage.id)) {
    problems_.add(place, "the id " + in_quotes(stage.id) +
                             " is not of small letters, digits and \"-\" alone, " +
                             std::to_string(longest_id) + " at most");
  }
  const auto [first, fresh] = lines_.emplace(stage.id, place.line);
  if (!fresh) {
    problems_.add(
        place,
        "the id " + in_quotes(stage.id) + " is taken by the stage at line " + std::to_string(first->second) +
            "; to run one stage twice, give the second an id of its own and uses = " + in_quotes(stage.uses));
  }
}

std::optional<StageTables::Offer> StageTables::find(TableReader& reader, const Stage& stage) {
  std::string path;
  const bool by_path = reader.text("plugin", path);
  if (stage.uses.empty()) return std::nullopt;
  const Place place = reader.place_of(reader.has("uses") ? "uses" : "id");
  if (by_path) {
    const PluginDescription* plugin = named_by_path(reader, path);
    if (plugin == nullptr) return std::nullopt;
    if (const StageDescription* offered = stage_of(*plugin, stage.uses)) return Offer{plugin, offered};
    explain_unknown(place, stage.uses, plugin);
    return std::nullopt;
  }
  std::vector<Offer> offers;
  for (const PluginDescription& plugin : catalog_.plugins) {
    if (const StageDescription* offered = stage_of(plugin, stage.uses)) offers.push_back({&plugin, offered});
  }
  if (offers.size() == 1) return offers.front();
  if (offers.size() > 1) {
    problems_.add(place, "the stage " + in_quotes(stage.uses) + " is offered by the plugins " +
                             offers[0].plugin->plugin + " and " + offers[1].plugin->plugin +
                             "; say which with plugin = \"PATH.so\"");
  } else if (stage.enabled) {  // one that is switched off may be gone
    explain_unknown(place, stage.uses, nullptr);
  }
  return std::nullopt;
}

const PluginDescription* StageTables::named_by_path(TableReader& reader, const std::string& path) {
  const std::filesystem::path library = (folder_ / path).lexically_normal();
  for (const PluginDescription& plugin : catalog_.plugins) {
    std::error_code none;
    if (plugin.library == library || std::filesystem::equivalent(plugin.library, library, none))
      return &plugin;
  }
  const auto [place, fresh] = by_path_.emplace(library, nullptr);
  if (!fresh) return place->second.get();
  if (!catalog_.describe) return nullptr;
  auto described = catalog_.describe(library);
  if (auto* plugin = std::get_if<PluginDescription>(&described)) {
    place->second = std::make_unique<PluginDescription>(std::move(*plugin));
  } else {
    problems_.add(reader.place_of("plugin"), "no plugin of ours: " + std::get<std::string>(described));
  }
  return place->second.get();
}

void StageTables::explain_unknown(Place place, const std::string& uses, const PluginDescription* only) {
  std::vector<std::string> ids;
  for (const PluginDescription& plugin : catalog_.plugins) {
    if (only != nullptr) break;
    for (const StageDescription& stage : plugin.stages) ids.push_back(stage.id);
  }
  if (only != nullptr) {
    for (const StageDescription& stage : only->stages) ids.push_back(stage.id);
  }
  std::string sentence =
      only != nullptr ? "the plugin " + in_quotes(only->plugin) + " offers no stage " + in_quotes(uses)
                      : "no plugin in " + catalog_.folder.string() + " offers a stage " + in_quotes(uses);
  for (const NotAPlugin& refused : catalog_.refused) {
    if (only != nullptr || !belongs_to(refused.library, uses)) continue;
    sentence += " (" + refused.library.filename().string() +
                " is there, but is no plugin of ours: " + refused.why + ")";
  }
  const auto meant = nearest(uses, ids);
  if (!meant && !ids.empty()) sentence += "; on offer are " + listed(ids);
  problems_.add(place, sentence, meant.value_or(""));
}

void StageTables::read_limits(TableReader& reader, const Offer& offer, Stage& stage) {
  const auto stated = read_isolation(reader);
  const bool shipped = offer.plugin == nullptr || offer.plugin->shipped;
  const Isolation usual = shipped ? Isolation::in_process : Isolation::process;
  stage.isolation = stated.value_or(defaults_.isolation.value_or(usual));
  stage.seconds = defaults_.seconds;
  stage.memory_mb = defaults_.memory_mb;
  reader.integer("seconds", stage.seconds, 1, longest_run);
  reader.integer("memory_mb", stage.memory_mb, least_memory, most_memory);
  if (stage.isolation == Isolation::process || offer.plugin == nullptr) return;
  for (const std::string key : {"seconds", "memory_mb"}) {
    if (!reader.has(key)) continue;
    problems_.add(
        reader.place_of(key),
        in_quotes(key) + " limits a stage in a process of its own alone; add isolation = \"process\"");
  }
}

void StageTables::read_grants(TableReader& reader, const StageDescription& offered, Stage& stage) {
  stage.writes = narrowed(reader, "writes", offered.writes, stage.id);
  stage.effects = narrowed(reader, "effects", offered.effects, stage.id);
  if (stage.always && !stage.effects.empty()) {
    problems_.add(reader.place_of("always"), "\"always\" is for stages that only report, and " +
                                                 name_of(stage) + " may apply " + listed(stage.effects) +
                                                 "; effects = [] takes that from it");
  }
  std::vector<std::string> carried;
  for (const std::string& effect : stage.effects) {
    if (contains(carrying_effects, effect)) carried.push_back(effect);
  }
  if (stage.optional && !carried.empty()) {
    problems_.add(reader.place_of("optional"),
                  name_of(stage) + " applies " + listed(carried) +
                      ", which a pass must not go on without; it cannot be optional");
  }
}

std::vector<std::string> StageTables::narrowed(TableReader& reader, const std::string& key,
                                               const std::vector<std::string>& offered,
                                               const std::string& stage) {
  std::vector<const Value*> words;
  if (!reader.texts(key, words)) return offered;
  std::vector<std::string> granted;
  for (const Value* word : words) {
    if (contains(offered, word->text)) {
      if (!contains(granted, word->text)) granted.push_back(word->text);
      continue;
    }
    const bool real = key == "writes" && contains(branch_roles, word->text);
    const std::string most = offered.empty() ? "nothing" : listed(offered);
    std::string sentence = in_quotes(word->text);
    sentence.append(" in the ").append(key).append(" of the stage ").append(in_quotes(stage));
    sentence.append(" is beyond its manifest, which names ").append(most);
    problems_.add(word->place, sentence, real ? "" : nearest(word->text, offered).value_or(""));
  }
  return granted;
}

std::vector<const PluginDescription*> StageTables::plugins() const {
  std::vector<const PluginDescription*> all;
  for (const PluginDescription& plugin : catalog_.plugins) all.push_back(&plugin);
  for (const auto& [path, plugin] : by_path_) {
    if (plugin) all.push_back(plugin.get());
  }
  return all;
}

}  // namespace sluice::pipeline
