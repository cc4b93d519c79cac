#pragma once
// A call that a forge must refuse.

#include <functional>

#include "host/forge/forge.hpp"

namespace sluice::test {

/// What it says, and of which kind; fails where nothing was refused.
inline forge::ForgeError refused(const std::function<void()>& call) {
  try {
    call();
  } catch (const forge::ForgeError& error) {
    return error;
  }
  throw std::runtime_error("the call was not refused");
}

}  // namespace sluice::test
