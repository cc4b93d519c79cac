#include "host/forge/local/git_child.hpp"

namespace sluice::forge::local {

process::Result git_in(const std::filesystem::path& repository, const std::vector<std::string>& arguments,
                       const process::Environment& more, std::string input) {
  process::Command command;
  command.argv = {"git",      "--git-dir=" + repository.string(), "-c", "core.hooksPath=/dev/null", "-c",
                  "gc.auto=0"};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.environment["GIT_CONFIG_NOSYSTEM"] = "1";
  command.environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
  command.environment["GIT_ATTR_NOSYSTEM"] = "1";
  command.environment["GIT_NO_REPLACE_OBJECTS"] = "1";
  command.environment["LC_ALL"] = "C";
  for (const auto& [name, value] : more) command.environment[name] = value;
  command.input = std::move(input);
  return process::run(command);
}

}  // namespace sluice::forge::local
