#pragma once
// The messages between the host and a plugin's own process: pure encoding, no I/O.
//
// A frame is four bytes of length, little endian, one byte of kind, and fields: a number is eight bytes, a
// text its length as a number and its bytes. The length counts the kind and the fields.

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sluice::loader {

/// Bytes that are no frame, or fields that are not those of its kind: only a plugin that meddled sends such.
struct FrameError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class FrameKind : std::uint8_t {
  // The host's: entries, and what a request gave.
  open = 1,  ///< protocol, path, bytes of memory
  create,    ///< stage, config
  run,       ///< snapshot
  serve,     ///< role, request
  destroy,
  result,  ///< code, document, error
  // The plugin's process's: what it asks during an entry, and the entry's end.
  call,       ///< method, params; answered by result
  cancelled,  ///< answered by result, whose code is not 0 once the pass is to stop
  log,        ///< level, line
  progress,   ///< what, done, total
  done,       ///< code, text: the answer, or for a code below 0 the sentence that says why
};

constexpr std::uint32_t largest_frame = 128 * 1024 * 1024;
constexpr std::int64_t frame_protocol = 1;

class Frame {
 public:
  explicit Frame(FrameKind kind) : bytes_(4, '\0') { bytes_ += static_cast<char>(kind); }
  Frame& number(std::int64_t value);
  Frame& text(std::string_view value);
  std::size_t size() const { return bytes_.size() - 4; }
  /// The frame as it is sent. Throws FrameError over the largest size.
  const std::string& bytes();

 private:
  std::string bytes_;
};

/// A frame that was received: its fields are taken in order.
class ReceivedFrame {
 public:
  FrameKind kind() const { return kind_; }
  std::int64_t number();
  std::string_view text();  ///< Valid as long as this frame.
  void end() const;         ///< Throws FrameError when fields are left.

 private:
  friend class FrameBuffer;
  ReceivedFrame(FrameKind kind, std::string body) : kind_(kind), body_(std::move(body)) {}
  std::string_view take(std::size_t size);
  FrameKind kind_;
  std::string body_;
  std::size_t at_ = 0;
};

/// Bytes as they come, cut into frames.
class FrameBuffer {
 public:
  void add(std::string_view bytes);
  /// The next whole frame; nothing when it has not all come. Throws FrameError.
  std::optional<ReceivedFrame> next();

 private:
  std::string bytes_;
  std::size_t taken_ = 0;  ///< Bytes at the front that frames were made of.
};

}  // namespace sluice::loader
