#include "host/git/merge_tree.hpp"

#include <algorithm>
#include <csignal>

#include "host/git/scratch.hpp"
#include "host/process/child.hpp"

namespace sluice::git {
namespace {

process::Environment merge_environment(const MergeRoom& room) {
  process::Environment environment = pinned_environment(room.git_folder);
  environment["GIT_WORK_TREE"] = room.work_tree.string();
  return environment;
}

}  // namespace

GitMerge read_merge_tree(int exit_code, std::string_view output, std::string_view error) {
  std::vector<std::string_view> fields;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\0'), output.size());
    fields.push_back(output.substr(0, end));
    output.remove_prefix(std::min(end + 1, output.size()));
  }
  const auto tree = fields.empty() ? std::nullopt : Oid::parse(fields.front());
  if (!tree || (exit_code != 0 && exit_code != 1))
    throw GitError("git merge-tree gave no verdict (exit code " + std::to_string(exit_code) +
                   "): " + std::string(error.substr(0, 2000)));
  GitMerge merge{exit_code == 0, false, *tree, {}};
  for (const std::string_view path : std::vector(fields.begin() + 1, fields.end()))
    if (!path.empty()) merge.paths.emplace_back(path);
  std::sort(merge.paths.begin(), merge.paths.end());
  merge.paths.erase(std::unique(merge.paths.begin(), merge.paths.end()), merge.paths.end());
  return merge;
}

GitMerge ask_merge_tree(const MergeRoom& room, const Oid& ours, const Oid& theirs) {
  process::Command command;
  // The user's own attributes file must have no say: it is read from the home folder unless told otherwise.
  command.argv = {"git",
                  "-c",
                  "core.attributesFile=/dev/null",
                  "merge-tree",
                  "--write-tree",
                  "-z",
                  "--name-only",
                  "--no-messages",
                  ours.hex(),
                  theirs.hex()};
  command.directory = room.work_tree;
  command.environment = merge_environment(room);
  const process::Result result = process::run(command);
  if (!result.started) throw GitError("cannot run git merge-tree: " + result.error);
  if (result.signal == SIGABRT || result.signal == SIGSEGV)
    return {.clean = false, .crashed = true, .tree = {}, .paths = {}};
  if (result.signal != 0)
    throw GitError("git merge-tree was ended by signal " + std::to_string(result.signal) +
                   "; run the pass again");
  return read_merge_tree(result.code, result.output, result.error);
}

std::string synthetic_commit(const Oid& tree, const Oid* parent, std::string_view subject) {
  std::string text = "tree " + tree.hex() + "\n";
  if (parent != nullptr) text += "parent " + parent->hex() + "\n";
  text += "author Sluice <sluice@localhost> 0 +0000\ncommitter Sluice <sluice@localhost> 0 +0000\n\n";
  text += subject;
  text += '\n';
  return text;
}

}  // namespace sluice::git
