#include "host/engine/methods.hpp"

namespace sluice::engine {

namespace {

Json append(Workbench& bench, const Caller& caller, const Json& params) {
  const auto effect = effects::parse_effect(params);
  if (auto reason = caller.grants.denial(effect)) throw Denied(*reason);
  return effects::describe(bench.log.append(effect));
}

}  // namespace

Methods make_methods(Workbench& bench) {
  Methods methods;
  add_fact_methods(methods, bench);
  add_git_methods(methods, bench);
  add_work_methods(methods, bench);
  add_session_methods(methods, bench);
  methods["effect.append"] = [&bench](const Caller& caller, const Json& params) {
    return append(bench, caller, params);
  };
  methods["role.call"] = [&bench](const Caller& caller, const Json& params) {
    return bench.role(caller, params.at("role").get<std::string>(), params.at("request"));
  };
  methods["note.commits"] = [&bench](const Caller& caller, const Json& params) {
    bench.note(caller, params);
    return Json::object();
  };
  methods["clock.now"] = [&bench](const Caller&, const Json&) { return Json{{"now", bench.settings.now}}; };
  return methods;
}

}  // namespace sluice::engine
