#pragma once
// Where an object stands in a pack.

#include <cstdint>

#include "host/git/oid.hpp"

namespace sluice::git {

struct PackEntry {
  Oid id;
  std::uint32_t crc;     ///< Of its bytes as they stand there.
  std::uint32_t offset;  ///< From the pack's first byte.
};

}  // namespace sluice::git
