// work.*: work trees, each in a repository of its own.

#include "host/engine/methods.hpp"
#include "host/engine/parameters.hpp"
#include "host/engine/works.hpp"
#include "host/session/work_command.hpp"

namespace sluice::engine {

namespace {

std::int64_t work_of(const Json& params) {
  return params.at("work").get<std::int64_t>();
}

Json open(Workbench& bench, const Caller& caller, const Json& params) {
  const auto& core = bench.git;
  session::Layout layout{.at = oid_at(params, "at")};
  if (params.contains("picks")) layout.picks = oids_of(params.at("picks"));
  if (params.contains("merging")) layout.merging = oid_at(params, "merging");
  layout.recorded = params.value("recorded", false);
  const auto identity = git::pass_identity(core.scratch, bench.settings.now);
  layout.author = identity.name + " <" + identity.mail + ">";
  auto place = std::make_unique<session::Workplace>(core.scratch, core.store, layout);
  Json unmerged = paths_of(place->unmerged());
  return {{"work", bench.works.open(caller.stage, std::move(place))}, {"unmerged", std::move(unmerged)}};
}

/// A command is as far from the disk as the sessions of who runs it.
session::Sandbox sandbox_of(Workbench& bench, const Caller& caller) {
  for (const auto& step : caller.agents) {
    const auto* agent = bench.agent(step);
    if (agent != nullptr && agent->sandbox != session::Sandbox::none) return agent->sandbox;
  }
  return session::Sandbox::none;
}

Json run(Workbench& bench, const Caller& caller, const Json& params) {
  const auto command = params.at("command").get<std::vector<std::string>>();
  const std::string before = caller.stage + ": " + command.front() + " | ";
  const auto ended = session::run_command(
      bench.works.at(caller.stage, work_of(params)), command, params.at("seconds").get<std::int64_t>(),
      [&](std::string_view line) { bench.said(before, line); }, sandbox_of(bench, caller));
  return {{"ok", ended.ok}, {"reason", ended.reason}, {"tail", json_bytes(ended.tail)}};
}

Json look(Workbench& bench, const Caller& caller, const Json& params) {
  const auto left = bench.works.at(caller.stage, work_of(params)).look();
  return {{"head", left.head ? Json(left.head->hex()) : Json(nullptr)},
          {"fault", left.fault},
          {"operation", left.operation},
          {"dirty", paths_of(left.dirty)}};
}

Json file(Workbench& bench, const Caller& caller, const Json& params) {
  const auto name = params.at("name").get<std::string>();
  if (name.find('/') != std::string::npos || name.starts_with('.'))
    throw DocumentError("a file that a session leaves is a plain name, not \"" + name + "\"");
  const auto text = bench.works.at(caller.stage, work_of(params))
                        .file(name, static_cast<std::size_t>(params.at("at_most").get<std::int64_t>()));
  return {{"text", text ? json_bytes(*text) : Json(nullptr)}};
}

}  // namespace

void add_work_methods(Methods& methods, Workbench& bench) {
  methods["work.open"] = [&bench](const Caller& caller, const Json& params) {
    return open(bench, caller, params);
  };
  methods["work.run"] = [&bench](const Caller& caller, const Json& params) {
    return run(bench, caller, params);
  };
  methods["work.reset"] = [&bench](const Caller& caller, const Json& params) {
    bench.works.at(caller.stage, work_of(params)).reset(oid_at(params, "at"));
    return Json::object();
  };
  methods["work.look"] = [&bench](const Caller& caller, const Json& params) {
    return look(bench, caller, params);
  };
  methods["work.take"] = [&bench](const Caller& caller, const Json& params) {
    bench.works.at(caller.stage, work_of(params)).bring_back(oid_at(params, "head"));
    return Json::object();
  };
  methods["work.snapshot"] = [&bench](const Caller& caller, const Json& params) {
    return Json{{"tree", bench.works.at(caller.stage, work_of(params)).snapshot().hex()}};
  };
  methods["work.file"] = [&bench](const Caller& caller, const Json& params) {
    return file(bench, caller, params);
  };
  methods["work.close"] = [&bench](const Caller& caller, const Json& params) {
    bench.works.close(caller.stage, work_of(params));
    return Json::object();
  };
}

}  // namespace sluice::engine
