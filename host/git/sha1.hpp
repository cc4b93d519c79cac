#pragma once
// SHA-1 over a stream: ids of objects, and the checksums that close a pack and its index. git's and libgit2's
// look for collisions on the way, which takes three times as long and is for objects received, not for those
// that we make.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "host/git/oid.hpp"
#include "host/git/sha1_block.hpp"

namespace sluice::git {

class Sha1 {
 public:
  void update(std::string_view data);
  Oid finish();  ///< Once; the stream ends here.

 private:
  void block(const std::uint8_t* data);

  Sha1State state_{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  std::array<std::uint8_t, 64> buffer_{};
  std::size_t filled_ = 0;
  std::uint64_t length_ = 0;
};

}  // namespace sluice::git
