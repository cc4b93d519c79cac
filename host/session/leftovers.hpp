#pragma once
// Processes that left their session's group and would outlive it.

#include <string>
#include <string_view>

namespace sluice::session {

/// Kills every process of this user that was started with that variable of that value in its environment,
/// until none is left; at most two seconds. Returns how many it killed. One that cleared its environment is
/// not found.
int end_leftovers(std::string_view variable, const std::string& value);

}  // namespace sluice::session
