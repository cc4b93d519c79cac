#pragma once
// Starting one child: a group of its own, three streams, nothing else inherited.

#include <sys/types.h>

#include <atomic>
#include <string>
#include <vector>

#include "host/process/child.hpp"

namespace sluice::process {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      close();
      number_ = other.release();
    }
    return *this;
  }
  ~Descriptor() { close(); }
  int get() const { return number_; }
  bool open() const { return number_ >= 0; }
  void close();
  int release() {
    const int number = number_;
    number_ = -1;
    return number;
  }

 private:
  int number_ = -1;
};

struct Spawned {
  pid_t pid = -1;  ///< -1: it did not start, and error says why.
  std::string error;
};

/// Starts argv[0] with these as its standard streams. The calling thread must outlive the child: the kernel
/// kills the child when that thread ends.
Spawned spawn(const Command& command, int input, int output, int error);

/// While it lives, kill_all ends the group of that child. To be destroyed before the child is reaped: until
/// then its number is its own, so that kill_all never meets a stranger.
class Registered {
 public:
  explicit Registered(pid_t pid);
  ~Registered();
  Registered(const Registered&) = delete;
  Registered& operator=(const Registered&) = delete;

 private:
  std::atomic<pid_t>* slot_ = nullptr;
};

}  // namespace sluice::process
