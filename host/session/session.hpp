#pragma once
// One bounded run of an agent program over a work tree.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "host/process/child.hpp"
#include "host/session/agent.hpp"
#include "host/session/workplace.hpp"

namespace sluice::session {

/// How it ended. Only `failed` is an attempt of the program's own.
enum class End : std::uint8_t {
  not_started,  ///< No such program, or it ended without a word: nobody's attempt.
  limited,      ///< It said that a limit holds it.
  failed,       ///< It ended with an error, by a signal or by its clock.
  finished,
};

struct Ended {
  End end = End::not_started;
  std::string reason;                    ///< For people; holds nothing of what the program printed.
  bool missing = false;                  ///< The program is not there or may not be executed.
  std::optional<std::int64_t> lifts_at;  ///< limited: seconds since 1970.
  std::string tail;                      ///< The last lines that were its own, at most 2,000 bytes.
};

/// The variable by which what a session or a command started is found, wherever it went.
inline constexpr std::string_view kMark = "SLUICE_SESSION";

/// The environment of a session: an allow-list, a home folder and temporary files of its own, and git told to
/// know no user and no credential.
process::Environment session_environment(const Agent& agent, const Workplace& place);

/// Kills what was started over that work tree and still runs, whatever group it went to.
void end_leftovers_of(const Workplace& place);

/// Runs the program in the work tree with the prompt on its standard input, to its end or its clock's. Its
/// whole process group is gone afterwards, and what escaped from it by leaving it too. `line` is called on
/// this thread with what it says. now is the pass's clock. Never throws for what the program does.
Ended run_session(const Agent& agent, const Workplace& place, const std::string& prompt, std::int64_t now,
                  const std::function<void(std::string_view)>& line);

}  // namespace sluice::session
