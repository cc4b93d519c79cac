#pragma once
// Which of the skipped claims a commit cannot do without.

#include <functional>
#include <vector>

#include "sluice/git.hpp"

namespace sluice::port {

using Works = std::function<bool(const std::vector<Owed>& claims)>;

/// A smallest selection in queue order that still works: no single one of it can be left out. The whole list
/// works. Whole runs are tried first, so few needed among many cost few questions.
std::vector<Owed> needed(std::vector<Owed> claims, const Works& works);

}  // namespace sluice::port
