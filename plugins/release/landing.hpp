#pragma once
// A reviewed release reaches main: by the forge's merge, or, where the two conflict, by a fold that is pushed
// to main.

#include "sluice/stage.hpp"

namespace sluice::release {

/// `head` is what the review read, and develop; `why` says what the gate saw.
Outcome land(Pass& pass, const Pull& pull, const Sha& main, const std::string& why);

}  // namespace sluice::release
