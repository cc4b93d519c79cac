#include "host/loader/frame.hpp"

namespace sluice::loader {

namespace {

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

Frame& Frame::number(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  for (int shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(bits >> shift & 0xFF);
  return *this;
}

Frame& Frame::text(std::string_view value) {
  number(static_cast<std::int64_t>(value.size()));
  bytes_ += value;
  return *this;
}

const std::string& Frame::bytes() {
  const std::size_t length = bytes_.size() - 4;
  if (length > largest_frame) {
    throw FrameError("a message of " + std::to_string(length) + " bytes is over the largest of " +
                     std::to_string(largest_frame));
  }
  for (std::size_t i = 0; i < 4; ++i) bytes_[i] = static_cast<char>(length >> (8 * i) & 0xFF);
  return bytes_;
}

std::string_view ReceivedFrame::take(std::size_t size) {
  if (size > body_.size() - at_) throw FrameError("a field reaches beyond its message");
  const std::string_view field = std::string_view(body_).substr(at_, size);
  at_ += size;
  return field;
}

std::int64_t ReceivedFrame::number() {
  return static_cast<std::int64_t>(little_endian(take(8)));
}

std::string_view ReceivedFrame::text() {
  const std::uint64_t size = little_endian(take(8));
  if (size > largest_frame) throw FrameError("a field reaches beyond its message");
  return take(static_cast<std::size_t>(size));
}

void ReceivedFrame::end() const {
  if (at_ != body_.size()) throw FrameError("a message has more fields than its kind");
}

void FrameBuffer::add(std::string_view bytes) {
  bytes_.erase(0, taken_);
  taken_ = 0;
  bytes_ += bytes;
}

std::optional<ReceivedFrame> FrameBuffer::next() {
  const std::string_view rest = std::string_view(bytes_).substr(taken_);
  if (rest.size() < 5) return std::nullopt;
  const std::uint64_t length = little_endian(rest.substr(0, 4));
  if (length == 0 || length > largest_frame) {
    throw FrameError("a message says that it has " + std::to_string(length) + " bytes");
  }
  const auto kind = static_cast<unsigned char>(rest[4]);
  if (kind < static_cast<unsigned>(FrameKind::open) || kind > static_cast<unsigned>(FrameKind::done)) {
    throw FrameError("a message is of the unknown kind " + std::to_string(kind));
  }
  if (rest.size() < 4 + length) return std::nullopt;
  taken_ += 4 + static_cast<std::size_t>(length);
  return ReceivedFrame(static_cast<FrameKind>(kind),
                       std::string(rest.substr(5, static_cast<std::size_t>(length) - 1)));
}

}  // namespace sluice::loader
