#pragma once
// One line for each commit: where it is, and the fact that decided it.

#include <string>
#include <utility>
#include <vector>

#include "window.hpp"

namespace sluice::port {

using Notes = std::vector<std::pair<Sha, std::string>>;

struct Verdicts {
  Notes window, fixes, held, claimed, waiting, shed;
};

/// not_pushed: the sentence that says why the window did not go out; its commits then wait. Empty where it
/// did.
Verdicts verdicts(const Lead& lead, const Window& window, const std::vector<Shed>& shed, std::int64_t cap,
                  const std::string& not_pushed);

/// "window has 99 files of 100; this one makes 104"
std::string held_because(const Held& held, std::int64_t cap);

}  // namespace sluice::port
