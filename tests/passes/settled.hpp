#pragma once
// What holds after every pass that waits: another one changes nothing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "passes/river.hpp"

namespace sluice::test {

/// Runs once more; nothing at the remote may change and no effect may be tried.
inline void expect_settled(River& river) {
  const std::string before = river.state();
  const Ran again = river.run();
  EXPECT_THAT(again.effects(), testing::IsEmpty()) << again.reason();
  EXPECT_EQ(river.state(), before);
}

}  // namespace sluice::test
