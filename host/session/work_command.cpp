#include "host/session/work_command.hpp"

#include <algorithm>

#include "host/session/sandbox.hpp"
#include "host/session/session.hpp"

namespace sluice::session {

namespace {

constexpr std::size_t kLines = 80, kBytes = 16'000;

std::string tail_of(const Narration& said) {
  std::string text;
  const auto& lines = said.own();
  const std::size_t first = lines.size() > kLines ? lines.size() - kLines : 0;
  for (std::size_t i = first; i < lines.size(); ++i) text += lines[i] + "\n";
  return text.size() > kBytes ? text.substr(text.size() - kBytes) : text;
}

std::string how_it_ended(const std::string& program, const process::Result& result, std::int64_t seconds) {
  if (!result.started) return program + " did not start: " + result.error;
  if (result.timed_out) return program + " ran longer than its " + std::to_string(seconds) + " s";
  if (result.signal != 0) return program + " was ended by signal " + std::to_string(result.signal);
  return program + " ended with " + std::to_string(result.code);
}

}  // namespace

CommandEnd run_command(const Workplace& place, const std::vector<std::string>& command, std::int64_t seconds,
                       const std::function<void(std::string_view)>& line, Sandbox sandbox) {
  if (command.empty()) return {false, "no command is configured", ""};
  auto environment = session_environment({}, place);
  if (sandbox == Sandbox::bwrap) {
    const auto why = why_not_behind_bwrap(command.front(), environment["PATH"]);
    if (!why.empty()) return {false, command.front() + " did not start: " + why, ""};
  }
  Narration said(Output::text, line);
  const auto hear = [&said](std::string_view piece) { said.take(piece); };
  const auto result =
      process::run({.argv = sandbox == Sandbox::bwrap ? behind_bwrap(place, command) : command,
                    .directory = place.tree(),
                    .environment = std::move(environment),
                    .limit = std::chrono::seconds(seconds),
                    .output_limit = 0,
                    .on_error_text = hear,
                    .on_output = hear});
  end_leftovers_of(place);
  said.finish();
  return {result.ok() && !result.timed_out, how_it_ended(command.front(), result, seconds), tail_of(said)};
}

}  // namespace sluice::session
