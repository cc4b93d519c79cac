// session.*: bounded runs of agent programs.

#include <algorithm>

#include "host/engine/alive.hpp"
#include "host/engine/methods.hpp"
#include "host/engine/works.hpp"

namespace sluice::engine {

namespace {

constexpr std::int64_t kRetry = 60;

const session::Agent* agent_of(Workbench& bench, const Caller& caller, const std::string& step) {
  if (std::ranges::count(caller.agents, step) == 0)
    throw Denied("starting the agent of the step \"" + step + "\" is not granted to this stage");
  return bench.agent(step);
}

Json not_now(const std::string& reason, std::optional<std::int64_t> wake) {
  Json answer = {{"started", false}, {"reason", reason}};
  if (wake) answer["wake_after"] = *wake;
  return answer;
}

/// A pass with a budget leaves a session that may outlast it to the next one.
std::optional<std::string> over_budget(const Workbench& bench, const session::Agent& agent) {
  if (!bench.budget) return std::nullopt;
  const std::int64_t left = *bench.budget - bench.elapsed();
  if (left >= agent.seconds) return std::nullopt;
  return "of this pass's budget " + std::to_string(std::max<std::int64_t>(left, 0)) +
         " s are left, and a session may take " + std::to_string(agent.seconds) + " s";
}

Json start(Workbench& bench, const Caller& caller, const Json& params) {
  const auto step = params.at("step").get<std::string>();
  const auto* agent = agent_of(bench, caller, step);
  if (bench.settings.dry_run) return not_now("a dry run starts no session", std::nullopt);
  if (agent == nullptr) throw Absent("the pipeline has no [agent] for the step \"" + step + "\"");
  if (const auto reason = over_budget(bench, *agent)) return not_now(*reason, kRetry);
  const auto session = bench.works.start(caller.stage, params.at("work").get<std::int64_t>(), *agent,
                                         bytes_of(params.at("prompt")), bench.settings.now);
  return {{"started", true}, {"session", session}};
}

std::string_view name(session::End end) {
  constexpr std::array<std::string_view, 4> names = {"not_started", "limited", "failed", "finished"};
  return names.at(static_cast<std::size_t>(end));
}

Json wait(Workbench& bench, const Caller& caller, const Json& params) {
  const std::string before = caller.stage + " | ";
  const auto ended = bench.works.wait(caller.stage, params.at("session").get<std::int64_t>(),
                                      [&](std::string_view line) { bench.said(before, line); });
  return {{"end", std::string(name(ended.end))},
          {"reason", ended.reason},
          {"missing", ended.missing},
          {"lifts_at", ended.lifts_at ? Json(*ended.lifts_at) : Json(nullptr)},
          {"tail", json_bytes(ended.tail)}};
}

Json agent(Workbench& bench, const Caller& caller, const Json& params) {
  const auto* found = agent_of(bench, caller, params.at("step").get<std::string>());
  if (found == nullptr) return {{"agent", nullptr}, {"not_now", nullptr}};
  Json not_now = nullptr;
  if (const auto reason = over_budget(bench, *found)) not_now = {{"reason", *reason}, {"wake_after", kRetry}};
  return {{"agent", {{"name", found->name}, {"seconds", found->seconds}}}, {"not_now", not_now}};
}

}  // namespace

void add_session_methods(Methods& methods, Workbench& bench) {
  methods["session.start"] = [&bench](const Caller& caller, const Json& params) {
    return start(bench, caller, params);
  };
  methods["session.wait"] = [&bench](const Caller& caller, const Json& params) {
    return wait(bench, caller, params);
  };
  methods["session.agent"] = [&bench](const Caller& caller, const Json& params) {
    return agent(bench, caller, params);
  };
  methods["session.alive"] = [](const Caller&, const Json& params) {
    const auto alive = is_alive(params.at("pass").get<std::string>());
    return Json{{"alive", alive ? Json(*alive) : Json(nullptr)}};
  };
}

}  // namespace sluice::engine
