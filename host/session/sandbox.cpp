#include "host/session/sandbox.hpp"

#include <cstdlib>

namespace sluice::session {

std::vector<std::string> sandboxed(const std::vector<std::string>& command, const Workplace& place) {
  const std::string root = place.root().string();
  std::vector<std::string> argv = {
      "bwrap",
      "--die-with-parent",
      "--new-session",
      "--unshare-pid",
      "--unshare-ipc",
      "--ro-bind",
      "/",
      "/",
      "--dev",
      "/dev",
      "--proc",
      "/proc",
      "--tmpfs",
      "/run/user",
  };
  // What the user's home keeps (tokens of forges, keys) is not the session's, whatever its own home is.
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
    argv.insert(argv.end(), {"--tmpfs", home});
  }
  argv.insert(argv.end(), {"--bind", root, root, "--chdir", place.tree().string(), "--"});
  argv.insert(argv.end(), command.begin(), command.end());
  return argv;
}

}  // namespace sluice::session
