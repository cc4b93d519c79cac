#pragma once
// An agent program as a pipeline configures it: how it is started, for how long, and how it says that it
// will not work now.

#include <cstdint>
#include <string>
#include <vector>

#include "host/session/narration.hpp"

namespace sluice::session {

enum class Sandbox : std::uint8_t { none, bwrap };

struct Agent {
  std::string name = "agent";        ///< Whom a limit is of: roles that share it wait for the same instant.
  std::vector<std::string> command;  ///< An argument vector; "{model}" in it is the model.
  std::string model;
  Output output = Output::text;
  std::int64_t seconds = 2700;           ///< Wall clock of one session.
  std::vector<std::string> environment;  ///< Variables of ours that it is given besides PATH and the locale.
  Sandbox sandbox = Sandbox::none;       ///< What keeps it from writing beside its own folder.
  std::vector<std::string> limits;       ///< Words by which it says that a limit holds it; see limit.hpp.
};

}  // namespace sluice::session
