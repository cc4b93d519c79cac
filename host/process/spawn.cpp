#include "host/process/spawn.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace sluice::process {

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

namespace {

struct Found {
  std::string path;
  std::string error;
};

/// As execvp looks it up, in the child's own PATH, but saying which of the two went wrong.
Found find_program(const std::string& name, const Environment& environment) {
  if (name.empty()) return {{}, "no program is named"};
  if (name.find('/') != std::string::npos) return {name, {}};
  const auto entry = environment.find("PATH");
  const std::string path = entry == environment.end() ? "/usr/local/bin:/usr/bin:/bin" : entry->second;
  std::string unusable;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find(':', start), path.size());
    const std::string candidate = (end == start ? "." : path.substr(start, end - start)) + "/" + name;
    struct stat info {};
    if (::stat(candidate.c_str(), &info) == 0 && S_ISREG(info.st_mode)) {
      if (::access(candidate.c_str(), X_OK) == 0) return {candidate, {}};
      unusable = candidate;
    }
    start = end + 1;
  }
  if (!unusable.empty()) return {{}, unusable + " is not executable"};
  return {{}, "no program " + name + " in PATH (" + path + ")"};
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (const auto& text : strings) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

struct Plan {
  const char* program;
  const char* directory;  ///< nullptr: ours.
  char* const* argv;
  char* const* environment;
  int streams[3];
  pid_t parent;
};

enum class Step : int { none, directory, streams, exec };

struct Failure {
  volatile Step step = Step::none;
  volatile int error = 0;
};

/// Runs in the child between vfork and exec, in our own memory: async-signal-safe calls only, and no
/// allocation.
[[noreturn]] void become(const Plan& plan, Failure& failure) {
  const auto fail = [&](Step step) {
    failure.step = step;
    failure.error = errno;
    ::_exit(127);
  };
  ::setsid();  // A group of its own, and no terminal on which git or ssh could wait for an answer.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != plan.parent) ::_exit(127);
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) == 0 && action.sa_handler != SIG_DFL) {
      action.sa_handler = SIG_DFL;
      action.sa_flags = 0;
      ::sigaction(number, &action, nullptr);
    }
  }
  for (int stream = 0; stream < 3; ++stream) {
    if (::dup2(plan.streams[stream], stream) < 0) fail(Step::streams);
  }
  if (::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) != 0) {  // Before Linux 5.11.
    for (int number = 3; number < 1024; ++number) ::fcntl(number, F_SETFD, FD_CLOEXEC);
  }
  if (plan.directory != nullptr && ::chdir(plan.directory) != 0) fail(Step::directory);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(plan.program, plan.argv, plan.environment);
  fail(Step::exec);
  ::_exit(127);
}

std::string describe(const Failure& failure, const Command& command, const std::string& program) {
  const std::string reason = std::strerror(failure.error);
  switch (failure.step) {
    case Step::directory:
      return "cannot enter " + command.directory.string() + ": " + reason;
    case Step::streams:
      return "cannot connect the streams of " + program + ": " + reason;
    default:
      return "cannot run " + program + ": " + reason;
  }
}

}  // namespace

Spawned spawn(const Command& command, int input, int output, int error) {
  if (command.argv.empty()) return {-1, "no program is named"};
  const Found found = find_program(command.argv[0], command.environment);
  if (!found.error.empty()) return {-1, found.error};
  std::vector<std::string> variables;
  variables.reserve(command.environment.size());
  for (const auto& [name, value] : command.environment)
    variables.emplace_back(name).append("=").append(value);
  const auto argv = pointers(command.argv);
  const auto environment = pointers(variables);
  const Plan plan{found.path.c_str(),
                  command.directory.empty() ? nullptr : command.directory.c_str(),
                  argv.data(),
                  environment.data(),
                  {input, output, error},
                  ::getpid()};
  Failure failure;
  // No handler of ours may run in the child while it shares our memory.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // A copy of a large host's page tables costs more than a small git child lives, so not fork; and not
  // posix_spawn, which cannot ask the kernel to end the child with us.
  const pid_t pid = ::vfork();          // NOLINT(clang-analyzer-security.insecureAPI.vfork)
  if (pid == 0) become(plan, failure);  // NOLINT(clang-analyzer-unix.Vfork): see its rule
  const int fork_error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return {-1, "cannot start " + found.path + ": " + std::strerror(fork_error)};
  if (failure.step != Step::none) {
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    return {-1, describe(failure, command, found.path)};
  }
  return {pid, {}};
}

}  // namespace sluice::process
