#pragma once
// Plugins as their manifests would describe them.

#include "host/pipeline/catalog.hpp"

namespace sluice::test {

/// Shipped: gate (writes main by merge), port, sync (two stages), reply, tell (reports alone), lane
/// (express), and resolver and reshaper as roles; mend starts sessions for "drain", clerk as resolver for
/// "resolve". Foreign, by path only: /x/foreign.so.
inline pipeline::Catalog catalog() {
  using namespace pipeline;
  using Type = ConfigKey::Type;
  const ConfigKey lockfile{"lockfile", Type::table};
  const ConfigKey lock{.key = "lock",
                       .type = Type::table,
                       .keys = {{.key = "path", .required = true},
                                {.key = "command", .type = Type::strings, .required = true},
                                {"seconds", Type::integer, 600, 1}}};
  Catalog catalog;
  catalog.folder = "/plugins";
  const auto add = [&](PluginDescription plugin) {
    plugin.version = "1.0";
    plugin.library = "/plugins/" + plugin.plugin + ".so";
    plugin.shipped = true;
    catalog.plugins.push_back(std::move(plugin));
  };
  add({.plugin = "gate",
       .stages = {
           {.id = "gate",
            .effects = {"merge", "push.fold", "ask"},
            .writes = {"main"},
            .config = {
                {"grace", Type::integer, 600, 0}, {"words", Type::strings}, {"strict", Type::boolean}}}}});
  add({.plugin = "port",
       .stages = {{.id = "port",
                   .effects = {"push.window", "comment.commit"},
                   .writes = {"develop"},
                   .roles = {"resolver", "reshaper"},
                   .config = {lockfile}}}});
  add({.plugin = "sync",
       .stages = {
           {.id = "sync-fixes", .effects = {"push.rewrite"}, .writes = {"fixes"}, .config = {lockfile}},
           {.id = "sync-queue", .effects = {"push.rewrite"}, .writes = {"queue"}, .config = {lockfile}}}});
  add({.plugin = "reply",
       .stages = {{.id = "reply",
                   .effects = {"reply", "comment.pull"},
                   .config = {{"greeting", Type::string, "Hi"}}}}});
  add({.plugin = "tell", .stages = {{.id = "tell"}}});
  add({.plugin = "lane",
       .stages = {{.id = "express", .effects = {"push.cut"}, .writes = {"main"}, .lane = true}}});
  add({.plugin = "agent", .roles = {{.role = "resolver", .roles = {"reshaper"}}, {.role = "reshaper"}}});
  add({.plugin = "vicious",
       .roles = {{.role = "reshaper", .roles = {"resolver"}}, {.role = "lonely", .roles = {"lonely"}}}});
  add({.plugin = "mend",
       .stages = {{.id = "mend",
                   .agents = {"drain"},
                   .config = {{"prompt", Type::file, ""}, lock, {"checks", Type::commands}}}}});
  add({.plugin = "clerk",
       .roles = {
           {.role = "resolver",
            .agents = {"resolve"},
            .config = {
                {"chain", Type::strings, Json::array({"agent"})}, lockfile, {"prompt", Type::file, ""}}}}});
  catalog.refused = {{"/plugins/drain.so", "it exports no sluice_plugin_v1"}};
  catalog.describe =
      [](const std::filesystem::path& library) -> std::variant<PluginDescription, std::string> {
    if (library.filename() != "foreign.so") return library.string() + " is not there";
    return PluginDescription{
        .plugin = "foreign",
        .library = library,
        .stages = {{.id = "express", .effects = {"push.cut"}, .writes = {"main"}, .lane = true}},
        .roles = {{.role = "resolver"}}};
  };
  return catalog;
}

}  // namespace sluice::test
