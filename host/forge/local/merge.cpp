#include "host/forge/local/merge.hpp"

#include <algorithm>

#include "host/process/child.hpp"

namespace sluice::forge::local {

namespace {

using Kind = ForgeError::Kind;

process::Environment environment(const MergeOrder& order) {
  auto all = process::minimal_environment();
  const std::string date = "@" + std::to_string(order.at) + " +0000";
  const std::string address = order.author + "@forge.invalid";
  for (const char* role : {"GIT_AUTHOR_", "GIT_COMMITTER_"}) {
    all[std::string(role) + "NAME"] = order.author;
    all[std::string(role) + "EMAIL"] = address;
    all[std::string(role) + "DATE"] = date;
  }
  all["GIT_CONFIG_NOSYSTEM"] = "1";
  all["GIT_CONFIG_GLOBAL"] = "/dev/null";
  all["GIT_NO_REPLACE_OBJECTS"] = "1";
  all["LC_ALL"] = "C";
  return all;
}

process::Result git(const Repository& repository, const MergeOrder& order, std::vector<std::string> arguments,
                    std::string input = {}) {
  process::Command command;
  command.argv = {"git", "--git-dir=" + repository.directory().string(),
                  "-c",  "core.hooksPath=/dev/null",
                  "-c",  "gc.auto=0"};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.environment = environment(order);
  command.input = std::move(input);
  return process::run(command);
}

[[noreturn]] void fail(const std::string& what, const process::Result& result) {
  throw ForgeError(Kind::outage, what + " failed; git says: " + result.error.substr(0, 400));
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

bool is_sha(const std::string& text) {
  return text.size() == 40 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// The paths of `merge-tree --name-only -z`, which follow the tree.
std::string conflicted_paths(const std::string& output) {
  std::string list;
  std::size_t at = 41, count = 0;
  while (at < output.size()) {
    const auto end = std::min(output.find('\0', at), output.size());
    if (++count <= 5) list += (list.empty() ? "" : ", ") + output.substr(at, end - at);
    at = end + 1;
  }
  return count > 5 ? list + " and " + std::to_string(count - 5) + " more" : list;
}

std::string merged_tree(const Repository& repository, const MergeOrder& order) {
  const auto result = git(
      repository, order,
      {"merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", order.base_sha, order.head_sha});
  const auto tree = result.output.substr(0, 40);
  if (result.ok() && is_sha(tree)) return tree;
  if (result.code != 1 || !is_sha(tree)) fail("Merging into " + order.base_branch, result);
  throw ForgeError(Kind::stale, "The head conflicts with " + order.base_branch + " in " +
                                    conflicted_paths(result.output) + "; merge " + order.base_branch +
                                    " into the head first.");
}

}  // namespace

std::string merge_into(const Repository& repository, const MergeOrder& order) {
  const auto tree = merged_tree(repository, order);
  const auto made = git(repository, order, {"commit-tree", tree, "-p", order.base_sha, "-p", order.head_sha},
                        order.message);
  const auto commit = first_line(made.output);
  if (!made.ok() || !is_sha(commit)) fail("Making the merge commit for " + order.base_branch, made);
  const auto moved =
      git(repository, order,
          {"update-ref", "-m", "merge", "refs/heads/" + order.base_branch, commit, order.base_sha});
  if (moved.ok()) return commit;
  const auto now = repository.head(order.base_branch);
  if (now == commit) return commit;
  if (now == order.base_sha) fail("Moving " + order.base_branch, moved);
  throw ForgeError(Kind::stale,
                   "The base branch " + order.base_branch + " was modified meanwhile; read it again.");
}

}  // namespace sluice::forge::local
