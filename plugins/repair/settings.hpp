#pragma once
// The stage's own table.

#include <string>
#include <vector>

#include "sluice/json.hpp"

namespace sluice::repair {

using Command = std::vector<std::string>;  ///< A program and its arguments.

struct Settings {
  std::vector<std::string> workflows;  ///< None: the stage does nothing.
  bool alerts = false;
  Command install;  ///< Empty: there is nothing to install.
  std::int64_t install_seconds = 600;
  std::vector<Command> regenerate, verify;
  std::int64_t command_seconds = 1800;  ///< Of each of those.
  std::int64_t attempts = 3;
  std::string prompt;  ///< The template.

  static Settings read(const Json& config);  ///< Throws RedError naming the key.
};

}  // namespace sluice::repair
