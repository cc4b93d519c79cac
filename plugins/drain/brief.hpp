#pragma once
// What the session is told.

#include <string>
#include <string_view>

#include "open_set.hpp"

namespace sluice::drain {

/// What of the open set one session is asked: from the most severe on, as much as it can be told at once; one
/// at least.
OpenSet portion(const OpenSet& open);

/// The template filled: what is open, each as data, severest first, and the end of what the install command
/// printed where it failed (empty: it did not). Each is cut to a readable length. Throws
/// RedError for a template that has no place for the findings.
std::string brief(std::string_view prompt, const Pull& release, const OpenSet& open,
                  const std::string& install_failed);

}  // namespace sluice::drain
