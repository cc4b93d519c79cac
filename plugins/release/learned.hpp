#pragma once
// The bot's own file cap, kept where it was learned: as a marker on the pull request that it refused.

#include <optional>

#include "dialect/dialect.hpp"
#include "sluice/marker.hpp"
#include "sluice/stage.hpp"

namespace sluice::release {

/// <!-- sluice cap limit:100 files:133 was:150 from:the-plan-open-source at:2026-10-01 -->
/// `was` and `from` are the cap then in force and where it came from, so that another plan drops the marker.
/// nullopt where the limit is not below the cap in force: then the two counted different files, and there is
/// nothing to learn.
std::optional<Marker> learned_cap(const dialect::FileLimit& limit, const Snapshot& snapshot, Time stated_at);

/// One of our own comments says so already.
bool knows(const std::vector<Comment>& comments, const std::string& viewer, const Marker& marker);

std::string date_of(Time time);  ///< "2026-10-01", UTC.

}  // namespace sluice::release
