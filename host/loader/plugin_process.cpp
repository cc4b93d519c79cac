#include "host/loader/plugin_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "host/loader/host_binary.hpp"
#include "host/loader/printable.hpp"
#include "sluice/abi.h"

namespace sluice::loader {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds starting{30'000};
constexpr milliseconds glance{100};  ///< How often a process that says nothing is looked after.
constexpr std::size_t kept_words = 4096;
constexpr std::uint64_t most_lines_heard =
    20'000;  ///< Its own table stops at half of that; only a forger says more.

std::string seconds_of(milliseconds time) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%g s", static_cast<double>(time.count()) / 1000.0);
  return text.data();
}

}  // namespace

/// Time that the plugin itself has left in one entry.
class PluginProcess::Turn {
 public:
  explicit Turn(milliseconds limit)
      : limit_(limit),
        until_(Clock::now() + (limit.count() > 0 ? limit : milliseconds(std::chrono::hours(24 * 365)))) {}
  milliseconds limit() const { return limit_; }
  Clock::time_point until() const { return until_; }
  bool over() const { return Clock::now() >= until_; }
  bool cancelled() const { return cancelled_; }
  void give_back(Clock::duration time) { until_ += time; }
  void cancel(milliseconds grace) {
    if (!cancelled_) until_ = std::min(until_, Clock::now() + grace);
    cancelled_ = true;
  }

 private:
  milliseconds limit_;
  Clock::time_point until_;
  bool cancelled_ = false;
};

PluginProcess::PluginProcess(std::filesystem::path plugin, HostSide host, const Limits& limits)
    : plugin_(std::move(plugin)), host_(std::move(host)), limits_(limits) {
  int sockets[2] = {-1, -1};
  int pipe[2] = {-1, -1};
  const bool made = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) == 0;
  process::Descriptor ours(sockets[0]);
  process::Descriptor theirs(sockets[1]);
  const bool piped = made && ::pipe2(pipe, O_CLOEXEC | O_NONBLOCK) == 0;
  errors_ = process::Descriptor(pipe[0]);
  const process::Descriptor their_errors(pipe[1]);
  if (!piped)
    throw StageFault(std::string("no process can be started for a plugin: ") + std::strerror(errno));

  process::Command command;
  command.argv = {host_binary().string(), run_plugin_verb, plugin_.string()};
  const auto spawned = process::spawn(command, theirs.get(), their_errors.get(), their_errors.get());
  if (spawned.pid < 0) throw StageFault("no process can be started for a plugin: " + spawned.error);
  pid_ = spawned.pid;
  registered_.emplace(pid_);
  channel_.emplace(std::move(ours));
  // It says that it is there: how long our own program takes to start is not the plugin's time.
  Turn turn(starting);
  try {
    listen(turn, "while it was started");
  } catch (...) {
    stop();  // No destructor runs for what was not made.
    throw;
  }
}

PluginProcess::~PluginProcess() {
  if (pid_ < 0) return;
  channel_->close();  // It ends by itself when there is nobody left to ask.
  const auto until = Clock::now() + limits_.grace;
  while (!exited() && Clock::now() < until) {
    drain_errors();
    ::poll(nullptr, 0, 1);
  }
  stop();
}

PluginProcess::Answer PluginProcess::enter(Frame frame, const std::string& doing) {
  if (pid_ < 0) throw StageFault("the process of " + plugin_.filename().string() + " has ended already");
  if (frame.size() > largest_frame) {
    throw StageFault("the " + std::to_string(frame.size()) + " bytes for " + plugin_.filename().string() +
                     " " + doing + " are more than a process of its own can be sent");
  }
  Turn turn(limits_.time);
  channel_->send(frame, turn.until());  // Not taken: the process is gone or hangs, as the conversation finds.
  return listen(turn, doing);
}

PluginProcess::Answer PluginProcess::listen(Turn& turn, const std::string& doing) {
  try {
    return converse(turn, doing);
  } catch (const FrameError& error) {
    stop();
    fail("wrote to the host " + doing + " what is no message of a plugin (" + error.what() + ")");
  }
}

PluginProcess::Answer PluginProcess::converse(Turn& turn, const std::string& doing) {
  while (true) {
    wait(turn);
    drain_errors();
    const bool gone = exited() || !channel_->read_some();
    if (gone) channel_->read_some();  // What it said before it went.
    while (auto frame = channel_->next()) {
      if (auto answer = serve(*std::move(frame), turn)) return *std::move(answer);
    }
    if (gone) fail(death(doing));
    if (host_.cancelled && host_.cancelled()) turn.cancel(limits_.grace);
    if (!turn.over()) continue;
    stop();
    fail("was stopped " + doing + ", " +
         (turn.cancelled() ? "since the pass is"
                           : "still at work after " + seconds_of(turn.limit()) + " of its own, its limit"));
  }
}

