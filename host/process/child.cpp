#include "host/process/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <optional>

#include "host/process/spawn.hpp"

namespace sluice::process {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kGrace{2000};  ///< Between SIGTERM and SIGKILL when the time is up.

// The groups that run now, for kill_all: plain lock-free slots, so that a signal handler may read them.
std::array<std::atomic<pid_t>, 1024> running{};
static_assert(std::atomic<pid_t>::is_always_lock_free);

bool has_exited(pid_t pid) noexcept {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid;
}

struct Pipe {
  Descriptor read, write;
};

/// Both ends above the standard streams, so that connecting those in the child overwrites neither.
Pipe make_pipe() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  Pipe pipe{Descriptor(ends[0]), Descriptor(ends[1])};
  for (Descriptor* end : {&pipe.read, &pipe.write}) {
    if (end->get() < 3) *end = Descriptor(::fcntl(end->get(), F_DUPFD_CLOEXEC, 3));
  }
  return pipe;
}

void set_nonblocking(const Descriptor& end) {
  ::fcntl(end.get(), F_SETFL, ::fcntl(end.get(), F_GETFL) | O_NONBLOCK);
}

/// A write to a child that has gone must be an error here, not a signal to the whole host.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    already_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    if (!already_) {
      const timespec now{};
      while (sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  sigset_t pipe_{}, before_{};
  bool already_ = false;
};

/// The parent's side of one child, from its start to its last byte.
class Conversation {
 public:
  Conversation(const Command& command, Result& result) : command_(command), result_(result) {}

  bool connect() {
    if (command_.input.empty()) {
      child_input_ = Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    } else {
      Pipe pipe = make_pipe();
      child_input_ = std::move(pipe.read);
      input_ = std::move(pipe.write);
    }
    Pipe out = make_pipe(), err = make_pipe();
    output_ = std::move(out.read);
    child_output_ = std::move(out.write);
    error_ = std::move(err.read);
    child_error_ = std::move(err.write);
    for (const Descriptor* end : {&input_, &output_, &error_}) {
      if (end->open()) set_nonblocking(*end);
    }
    return child_input_.open() && output_.open() && error_.open();
  }

  Spawned start() {
    Spawned spawned = spawn(command_, child_input_.get(), child_output_.get(), child_error_.get());
    child_input_.close();
    child_output_.close();
    child_error_.close();
    return spawned;
  }

  /// Feeds and drains until the child has exited and all that its group wrote is read.
  void carry_on(pid_t pid) {
    const Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    const auto started = Clock::now();
    while (!has_exited(pid)) {
      enforce_limit(pid, Clock::now() - started);
      wait_for_something(handle.get(), milliseconds(handle.open() ? 1000 : 2));
      exchange();
    }
    // What it left behind in its group ends with it; only then is what the pipes hold all that there will be.
    ::kill(-pid, SIGKILL);
    input_.close();
    exchange();
  }

 private:
  void enforce_limit(pid_t pid, Clock::duration elapsed) {
    if (command_.limit.count() == 0 || elapsed < command_.limit) return;
    if (!result_.timed_out) {
      result_.timed_out = true;
      ::kill(-pid, SIGTERM);
    } else if (elapsed >= command_.limit + kGrace) {
      ::kill(-pid, SIGKILL);
    }
  }

  void wait_for_something(int handle, milliseconds at_most) {
    std::array<pollfd, 4> waits{pollfd{handle, POLLIN, 0}, pollfd{input_.get(), POLLOUT, 0},
                                pollfd{output_.get(), POLLIN, 0}, pollfd{error_.get(), POLLIN, 0}};
    if (command_.limit.count() != 0) at_most = std::min(at_most, milliseconds(50));
    ::poll(waits.data(), waits.size(), static_cast<int>(at_most.count()));
  }

  void exchange() {
    feed();
    drain(output_, result_.output, false);
    drain(error_, result_.error, true);
  }

  void feed() {
    while (input_.open()) {
      const auto rest = std::string_view(command_.input).substr(fed_);
      const ssize_t written = rest.empty() ? 0 : ::write(input_.get(), rest.data(), rest.size());
      if (written > 0) {
        fed_ += static_cast<std::size_t>(written);
      } else if (rest.empty() || (errno != EAGAIN && errno != EINTR)) {
        input_.close();
      } else if (errno == EAGAIN) {
        return;
      }
    }
  }

  void drain(Descriptor& end, std::string& into, bool is_error) {
    std::array<char, 65536> buffer;
    // A turn is bounded, so that a child that never stops writing cannot keep its clock from being looked at.
    for (int turn = 0; turn < 64 && end.open(); ++turn) {
      const ssize_t count = ::read(end.get(), buffer.data(), buffer.size());
      if (count > 0) {
        keep(std::string_view(buffer.data(), static_cast<std::size_t>(count)), into, is_error);
      } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        end.close();
      } else if (errno == EAGAIN) {
        return;
      }
    }
  }

  void keep(std::string_view piece, std::string& into, bool is_error) {
    const auto& listener = is_error ? command_.on_error_text : command_.on_output;
    if (listener) listener(piece);
    const std::size_t room = command_.output_limit - std::min(command_.output_limit, into.size());
    if (piece.size() > room) result_.truncated = true;
    into.append(piece.substr(0, room));
  }

  const Command& command_;
  Result& result_;
  Descriptor child_input_, child_output_, child_error_;
  Descriptor input_, output_, error_;
  std::size_t fed_ = 0;
};

/// A started child is ended and reaped whatever happens to us, a callback that throws included.
class Child {
 public:
  Child(pid_t pid, Result& result) : pid_(pid), result_(result), registered_(std::in_place, pid) {}
  ~Child() {
    ::kill(-pid_, SIGKILL);
    registered_
        .reset();  // Until it is reaped its number is its own, so that kill_all never meets a stranger.
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) result_.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result_.signal = WTERMSIG(status);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

 private:
  pid_t pid_;
  Result& result_;
  std::optional<Registered> registered_;
};

}  // namespace

Registered::Registered(pid_t pid) {
  for (auto& slot : running) {
    pid_t free = 0;
    if (slot.compare_exchange_strong(free, pid)) {
      slot_ = &slot;
      return;
    }
  }
}

Registered::~Registered() {
  if (slot_ != nullptr) slot_->store(0);
}

Result run(const Command& command) {
  Result result;
  const NoPipeSignal quiet;
  Conversation conversation(command, result);
  if (!conversation.connect()) {
    result.error = std::string("cannot open pipes to a child: ") + std::strerror(errno);
    return result;
  }
  const Spawned spawned = conversation.start();
  if (spawned.pid < 0) {
    result.error = spawned.error;
    return result;
  }
  result.started = true;
  {
    const Child child(spawned.pid, result);
    conversation.carry_on(spawned.pid);
  }
  return result;
}

void kill_all() noexcept {
  const int saved = errno;
  for (const auto& slot : running) {
    if (const pid_t pid = slot.load(); pid > 0) ::kill(-pid, SIGTERM);
  }
  // Half a second to take their lock files away.
  for (int step = 0; step < 50; ++step) {
    const bool all_gone = std::all_of(running.begin(), running.end(), [](const auto& slot) {
      const pid_t pid = slot.load();
      return pid <= 0 || has_exited(pid);
    });
    if (all_gone) break;
    const timespec pause{0, 10'000'000};
    ::nanosleep(&pause, nullptr);
  }
  for (const auto& slot : running) {
    if (const pid_t pid = slot.load(); pid > 0) ::kill(-pid, SIGKILL);
  }
  errno = saved;
}

}  // namespace sluice::process
