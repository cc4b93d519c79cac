#include "host/pipeline/agent_tables.hpp"

#include <algorithm>
#include <set>

#include "host/pipeline/session_variables.hpp"

namespace sluice::pipeline {
namespace {

using session::Agent;

constexpr std::int64_t longest_session = 86'400;  // seconds
constexpr std::string_view model_mark = "{model}";

bool names_model(const Agent& agent) {
  return std::any_of(agent.command.begin(), agent.command.end(),
                     [](const std::string& word) { return word.find(model_mark) != std::string::npos; });
}

/// Of the marker that says until when a limit holds: one word.
bool is_agent_name(const std::string& name) {
  return name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                  c == '-' || c == '_';
         });
}

/// One table, laid over an agent.
class AgentTable {
 public:
  AgentTable(const Value& table, std::string name, const std::filesystem::path& folder, Problems& problems)
      : reader_(table, std::move(name), problems), folder_(folder), problems_(problems) {}

  TableReader& reader() { return reader_; }

  Agent over(const Agent& base) {
    Agent agent = base;
    read_command(agent);
    read_name(agent, base);
    reader_.text("model", agent.model);
    std::string output = agent.output == session::Output::text ? "text" : "stream-json";
    reader_.choice("output", output, {"text", "stream-json"});
    agent.output = output == "text" ? session::Output::text : session::Output::stream_json;
    std::string sandbox = agent.sandbox == session::Sandbox::none ? "none" : "bwrap";
    reader_.choice("sandbox", sandbox, {"none", "bwrap"});
    agent.sandbox = sandbox == "none" ? session::Sandbox::none : session::Sandbox::bwrap;
    reader_.integer("seconds", agent.seconds, 1, longest_session);
    read_environment(agent);
    read_words("limits", agent.limits);
    check_model(agent);
    return agent;
  }

 private:
  /// False where the key is not there. An empty word, or one with a NUL, is a problem.
  bool read_words(const std::string& key, std::vector<std::string>& into) {
    std::vector<const Value*> words;
    if (!reader_.texts(key, words)) return false;
    into.clear();
    for (const Value* word : words) {
      if (word->text.empty() || word->text.find('\0') != std::string::npos) {
        problems_.add(word->place, in_quotes(key) + " in " + reader_.name() + " holds " +
                                       (word->text.empty() ? "an empty string" : "a NUL character"));
      }
      into.push_back(word->text);
    }
    return true;
  }

  void read_command(Agent& agent) {
    if (!read_words("command", agent.command)) return;
    if (agent.command.empty()) {
      problems_.add(reader_.place_of("command"),
                    "\"command\" in " + reader_.name() + " is empty; its first word is the program");
      return;
    }
    // In the work tree, where a session runs, such a path would name a file of the commit under work.
    std::string& program = agent.command.front();
    if (program.find('/') != std::string::npos) program = (folder_ / program).lexically_normal().string();
  }

  /// Who has a command of its own has its own limits too, unless it says whose.
  void read_name(Agent& agent, const Agent& base) {
    const bool named = reader_.text("name", agent.name);
    if (named && !is_agent_name(agent.name)) {
      problems_.add(reader_.place_of("name"), "\"name\" in " + reader_.name() +
                                                  " is one word of letters, digits, \".\", \"-\" and \"_\"");
    }
    const bool another = reader_.has("command") && !base.command.empty();
    if (named || agent.command.empty() || (!agent.name.empty() && !another)) return;
    agent.name = std::filesystem::path(agent.command.front()).filename().string();
  }

  void read_environment(Agent& agent) {
    std::vector<const Value*> names;
    if (!reader_.texts("environment", names)) return;
    agent.environment.clear();
    for (const Value* name : names) {
      const std::string why = why_no_session_variable(name->text);
      if (!why.empty()) {
        const std::string shown = name->text.substr(0, name->text.find('='));  // what follows may be a secret
        problems_.add(name->place, in_quotes(shown) + " in the environment of " + reader_.name() + " " + why);
      }
      agent.environment.push_back(name->text);
    }
  }

  void check_model(const Agent& agent) {
    if (reader_.has("command") && names_model(agent) && agent.model.empty()) {
      problems_.add(reader_.place_of("command"),
                    "\"command\" in " + reader_.name() + " names {model}, and no \"model\" says which");
    }
    if (reader_.has("model") && !agent.command.empty() && !names_model(agent)) {
      problems_.add(
          reader_.place_of("model"),
          "\"model\" in " + reader_.name() + " reaches no program: no word of its command holds {model}");
    }
  }

  TableReader reader_;
  const std::filesystem::path& folder_;
  Problems& problems_;
};

std::vector<std::string> known_steps(const std::vector<const PluginDescription*>& plugins) {
  std::set<std::string> steps;
  for (const PluginDescription* plugin : plugins) {
    for (const StageDescription& stage : plugin->stages)
      steps.insert(stage.agents.begin(), stage.agents.end());
    for (const RoleDescription& role : plugin->roles) steps.insert(role.agents.begin(), role.agents.end());
  }
  return {steps.begin(), steps.end()};
}

