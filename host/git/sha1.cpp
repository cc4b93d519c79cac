#include "host/git/sha1.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace sluice::git {
namespace {

std::uint32_t load_big_endian(const std::uint8_t* at) {
  return (std::uint32_t{at[0]} << 24) | (std::uint32_t{at[1]} << 16) | (std::uint32_t{at[2]} << 8) | at[3];
}

struct Round {
  std::uint32_t mix, constant;
};

Round round(int step, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  if (step < 20) return {(b & c) | (~b & d), 0x5a827999};
  if (step < 40) return {b ^ c ^ d, 0x6ed9eba1};
  if (step < 60) return {(b & c) | (b & d) | (c & d), 0x8f1bbcdc};
  return {b ^ c ^ d, 0xca62c1d6};
}

}  // namespace

void Sha1::block(const std::uint8_t* data) {
  std::array<std::uint32_t, 80> words;
  for (std::size_t i = 0; i < 16; ++i) words[i] = load_big_endian(data + 4 * i);
  for (std::size_t i = 16; i < 80; ++i)
    words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  auto [a, b, c, d, e] = state_;
  for (int i = 0; i < 80; ++i) {
    const Round step = round(i, b, c, d);
    const std::uint32_t next =
        std::rotl(a, 5) + step.mix + e + step.constant + words[static_cast<std::size_t>(i)];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  state_[0] += a;
  state_[1] += b;
  state_[2] += c;
  state_[3] += d;
  state_[4] += e;
}

void Sha1::update(std::string_view data) {
  const auto* at = reinterpret_cast<const std::uint8_t*>(data.data());
  std::size_t left = data.size();
  length_ += left;
  if (filled_ > 0) {
    const std::size_t taken = std::min(left, buffer_.size() - filled_);
    std::memcpy(buffer_.data() + filled_, at, taken);
    filled_ += taken;
    at += taken;
    left -= taken;
    if (filled_ < buffer_.size()) return;
    block(buffer_.data());
    filled_ = 0;
  }
  for (; left >= buffer_.size(); at += buffer_.size(), left -= buffer_.size()) block(at);
  if (left > 0) std::memcpy(buffer_.data(), at, left);
  filled_ = left;
}

Oid Sha1::finish() {
  const std::uint64_t bits = length_ * 8;
  static constexpr char padding[64] = {'\x80'};
  update({padding, 1 + (119 - filled_) % 64});
  std::array<char, 8> size;
  for (std::size_t i = 0; i < size.size(); ++i) size[i] = static_cast<char>(bits >> (56 - 8 * i));
  update({size.data(), size.size()});
  Oid id;
  for (std::size_t i = 0; i < id.bytes.size(); ++i)
    id.bytes[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  return id;
}

}  // namespace sluice::git
