#include "host/loader/channel.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace sluice::loader {

using std::chrono::milliseconds;

Channel::Channel(process::Descriptor socket) : socket_(std::move(socket)) {
  ::fcntl(socket_.get(), F_SETFL, ::fcntl(socket_.get(), F_GETFL) | O_NONBLOCK);
}

bool Channel::send(Frame& frame, Clock::time_point until) {
  std::string_view rest = frame.bytes();
  while (!rest.empty()) {
    const ssize_t sent = ::send(socket_.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      rest.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN) {
      if (Clock::now() >= until) return false;
      pollfd wait{socket_.get(), POLLOUT, 0};
      ::poll(&wait, 1, poll_time(until, milliseconds(1000)));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool Channel::read_some() {
  std::array<char, 64 * 1024> piece;
  for (int turn = 0; turn < 16; ++turn) {
    const ssize_t size = ::recv(socket_.get(), piece.data(), piece.size(), 0);
    if (size > 0) {
      buffer_.add({piece.data(), static_cast<std::size_t>(size)});
    } else if (size < 0 && errno == EAGAIN) {
      return true;
    } else if (size == 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

int poll_time(Clock::time_point until, milliseconds longest) {
  const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
  return static_cast<int>(std::clamp(left, milliseconds(0), longest).count());
}

}  // namespace sluice::loader