void explain_unknown_step(const Member& member, const std::vector<std::string>& steps, Problems& problems) {
  const auto meant = nearest(member.key, steps);
  std::string sentence = "no plugin here starts a session for " + in_quotes(member.key);
  if (!meant && !steps.empty()) sentence += "; there are sessions for " + listed(steps);
  problems.add(member.place, sentence, meant.value_or(""));
}

Agent read_step(const Member& member, const Agent& base, const std::filesystem::path& folder,
                Problems& problems) {
  AgentTable own(member.value, "[agent." + member.key + "]", folder, problems);
  Agent agent = own.over(base);
  own.reader().finish();
  if (agent.command.empty() && !own.reader().has("command")) {
    problems.add(member.place,
                 own.reader().name() + " has no command, and [agent] has none that it could take over");
  }
  return agent;
}

/// Somebody whose sessions need a program.
struct Wants {
  std::string who, way_out;
  std::vector<std::string> steps;
  Place place;
};

/// Of each [[stage]] in order: of its id where it has one.
std::vector<Place> places_of_stages(const Value& document) {
  std::vector<Place> places;
  const Member* list = document.find("stage");
  if (list == nullptr) return places;
  for (const Value& stage : list->value.items) {
    if (stage.kind != Value::Kind::table) continue;
    const Member* id = stage.find("id");
    places.push_back(id == nullptr ? stage.place : id->value.place);
  }
  return places;
}

std::vector<Wants> wants_of(const Pipeline& pipeline, const Value& document) {
  std::vector<Wants> all;
  const std::vector<Place> places = places_of_stages(document);
  for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
    const Stage& stage = pipeline.stages[i];
    if (!stage.enabled || stage.agents.empty()) continue;
    all.push_back({"the stage " + in_quotes(stage.id), "switch the stage off with enabled = false",
                   stage.agents, places.at(i)});
  }
  for (const auto& [role, binding] : pipeline.roles) {
    if (binding.agents.empty()) continue;
    const Member* table = document.find("roles");
    all.push_back({"the plugin " + in_quotes(binding.plugin) + " as " + role, "bind no plugin to the role",
                   binding.agents, table->value.find(role)->place});
  }
  return all;
}

}  // namespace

const std::vector<std::string>& agent_keys() {
  static const std::vector<std::string> keys = {"name",    "command", "model",       "output",
                                                "sandbox", "seconds", "environment", "limits"};
  return keys;
}

std::map<std::string, Agent> read_agents(const Value& table,
                                         const std::vector<const PluginDescription*>& plugins,
                                         const std::filesystem::path& folder, Problems& problems) {
  std::map<std::string, Agent> agents;
  Value own = table;  // what is no step's table
  const auto is_step = [](const Member& member) {
    const auto& keys = agent_keys();
    return member.value.kind == Value::Kind::table &&
           std::find(keys.begin(), keys.end(), member.key) == keys.end();
  };
  std::erase_if(own.members, is_step);
  AgentTable general(own, "[agent]", folder, problems);
  Agent unnamed;
  unnamed.name.clear();
  const Agent base = general.over(unnamed);
  general.reader().finish();
  if (general.reader().has("command")) agents.emplace("", base);
  const std::vector<std::string> steps = known_steps(plugins);
  for (const Member& member : table.members) {
    if (!is_step(member)) continue;
    if (std::find(steps.begin(), steps.end(), member.key) == steps.end()) {
      explain_unknown_step(member, steps, problems);
    }
    agents.emplace(member.key, read_step(member, base, folder, problems));
  }
  return agents;
}

void check_sessions(const Pipeline& pipeline, const Value& document, Problems& problems) {
  std::map<std::string, std::int64_t> too_long;
  for (const Wants& wants : wants_of(pipeline, document)) {
    std::vector<std::string> without;
    for (const std::string& step : wants.steps) {
      const Agent* agent = pipeline.agent_of(step);
      if (agent == nullptr) without.push_back(step);
      if (agent != nullptr && agent->seconds > pipeline.budget.value_or(agent->seconds)) {
        too_long[step] = agent->seconds;
      }
    }
    if (without.empty()) continue;
    problems.add(wants.place, wants.who + " starts sessions for " + listed(without) +
                                  ", and no table names the program: write [agent] with its command, or " +
                                  wants.way_out);
  }
  if (too_long.empty()) return;
  std::vector<std::string> steps;
  steps.reserve(too_long.size());
  for (const auto& [step, seconds] : too_long) steps.push_back(step + " (" + std::to_string(seconds) + " s)");
  problems.add(document.find("pass")->value.find("budget")->value.place,
               "a budget of " + std::to_string(*pipeline.budget) + " s covers no session for " +
                   listed(steps) + ", so that none would ever start; raise it, or lower their seconds");
}

}  // namespace sluice::pipeline
