#pragma once
// A socket that carries frames, from either end.

#include <chrono>
#include <optional>

#include "host/loader/frame.hpp"
#include "host/process/spawn.hpp"

namespace sluice::loader {

using Clock = std::chrono::steady_clock;

/// Not blocking: the host's end must not hang on a process that does not read.
class Channel {
 public:
  explicit Channel(process::Descriptor socket);

  int descriptor() const { return socket_.get(); }
  void close() { socket_.close(); }

  /// False when the other end is gone, or has not taken it all by then.
  bool send(Frame& frame, Clock::time_point until);

  /// Reads what has come, a megabyte at most, so that an end that never stops writing cannot hold the other.
  /// False when the other end is gone and nothing more will come.
  bool read_some();
  /// Throws FrameError.
  std::optional<ReceivedFrame> next() { return buffer_.next(); }

 private:
  process::Descriptor socket_;
  FrameBuffer buffer_;
};

/// Milliseconds for poll(), rounded up, at most `longest`.
int poll_time(Clock::time_point until, std::chrono::milliseconds longest);

}  // namespace sluice::loader
