#pragma once
// What the stage tells agents, people and history.

#include <string>
#include <vector>

#include "red.hpp"
#include "settings.hpp"
#include "sluice/git.hpp"
#include "sluice/work.hpp"

namespace sluice::repair {

/// A failed run and its raw log.
struct Logged {
  Run run;
  std::string log;
};

/// What one session is to mend.
struct Job {
  Sha main;
  std::string trailer;
  std::vector<Logged> runs;
  std::vector<Alert> alerts;
  std::optional<CommandEnd> broken_install;  ///< How the install command failed.
};

std::string prompt_for(const Settings& settings, const Job& job);

/// Of the commit that holds what the regenerators made.
std::string message_of(const Sha& main, const std::string& trailer, const Red& red,
                       const std::vector<std::string>& paths);

/// Of the comment on main's head that leaves it to a person.
std::string notice_of(const std::string& main, const std::string& reason);

}  // namespace sluice::repair
