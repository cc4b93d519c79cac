// What a built window comes to.

#include "plugins/port/ready.hpp"

#include <gtest/gtest.h>

namespace sluice::port {
namespace {

TEST(Readiness, Table) {
  struct Row {
    Readings readings;
    Ready ready;
  };
  const std::vector<Row> rows = {
      {{.fixes = 1}, Ready::push},
      {{.picks = 1}, Ready::push},
      {{.fixes = 1, .held = true}, Ready::push},
      {{.picks = 1, .develop_ahead = true, .held = true}, Ready::push},
      {{.claims = 2, .develop_ahead = true}, Ready::open},
      {{.develop_ahead = true, .held = true}, Ready::open},
      {{.claims = 2, .held = true}, Ready::held},
      {{.held = true}, Ready::held},
      {{.claims = 1}, Ready::claims},
      {{}, Ready::nothing},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(ready(row.readings), row.ready)
        << row.readings.fixes << row.readings.picks << row.readings.claims << row.readings.develop_ahead
        << row.readings.held;
  }
}

}  // namespace
}  // namespace sluice::port
