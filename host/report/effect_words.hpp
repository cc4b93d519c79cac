#pragma once
// An effect in words: from its parameters (effect.append) and its receipt.

#include "host/report/pass_report.hpp"
#include "sluice/json.hpp"

namespace sluice::report {

/// The receipt may be null: none is known, the pass was killed in between. Neither document needs to be
/// valid.
EffectReport effect_report(const Json& effect, const Json& receipt);

/// A commit's first ten digits, or the text as it is.
std::string brief(const std::string& sha);

}  // namespace sluice::report
