#include "host/git/scratch.hpp"

#include "host/git/clone.hpp"
#include "host/git/new_repository.hpp"

namespace sluice::git {
namespace fs = std::filesystem;
namespace {

std::string join(const std::vector<std::string>& arguments) {
  std::string text = "git";
  for (const auto& argument : arguments) text += " " + argument;
  return text.size() <= 200 ? text : text.substr(0, 200) + "...";
}

}  // namespace

process::Environment pinned_environment(const fs::path& directory) {
  process::Environment environment = process::minimal_environment();
  environment["GIT_DIR"] = directory.string();
  environment["GIT_CONFIG_NOSYSTEM"] = "1";
  environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
  environment["GIT_ATTR_NOSYSTEM"] = "1";
  environment["GIT_NO_REPLACE_OBJECTS"] = "1";
  environment["GIT_TERMINAL_PROMPT"] = "0";
  environment["LC_ALL"] = "C";
  return environment;
}

Scratch::Scratch(const fs::path& clone) {
  const CloneFolders folders = find_clone(clone);
  require_usable(folders);
  clone_ = folders.root;
  alternates_ = object_folders(folders);
  try {
    folder_.emplace();
    directory_ = folder_->path();
    objects_ = directory_ / "objects";
    std::string config = "[core]\n\tbare = true\n";
    config += pinned_config();
    make_repository(directory_, config, alternates_);
  } catch (const std::exception& error) {
    throw GitError("cannot make a scratch repository: " + std::string(error.what()));
  }
}

process::Result Scratch::git(std::vector<std::string> arguments, std::string input) const {
  process::Command command;
  command.argv = {"git"};
  command.argv.insert(command.argv.end(), std::make_move_iterator(arguments.begin()),
                      std::make_move_iterator(arguments.end()));
  command.directory = directory_;
  command.environment = pinned_environment(directory_);
  command.input = std::move(input);
  command.output_limit = SIZE_MAX;
  return process::run(command);
}

std::string Scratch::must(const std::vector<std::string>& arguments, std::string input) const {
  process::Result result = git(arguments, std::move(input));
  if (result.ok()) return std::move(result.output);
  throw GitError("`" + join(arguments) + "` in the scratch repository of " + clone_.string() +
                 (result.signal != 0 ? " was ended by signal " + std::to_string(result.signal)
                                     : " ended with " + std::to_string(result.code)) +
                 ": " + result.error);
}

process::Command Scratch::clone_command(std::vector<std::string> arguments) const {
  process::Command command;
  command.argv = {"git", "-C", clone_.string()};
  command.argv.insert(command.argv.end(), std::make_move_iterator(arguments.begin()),
                      std::make_move_iterator(arguments.end()));
  command.environment = process::transport_environment();
  command.environment["GIT_NO_REPLACE_OBJECTS"] = "1";
  command.environment["LC_ALL"] = "C";
  return command;
}

}  // namespace sluice::git
