#include "forge/local_world.hpp"

namespace sluice::test {

INSTANTIATE_TEST_SUITE_P(Local, ForgeContract,
                         testing::Values(ForgeFactory([] { return std::make_unique<LocalWorld>(); })));

}  // namespace sluice::test
