#include "host/session/session.hpp"

#include <algorithm>
#include <cstdlib>

#include "host/session/leftovers.hpp"
#include "host/session/limit.hpp"
#include "host/session/sandbox.hpp"

namespace sluice::session {

namespace {

std::vector<std::string> argv_of(const Agent& agent) {
  std::vector<std::string> argv;
  for (std::string argument : agent.command) {
    if (const auto at = argument.find("{model}"); at != std::string::npos)
      argument.replace(at, 7, agent.model);
    argv.push_back(std::move(argument));
  }
  return argv;
}

std::string tail_of(const std::deque<std::string>& lines) {
  constexpr std::size_t longest = 2000;
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text.size() > longest ? text.substr(text.size() - longest) : text;
}

std::string how_it_ended(const Agent& agent, const process::Result& result) {
  const std::string& program = agent.command.front();
  if (result.timed_out) return program + " ran longer than its " + std::to_string(agent.seconds) + " s";
  if (result.signal != 0) return program + " was ended by signal " + std::to_string(result.signal);
  return program + " ended with " + std::to_string(result.code);
}

Ended judge(const Agent& agent, const process::Result& result, const Narration& said,
            const Narration& complained, std::int64_t now) {
  Ended ended;
  std::deque<std::string> own = said.own();
  own.insert(own.end(), complained.own().begin(), complained.own().end());
  ended.tail = tail_of(own);
  ended.reason = how_it_ended(agent, result);
  if (result.ok() && !result.timed_out) {
    ended.end = End::finished;
    return ended;
  }
  const std::vector<std::string> lines(own.begin(), own.end());
  ended.lifts_at = limit_lifts_at(lines, agent.limits, now);
  if (ended.lifts_at) {
    ended.end = End::limited;
    ended.reason = agent.command.front() + " says that a limit holds it";
  } else {
    ended.end = said.spoke() || result.timed_out ? End::failed : End::not_started;
    if (!said.spoke()) ended.reason += " and said nothing";
  }
  return ended;
}

Ended not_started(const Agent& agent, const std::string& why) {
  Ended ended;
  ended.missing = true;
  ended.reason = "the agent program " +
                 (agent.command.empty() ? std::string("(none)") : agent.command.front()) +
                 " did not start: " + why + "; install it, or name another one in [agent] command";
  return ended;
}

}  // namespace

process::Environment session_environment(const Agent& agent, const Workplace& place) {
  process::Environment environment;
  environment["PATH"] = process::minimal_environment()["PATH"];
  environment["LC_ALL"] = "C.UTF-8";
  environment["HOME"] = place.home().string();
  environment["TMPDIR"] = place.home().string();
  environment["SLUICE_OUT"] = place.out().string();
  environment["GIT_CONFIG_NOSYSTEM"] = "1";
  environment["GIT_TERMINAL_PROMPT"] = "0";
  environment["GIT_ASKPASS"] = "false";
  environment["GIT_EDITOR"] = "true";
  for (const auto& name : agent.environment) {
    if (const char* value = std::getenv(name.c_str()); value != nullptr) environment[name] = value;
  }
  environment[std::string(kMark)] = place.root().filename().string();
  return environment;
}

void end_leftovers_of(const Workplace& place) {
  end_leftovers(kMark, place.root().filename().string());
}

Ended run_session(const Agent& agent, const Workplace& place, const std::string& prompt, std::int64_t now,
                  const std::function<void(std::string_view)>& line) {
  if (agent.command.empty()) return not_started(agent, "no command is configured");
  auto environment = session_environment(agent, place);
  auto argv = argv_of(agent);
  if (agent.sandbox == Sandbox::bwrap) {
    if (const auto why = why_not_behind_bwrap(argv.front(), environment["PATH"]); !why.empty())
      return not_started(agent, why);
    argv = behind_bwrap(place, argv);
  }
  Narration said(agent.output, line);
  Narration complained(Output::text, line);
  process::Command command{.argv = std::move(argv),
                           .directory = place.tree(),
                           .environment = std::move(environment),
                           .input = prompt,
                           .limit = std::chrono::seconds(agent.seconds),
                           .output_limit = 0,
                           .on_error_text = [&complained](std::string_view piece) { complained.take(piece); },
                           .on_output = [&said](std::string_view piece) { said.take(piece); }};
  const auto result = process::run(command);
  end_leftovers_of(place);
  said.finish();
  complained.finish();
  if (!result.started) return not_started(agent, result.error);
  return judge(agent, result, said, complained, now);
}

}  // namespace sluice::session
