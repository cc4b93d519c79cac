#include "host/git/pack_delta.hpp"

#include <algorithm>
#include <cstdint>

namespace sluice::git {
namespace {

constexpr std::size_t largest_insert = 127;
constexpr std::size_t largest_copy = 0xffff;
constexpr std::size_t shortest_copy = 12;  // A copy takes up to seven bytes, and one more insert's length.

class Delta {
 public:
  Delta(std::string_view base, std::string_view target) : target_(target) {
    append_size(base.size());
    append_size(target.size());
  }

  void copy(std::size_t offset, std::size_t size) {
    while (size > 0) {
      const std::size_t piece = std::min(size, largest_copy);
      const std::size_t head = text_.size();
      text_.push_back('\x80');
      append_bytes(head, offset, 4, 0);
      append_bytes(head, piece, 2, 4);
      offset += piece;
      size -= piece;
    }
  }

  void insert(std::size_t from, std::size_t size) {
    while (size > 0) {
      const std::size_t piece = std::min(size, largest_insert);
      text_.push_back(static_cast<char>(piece));
      text_.append(target_.substr(from, piece));
      from += piece;
      size -= piece;
    }
  }

  std::string take() { return std::move(text_); }

 private:
  void append_size(std::size_t size) {
    for (; size > 127; size >>= 7) text_.push_back(static_cast<char>(0x80 | (size & 127)));
    text_.push_back(static_cast<char>(size));
  }

  /// A number's bytes from the lowest, the zero ones left out; a bit of the first byte says which are there.
  void append_bytes(std::size_t head, std::size_t number, unsigned count, unsigned first_bit) {
    for (unsigned i = 0; i < count; ++i) {
      const auto byte = static_cast<std::uint8_t>(number >> (8 * i));
      if (byte == 0) continue;
      text_[head] = static_cast<char>(static_cast<std::uint8_t>(text_[head]) | (1U << (first_bit + i)));
      text_.push_back(static_cast<char>(byte));
    }
  }

  std::string_view target_;
  std::string text_;
};

/// Runs in place: both have one length, and most bytes stand where they stood.
void compare_in_place(Delta& delta, std::string_view base, std::string_view target) {
  std::size_t inserted = 0;  // All before it is written.
  for (std::size_t at = 0; at < target.size();) {
    const auto differs = std::mismatch(target.begin() + static_cast<std::ptrdiff_t>(at), target.end(),
                                       base.begin() + static_cast<std::ptrdiff_t>(at));
    const auto end = static_cast<std::size_t>(differs.first - target.begin());
    if (end - at >= shortest_copy) {
      delta.insert(inserted, at - inserted);
      delta.copy(at, end - at);
      inserted = end;
    }
    at = end + 1;
  }
  delta.insert(inserted, target.size() - inserted);
}

void compare_ends(Delta& delta, std::string_view base, std::string_view target) {
  const std::size_t shorter = std::min(base.size(), target.size());
  const auto head = static_cast<std::size_t>(
      std::mismatch(base.begin(), base.begin() + static_cast<std::ptrdiff_t>(shorter), target.begin()).first -
      base.begin());
  const auto tail_end = base.rbegin() + static_cast<std::ptrdiff_t>(shorter - head);
  const auto tail =
      static_cast<std::size_t>(std::mismatch(base.rbegin(), tail_end, target.rbegin()).first - base.rbegin());
  delta.copy(0, head);
  delta.insert(head, target.size() - tail - head);
  delta.copy(base.size() - tail, tail);
}

}  // namespace

std::string pack_delta(std::string_view base, std::string_view target) {
  Delta delta(base, target);
  if (base.size() == target.size())
    compare_in_place(delta, base, target);
  else
    compare_ends(delta, base, target);
  return delta.take();
}

}  // namespace sluice::git
