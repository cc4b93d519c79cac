#pragma once
// A rate limit settled: waited out, then asked about, at most three times. The bot never comes back by
// itself.

#include <optional>
#include <string>
#include <vector>

#include "gate.hpp"

namespace sluice::release {

/// `asks` are the times of our own asks that the refusal does not answer.
Decision settle(const std::string& release, const std::optional<dialect::Refusal>& refusal,
                std::vector<Time> asks, Time now);

}  // namespace sluice::release
