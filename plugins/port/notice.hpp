#pragma once
// The held notice: the first owed commit that no window can carry is told so, once, on itself.

#include <string>

#include "sluice/stage.hpp"
#include "window.hpp"

namespace sluice::port {

/// Posts the notice where nobody will come for the commit, and says in red what a person must do; idle where
/// a role will still try, and in a dry run, which asks nobody.
Outcome tell_held(Pass& pass, const Held& held, const Sha& on);

}  // namespace sluice::port
