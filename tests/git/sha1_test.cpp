// The checksum's published vectors, and one stream cut in every way.

#include "host/git/sha1.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sluice::git {
namespace {

std::string sha1(std::string_view text) {
  Sha1 sum;
  sum.update(text);
  return sum.finish().hex();
}

TEST(Sha1, AgreesWithItsStandard) {
  EXPECT_EQ(sha1(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(sha1("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(sha1(std::string(1000000, 'a')), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(Sha1, IsTheSameHoweverTheStreamIsCut) {
  std::string text;
  for (int i = 0; i < 200; ++i) text.push_back(static_cast<char>(i));
  for (std::size_t length = 0; length <= text.size(); ++length)
    for (const std::size_t cut : {std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{65}}) {
      Sha1 sum;
      const std::string_view all = std::string_view(text).substr(0, length);
      for (std::size_t at = 0; at < length; at += cut) sum.update(all.substr(at, cut));
      EXPECT_EQ(sum.finish().hex(), sha1(all)) << length << " bytes by " << cut;
    }
}

TEST(Sha1, AViewOfNothingChangesNothing) {
  Sha1 sum;
  sum.update("a");
  sum.update({});
  EXPECT_EQ(sum.finish().hex(), sha1("a"));
}

TEST(Sha1, TheProcessorsBlockIsTheStandards) {
  if (!has_sha1_instructions()) return;  // Then there is one of them only.
  std::array<std::uint8_t, 64> block;
  Sha1State portable{1, 2, 3, 4, 5}, processors = portable;
  for (unsigned seed = 0; seed < 200; ++seed) {
    for (std::size_t i = 0; i < block.size(); ++i)
      block[i] = static_cast<std::uint8_t>(seed * 131 + i * i * 7);
    sha1_block_portable(portable, block.data());
    sha1_block_by_processor(processors, block.data());
    ASSERT_EQ(portable, processors) << seed;
  }
}

}  // namespace
}  // namespace sluice::git
