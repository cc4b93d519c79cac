#pragma once
// Which merged releases may still have findings to drain: those that our own `settled` markers do not cover.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sluice/facts.hpp"
#include "sluice/marker.hpp"

namespace sluice {

/// Stands in a release's conversation once nothing of it, or of any merged before it, is open. `basis`: some
/// of those findings are deferred, which holds under that basis alone; empty: none is.
Marker settled_marker(std::int64_t pull, const std::string& basis);

struct Unsettled {
  /// Merged, oldest first. The newest is always among them: its threads may be opened again.
  std::vector<Pull> releases;
  bool deferred_below = false;  ///< Findings of the settled ones before them stand deferred.
};

/// `releases` newest first, as Facts answers them; `comments` reads a release's conversation and is asked
/// from the newest on, no further than the first marker that holds. One of a basis holds under that basis
/// alone; none does where basis is nullopt. Whatever `comments` throws passes through.
Unsettled unsettled(const std::vector<Pull>& releases, const std::optional<std::string>& basis,
                    const std::string& viewer,
                    const std::function<std::vector<Comment>(std::int64_t)>& comments);

}  // namespace sluice