std::optional<PluginProcess::Answer> PluginProcess::serve(ReceivedFrame frame, Turn& turn) {
  switch (frame.kind()) {
    case FrameKind::done: {
      const auto code = static_cast<std::int32_t>(frame.number());
      std::string text(frame.text());
      frame.end();
      return Answer{code, std::move(text)};
    }
    case FrameKind::call:
      answer_call(frame, turn);
      return std::nullopt;
    case FrameKind::cancelled:
      frame.end();
      reply({host_.cancelled && host_.cancelled() ? 1 : 0, {}, {}});
      return std::nullopt;
    case FrameKind::log: {
      const auto level = std::clamp<std::int64_t>(frame.number(), SLUICE_LOG_DEBUG, SLUICE_LOG_ERROR);
      const std::string line = printable(frame.text(), longest_line);
      frame.end();
      if (++lines_ <= most_lines_heard && host_.log) host_.log(static_cast<int>(level), line);
      return std::nullopt;
    }
    case FrameKind::progress: {
      const std::string what = printable(frame.text(), 200);
      const auto done = static_cast<std::uint64_t>(frame.number());
      const auto total = static_cast<std::uint64_t>(frame.number());
      frame.end();
      if (host_.progress) host_.progress(what, done, total);
      return std::nullopt;
    }
    default:
      throw FrameError("a message that only the host sends");
  }
}

void PluginProcess::answer_call(ReceivedFrame& frame, Turn& turn) {
  const std::string_view method = frame.text();
  const std::string_view params = frame.text();
  frame.end();
  const auto begun = Clock::now();
  CallResult result;
  try {
    result = host_.call(method, params);
  } catch (const std::exception& error) {
    result = {SLUICE_FAULT, {}, error.what()};
  }
  turn.give_back(Clock::now() - begun);
  reply(result);
}

void PluginProcess::reply(const CallResult& result) {
  Frame frame(FrameKind::result);
  frame.number(result.code).text(result.document).text(result.error);
  if (frame.size() <= largest_frame) {
    channel_->send(frame, Clock::now() + limits_.grace);
    return;
  }
  Frame refusal(FrameKind::result);
  refusal.number(SLUICE_FAULT).text("").text("the answer is too large to be sent to a process of its own");
  channel_->send(refusal, Clock::now() + limits_.grace);
}

void PluginProcess::wait(const Turn& turn) {
  std::array<pollfd, 2> waits{pollfd{channel_->descriptor(), POLLIN, 0}, pollfd{errors_.get(), POLLIN, 0}};
  ::poll(waits.data(), waits.size(), poll_time(turn.until(), glance));
}

void PluginProcess::drain_errors() {
  std::array<char, 16 * 1024> piece;
  for (int turn = 0; turn < 16 && errors_.open(); ++turn) {
    const ssize_t size = ::read(errors_.get(), piece.data(), piece.size());
    if (size == 0) errors_.close();
    if (size <= 0) return;
    error_tail_.append(piece.data(), static_cast<std::size_t>(size));
    if (error_tail_.size() > kept_words) error_tail_.erase(0, error_tail_.size() - kept_words);
  }
}

bool PluginProcess::exited() {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid_;
}

void PluginProcess::stop() {
  if (pid_ < 0) return;
  if (!exited()) ::kill(-pid_, SIGTERM);
  const auto until = Clock::now() + limits_.grace;
  while (!exited() && Clock::now() < until) {
    drain_errors();
    ::poll(nullptr, 0, 5);
  }
  reap();
}

/// Its whole group ends with it.
void PluginProcess::reap() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  drain_errors();
  registered_.reset();
  while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

std::string PluginProcess::death(const std::string& doing) {
  // Its end of the socket can close a moment before it can be waited for; one that only closed it is stopped.
  const auto until = Clock::now() + limits_.grace;
  while (!exited() && Clock::now() < until) ::poll(nullptr, 0, 1);
  const bool alive = !exited();
  if (alive) stop();
  reap();
  if (alive) return "closed its line to the host " + doing;
  if (WIFSIGNALED(status_)) {
    const int signal = WTERMSIG(status_);
    const char* name = ::sigdescr_np(signal);
    return "was killed by signal " + std::to_string(signal) + (name ? std::string(" (") + name + ")" : "") +
           " " + doing;
  }
  return "ended its process with exit code " + std::to_string(WEXITSTATUS(status_)) + " " + doing;
}

void PluginProcess::fail(const std::string& what) {
  const std::string words = printable(error_tail_, 1000, true);
  throw StageFault("the plugin " + plugin_.filename().string() + " " + what +
                   (words.empty() ? "" : "; its last words: " + words));
}

}  // namespace sluice::loader
