#include "host/git/sha1.hpp"

#include <algorithm>
#include <cstring>

namespace sluice::git {

void Sha1::block(const std::uint8_t* data) {
  static const auto hash = has_sha1_instructions() ? sha1_block_by_processor : sha1_block_portable;
  hash(state_, data);
}

void Sha1::update(std::string_view data) {
  const auto* at = reinterpret_cast<const std::uint8_t*>(data.data());
  std::size_t left = data.size();
  if (left == 0) return;  // A view of nothing may point nowhere.
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
