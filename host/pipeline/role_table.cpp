#include "host/pipeline/role_table.hpp"

#include <algorithm>
#include <set>

namespace sluice::pipeline {
namespace {

const RoleDescription* offer_of(const PluginDescription& plugin, const std::string& role) {
  const auto found = std::find_if(plugin.roles.begin(), plugin.roles.end(),
                                  [&](const RoleDescription& offered) { return offered.role == role; });
  return found == plugin.roles.end() ? nullptr : &*found;
}

/// The names of roles that plugins offer or stages call.
std::vector<std::string> known_roles(const std::vector<const PluginDescription*>& plugins) {
  std::set<std::string> roles;
  for (const PluginDescription* plugin : plugins) {
    for (const RoleDescription& role : plugin->roles) roles.insert(role.role);
    for (const StageDescription& stage : plugin->stages) roles.insert(stage.roles.begin(), stage.roles.end());
  }
  return {roles.begin(), roles.end()};
}

class Binder {
 public:
  Binder(const std::vector<const PluginDescription*>& plugins, ConfigReader& configs, Problems& problems)
      : plugins_(plugins), configs_(configs), problems_(problems) {}

  std::optional<RoleBinding> bind(const Member& member) {
    const std::vector<std::string> roles = known_roles(plugins_);
    if (std::find(roles.begin(), roles.end(), member.key) == roles.end()) {
      problems_.add(member.place, "no plugin here offers or calls a role " + in_quotes(member.key),
                    nearest(member.key, roles).value_or(""));
      return std::nullopt;
    }
    switch (member.value.kind) {
      case Value::Kind::string:
        return bind_to_plugin(member.key, member.value, {});
      case Value::Kind::table:
        return bind_table(member);
      default:
        problems_.add(member.value.place, in_quotes(member.key) +
                                              " in [roles] takes the name of a plugin or a table, not " +
                                              in_words(member.value.kind));
        return std::nullopt;
    }
  }

 private:
  /// `plugin` beside the role's own keys.
  std::optional<RoleBinding> bind_table(const Member& member) {
    const std::string name = "[roles." + member.key + "]";
    const Member* plugin = member.value.find("plugin");
    if (plugin == nullptr) {
      problems_.add(member.place, name + " has no \"plugin\", which names the plugin that serves the role");
      return std::nullopt;
    }
    if (plugin->value.kind != Value::Kind::string) {
      problems_.add(plugin->value.place, "\"plugin\" in " + name + " takes the name of a plugin, not " +
                                             in_words(plugin->value.kind));
      return std::nullopt;
    }
    Value own = member.value;
    std::erase_if(own.members, [](const Member& each) { return each.key == "plugin"; });
    return bind_to_plugin(member.key, plugin->value, own);
  }

  std::optional<RoleBinding> bind_to_plugin(const std::string& role, const Value& named, const Value& own) {
    std::vector<std::string> names;
    std::vector<std::string> able;
    for (const PluginDescription* plugin : plugins_) {
      const RoleDescription* offered = offer_of(*plugin, role);
      if (plugin->plugin == named.text && offered != nullptr) return binding(*plugin, *offered, own);
      names.push_back(plugin->plugin);
      if (offered != nullptr) able.push_back(plugin->plugin);
    }
    const bool there = std::find(names.begin(), names.end(), named.text) != names.end();
    const std::string whom =
        able.empty() ? "no plugin here does" : listed(able) + (able.size() == 1 ? " does" : " do");
    problems_.add(named.place,
                  there ? "the plugin " + in_quotes(named.text) + " does not offer the role " +
                              in_quotes(role) + "; " + whom
                        : "there is no plugin " + in_quotes(named.text),
                  there ? "" : nearest(named.text, names).value_or(""));
    return std::nullopt;
  }

  RoleBinding binding(const PluginDescription& plugin, const RoleDescription& offered, const Value& own) {
    return {offered.role,    plugin.plugin,
            plugin.version,  plugin.basis,
            plugin.library,  offered.writes,
            offered.effects, offered.roles,
            offered.agents,  configs_.read(offered.config, &own, "[roles." + offered.role + "]")};
  }

  const std::vector<const PluginDescription*>& plugins_;
  ConfigReader& configs_;
  Problems& problems_;
};

/// The way from `role` back to itself along the roles that each bound plugin calls; empty when there is none.
std::vector<std::string> circle(const std::map<std::string, RoleBinding>& roles, const std::string& role) {
  std::map<std::string, std::string> reached_from;
  std::vector<std::string> open = {role};
  while (!open.empty()) {
    const std::string at = open.back();
    open.pop_back();
    const auto binding = roles.find(at);
    if (binding == roles.end()) continue;
    for (const std::string& called : binding->second.roles) {
      if (!reached_from.emplace(called, at).second) continue;
      if (called != role) {
        open.push_back(called);
        continue;
      }
      std::vector<std::string> way = {role};
      for (std::string step = at; step != role; step = reached_from.at(step)) way.push_back(step);
      way.push_back(role);
      return {way.rbegin(), way.rend()};
    }
  }
  return {};
}

}  // namespace

std::map<std::string, RoleBinding> read_roles(const Value& table,
                                              const std::vector<const PluginDescription*>& plugins,
                                              ConfigReader& configs, Problems& problems) {
  Binder binder(plugins, configs, problems);
  std::map<std::string, RoleBinding> roles;
  for (const Member& member : table.members) {
    if (auto bound = binder.bind(member)) roles.emplace(member.key, std::move(*bound));
  }
  std::set<std::string> told;
  for (const auto& [role, binding] : roles) {
    const std::vector<std::string> way = circle(roles, role);
    if (way.empty() || told.contains(role)) continue;
    told.insert(way.begin(), way.end());
    std::string text;
    for (const std::string& step : way) text += (text.empty() ? "" : " -> ") + step;
    problems.add(table.find(role)->place, "the roles call each other in a circle: " + text);
  }
  return roles;
}

}  // namespace sluice::pipeline
