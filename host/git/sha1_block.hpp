#pragma once
// One block of SHA-1: as the standard writes it, and by the processor's own instructions where it has them.

#include <array>
#include <cstdint>

namespace sluice::git {

using Sha1State = std::array<std::uint32_t, 5>;

void sha1_block_portable(Sha1State& state, const std::uint8_t* block);

bool has_sha1_instructions();
/// Only where has_sha1_instructions().
void sha1_block_by_processor(Sha1State& state, const std::uint8_t* block);

}  // namespace sluice::git
