// Random whole lives of a remote. SLUICE_SEED repeats one; SLUICE_SIMULATE=N runs N of them.

#include "simulation/stream.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

namespace sluice::test {
namespace {

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

void live(std::uint64_t seed) {
  Stream stream(seed);
  for (int step = 0; step < 30; ++step) {
    stream.step();
    ASSERT_EQ(stream.broken(), "") << "SLUICE_SEED=" << seed << "\n" << stream.story() << stream.graph();
  }
  ASSERT_TRUE(stream.drain()) << stream.broken() << "SLUICE_SEED=" << seed << "\n"
                              << stream.story() << stream.graph();
  for (const std::string folder : {"q", "f"}) {
    const auto wanted = stream.session().wanted(folder);
    if (wanted.empty()) continue;
    EXPECT_EQ(stream.on_main(folder), wanted) << "SLUICE_SEED=" << seed << "\n"
                                              << stream.story() << stream.graph();
  }
}

/// The suite lives one known life; SLUICE_SIMULATE=N lives N random ones, SLUICE_SEED=S that very one.
TEST(Simulation, NothingIsLostAndItDrains) {
  const auto lives = number_from("SLUICE_SIMULATE", 0);
  if (lives == 0) return live(number_from("SLUICE_SEED", 60212094));
  for (std::uint64_t life = 0; life < lives && !HasFatalFailure(); ++life) {
    const auto seed = number_from("SLUICE_SEED", std::random_device{}()) + (life > 0 ? life : 0);
    std::cout << "SLUICE_SEED=" << seed << std::endl;
    live(seed);
  }
}

}  // namespace
}  // namespace sluice::test
