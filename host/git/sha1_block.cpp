#include "host/git/sha1_block.hpp"

#include <bit>
#include <cstddef>

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace sluice::git {
namespace {

std::uint32_t load_big_endian(const std::uint8_t* at) {
  return (std::uint32_t{at[0]} << 24) | (std::uint32_t{at[1]} << 16) | (std::uint32_t{at[2]} << 8) | at[3];
}

template <class Mix>
void rounds(Sha1State& state, const std::uint32_t* words, std::uint32_t constant, Mix mix) {
  auto [a, b, c, d, e] = state;
#pragma GCC unroll 20
  for (int i = 0; i < 20; ++i) {
    const std::uint32_t next = std::rotl(a, 5) + mix(b, c, d) + e + constant + words[i];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  state = {a, b, c, d, e};
}

}  // namespace

void sha1_block_portable(Sha1State& state, const std::uint8_t* block) {
  std::array<std::uint32_t, 80> words;
  for (std::size_t i = 0; i < 16; ++i) words[i] = load_big_endian(block + 4 * i);
  for (std::size_t i = 16; i < 80; ++i)
    words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  const auto parity = [](std::uint32_t b, std::uint32_t c, std::uint32_t d) { return b ^ c ^ d; };
  Sha1State next = state;
  rounds(next, &words[0], 0x5a827999, [](auto b, auto c, auto d) { return d ^ (b & (c ^ d)); });
  rounds(next, &words[20], 0x6ed9eba1, parity);
  rounds(next, &words[40], 0x8f1bbcdc, [](auto b, auto c, auto d) { return (b & c) | (d & (b | c)); });
  rounds(next, &words[60], 0xca62c1d6, parity);
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += next[i];
}

#ifdef __x86_64__

bool has_sha1_instructions() {
  static const bool has = [] {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __builtin_cpu_supports("sse4.1") && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 &&
           (b & bit_SHA) != 0;
  }();
  return has;
}

namespace {

/// Twenty rounds of one kind, four at a time. Words four and more are made from the four before them.
template <int kind>
__attribute__((target("sha,sse4.1"))) void twenty_rounds(__m128i& abcd, __m128i& before,
                                                         __m128i (&words)[4]) {
#pragma GCC unroll 5
  for (int step = 0; step < 5; ++step) {
    const int group = kind * 5 + step;
    __m128i& word = words[group % 4];
    if (group >= 4) {
      word = _mm_xor_si128(_mm_sha1msg1_epu32(word, words[(group + 1) % 4]), words[(group + 2) % 4]);
      word = _mm_sha1msg2_epu32(word, words[(group + 3) % 4]);
    }
    // The fifth variable is the first one of four rounds ago, turned; at the start it is itself.
    const __m128i fifth = group == 0 ? _mm_add_epi32(before, word) : _mm_sha1nexte_epu32(before, word);
    before = abcd;
    abcd = _mm_sha1rnds4_epu32(abcd, fifth, kind);
  }
}

}  // namespace

__attribute__((target("sha,sse4.1"))) void sha1_block_by_processor(Sha1State& state,
                                                                   const std::uint8_t* block) {
  const __m128i big_endian = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
  __m128i words[4];
  for (int i = 0; i < 4; ++i)
    words[i] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(block) + i), big_endian);
  const __m128i first =
      _mm_shuffle_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(state.data())), 0x1b);
  const __m128i fifth = _mm_set_epi32(static_cast<int>(state[4]), 0, 0, 0);
  __m128i abcd = first, before = fifth;
  twenty_rounds<0>(abcd, before, words);
  twenty_rounds<1>(abcd, before, words);
  twenty_rounds<2>(abcd, before, words);
  twenty_rounds<3>(abcd, before, words);
  state[4] = static_cast<std::uint32_t>(_mm_extract_epi32(_mm_sha1nexte_epu32(before, fifth), 3));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data()),
                   _mm_shuffle_epi32(_mm_add_epi32(abcd, first), 0x1b));
}

#else

bool has_sha1_instructions() {
  return false;
}
void sha1_block_by_processor(Sha1State& state, const std::uint8_t* block) {
  sha1_block_portable(state, block);
}

#endif

}  // namespace sluice::git
