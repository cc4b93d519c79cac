#pragma once
// Whether main is red, and by what.

#include <optional>
#include <string>
#include <vector>

#include "sluice/facts.hpp"

namespace sluice::repair {

struct Red {
  std::vector<Run> runs;  ///< Failed ones.
  std::vector<Alert> alerts;
};

/// Whether the newest run of each of the workflows, among those at one commit, has completed there.
bool all_completed(const std::vector<Run>& runs, const std::vector<std::string>& workflows);

/// `runs` are the newest of each workflow at main's head; `alerts` the open ones that count. A run that is
/// under way, was cancelled or ended in any other way than a failure is no red. nullopt: main is not red.
std::optional<Red> red_of(const std::vector<Run>& runs, const std::vector<std::string>& workflows,
                          const std::vector<Alert>& alerts);

/// "ci.yml failed (https://...)" and the like, one line for people.
std::string reason_of(const Red& red);

}  // namespace sluice::repair
