#include "host/forge/local/merge.hpp"

#include <algorithm>
#include <fstream>

#include "host/forge/local/git_child.hpp"
#include "host/process/temporary_folder.hpp"

namespace sluice::forge::local {

namespace {

using Kind = ForgeError::Kind;

process::Environment identity(const MergeOrder& order) {
  process::Environment all;
  for (const std::string role : {"GIT_AUTHOR_", "GIT_COMMITTER_"}) {
    all[role + "NAME"] = order.author;
    all[role + "EMAIL"] = order.author + "@forge.invalid";
    all[role + "DATE"] = "@" + std::to_string(order.at) + " +0000";
  }
  return all;
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

process::Result merge_tree(const Repository& repository, const std::string& base, const std::string& head,
                           const process::Environment& more = {}) {
  return git_in(repository.directory(),
                {"merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", base, head}, more);
}

std::string merged_tree(const Repository& repository, const MergeOrder& order) {
  const auto result = merge_tree(repository, order.base_sha, order.head_sha);
  auto tree = result.output.substr(0, 40);
  if (result.ok() && is_sha(tree)) return tree;
  if (result.code != 1 || !is_sha(tree)) fail("Merging into " + order.base_branch, result);
  throw ForgeError(Kind::stale, "the head conflicts with " + order.base_branch + " in " +
                                    conflicted_paths(result.output) + "; merge " + order.base_branch +
                                    " into the head first");
}

}  // namespace

bool merges_cleanly(const Repository& repository, const std::string& base_sha, const std::string& head_sha) {
  // merge-tree writes the objects of what it merges; whoever only asks leaves none behind.
  const process::TemporaryFolder objects;
  std::filesystem::create_directory(objects.path() / "info");
  std::ofstream(objects.path() / "info/alternates") << (repository.directory() / "objects").string() << "\n";
  const auto result =
      merge_tree(repository, base_sha, head_sha, {{"GIT_OBJECT_DIRECTORY", objects.path().string()}});
  if (is_sha(result.output.substr(0, 40)) && result.code <= 1 && result.signal == 0) return result.ok();
  fail("Asking whether " + head_sha + " merges into " + base_sha, result);
}

std::string merge_into(const Repository& repository, const MergeOrder& order) {
  const auto tree = merged_tree(repository, order);
  const auto made =
      git_in(repository.directory(), {"commit-tree", tree, "-p", order.base_sha, "-p", order.head_sha},
             identity(order), order.message);
  auto commit = first_line(made.output);
  if (!made.ok() || !is_sha(commit)) fail("Making the merge commit for " + order.base_branch, made);
  const auto moved =
      git_in(repository.directory(),
             {"update-ref", "-m", "merge", "refs/heads/" + order.base_branch, commit, order.base_sha});
  if (moved.ok()) return commit;
  const auto now = repository.head(order.base_branch);
  if (now == commit) return commit;
  if (now == order.base_sha) fail("Moving " + order.base_branch, moved);
  throw ForgeError(Kind::stale,
                   "the base branch " + order.base_branch + " was modified meanwhile; read it again");
}

}  // namespace sluice::forge::local
