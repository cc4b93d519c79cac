#include "host/session/sandbox.hpp"

#include <unistd.h>

#include <sstream>

namespace sluice::session {

namespace {

bool is_there(const std::string& program, const std::string& path) {
  if (program.find('/') != std::string::npos) return ::access(program.c_str(), X_OK) == 0;
  std::istringstream folders(path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> behind_bwrap(const Workplace& place, const std::vector<std::string>& command) {
  std::vector<std::string> argv = {"bwrap",
                                   "--die-with-parent",
                                   "--unshare-pid",
                                   "--unshare-ipc",
                                   "--ro-bind",
                                   "/",
                                   "/",
                                   "--dev",
                                   "/dev",
                                   "--proc",
                                   "/proc"};
  const auto add = [&argv](const char* how, const std::string& path) {
    argv.insert(argv.end(), {how, path, path});
  };
  // Folders of temporary files may lie below /dev, which is a new one.
  for (const auto& folder : place.lent()) add("--ro-bind", folder.string());
  add("--bind", place.root().string());
  argv.insert(argv.end(), {"--chdir", place.tree().string(), "--"});
  argv.insert(argv.end(), command.begin(), command.end());
  return argv;
}

std::string why_not_behind_bwrap(const std::string& program, const std::string& path) {
  if (!is_there("bwrap", path))
    return "sandbox = \"bwrap\" needs bubblewrap, and there is no bwrap in " + path;
  return is_there(program, path) ? "" : "there is no program " + program + " that may be executed";
}

}  // namespace sluice::session
