#include "host/cli/signals.hpp"

#include <atomic>
#include <csignal>

#include "host/process/child.hpp"

namespace sluice::cli {

namespace {

std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch a lock-free flag");

void on_signal(int) {
  stop = true;
  process::kill_all();
}

}  // namespace

void catch_stop_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool stop_asked() {
  return stop;
}

}  // namespace sluice::cli
