#include "host/loader/runner.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <utility>

#include "host/loader/channel.hpp"
#include "host/loader/host_binary.hpp"
#include "host/loader/manifest.hpp"
#include "host/loader/plugin.hpp"
#include "host/loader/stage_instance.hpp"

namespace sluice::loader {

namespace {

/// Without the handlers and destructors that libraries left behind: they belong to code that may be broken.
[[noreturn]] void leave(int code) {
  std::fflush(nullptr);
  ::_exit(code);
}

/// The address space that is there already, and `more` bytes; 0 is no limit.
void limit_memory(std::int64_t more) {
  static bool limited = false;
  if (more <= 0 || std::exchange(limited, true)) return;
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t bytes = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + static_cast<rlim_t>(more);
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_AS, &limit);
}

class Runner {
 public:
  explicit Runner(process::Descriptor socket) : channel_(std::move(socket)) {}

  [[noreturn]] void serve() {
    answer({});  // It is there.
    while (true) {
      ReceivedFrame frame = receive();
      const bool last = frame.kind() == FrameKind::destroy;
      try {
        answer(enter(frame));
      } catch (const std::runtime_error& error) {
        Frame done(FrameKind::done);
        send(done.number(SLUICE_FAULT).text(error.what()));
      }
      if (last) leave(0);
    }
  }

 private:
  struct Answer {
    std::int32_t code = SLUICE_DONE;
    std::string text = {};
  };

  Answer enter(ReceivedFrame& frame) {
    switch (frame.kind()) {
      case FrameKind::open:
        return {SLUICE_DONE, open(frame)};
      case FrameKind::create: {
        const std::string_view stage = frame.text();
        instance_ = create_in_process(*plugin_, stage, frame.text(), host());
        return {};
      }
      case FrameKind::run:
        return {SLUICE_DONE, instance_->run(frame.text())};
      case FrameKind::serve: {
        const std::string_view role = frame.text();
        auto reply = instance_->serve(role, frame.text());
        return reply ? Answer{SLUICE_DONE, *std::move(reply)} : Answer{SLUICE_ABSENT};
      }
      default:
        instance_.reset();
        return {};
    }
  }

  std::string open(ReceivedFrame& frame) {
    if (frame.number() != frame_protocol)
      throw LoadError("the host that started this process is of another version");
    limit_memory(frame.number());
    plugin_ = open_plugin(std::string(frame.text()));
    return to_text(
        {{"abi_minor", plugin_->manifest.abi_minor}, {"manifest", manifest_document(plugin_->manifest)}});
  }

  HostSide host() {
    return {[this](std::string_view method, std::string_view params) {
              Frame call(FrameKind::call);
              return ask(call.text(method).text(params));
            },
            [this](int level, std::string_view line) {
              Frame log(FrameKind::log);
              send(log.number(level).text(line));
            },
            [this](std::string_view what, std::uint64_t done, std::uint64_t total) {
              Frame progress(FrameKind::progress);
              send(progress.text(what)
                       .number(static_cast<std::int64_t>(done))
                       .number(static_cast<std::int64_t>(total)));
            },
            [this] {
              Frame cancelled(FrameKind::cancelled);
              return ask(cancelled).code != 0;
            }};
  }

  CallResult ask(Frame& question) {
    send(question);
    ReceivedFrame frame = receive();
    if (frame.kind() != FrameKind::result) leave(3);
    const auto code = static_cast<std::int32_t>(frame.number());
    std::string document(frame.text());
    return {code, std::move(document), std::string(frame.text())};
  }

  void answer(const Answer& answer) {
    Frame done(FrameKind::done);
    send(done.number(answer.code).text(answer.text));
  }

  void send(Frame& frame) {
    if (!channel_.send(frame, Clock::now() + std::chrono::hours(24 * 365))) leave(3);
  }

  ReceivedFrame receive() {
    while (true) {
      if (auto frame = channel_.next()) return *std::move(frame);
      pollfd wait{channel_.descriptor(), POLLIN, 0};
      ::poll(&wait, 1, -1);
      if (!channel_.read_some()) leave(0);
    }
  }

  Channel channel_;
  std::optional<Plugin> plugin_;
  std::unique_ptr<StageInstance> instance_;
};

}  // namespace

int run_plugin(const std::filesystem::path& plugin) {
  struct stat input {};
  if (::fstat(STDIN_FILENO, &input) != 0 || !S_ISSOCK(input.st_mode)) {
    std::cerr << "host: " << run_plugin_verb << " is how the host runs " << plugin.string()
              << " in a process of its own; it is not for use by hand (see host --list-stages)\n";
    return 2;
  }
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  // The plugin's standard input is empty, and the conversation stands where none of its children inherits it.
  process::Descriptor socket(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
  const process::Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  ::dup2(nothing.get(), STDIN_FILENO);
  Runner(std::move(socket)).serve();
}

}  // namespace sluice::loader
