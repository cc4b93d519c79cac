#include "host/git/count.hpp"

#include <algorithm>

#include "host/git/delta.hpp"

namespace sluice::git {
namespace {

/// git's own answer: a rename is one file.
std::int64_t count_with_renames(const Scratch& scratch, const Oid& before, const Oid& after) {
  const std::string names = scratch.must(
      {"diff-tree", "-r", "-z", "-M50%", "-l0", "--no-ext-diff", "--name-only", before.hex(), after.hex()});
  return std::count(names.begin(), names.end(), '\0');
}

FileCount count_between(const Scratch& scratch, ObjectStore& store, const Oid& before, const Oid& after,
                        std::int64_t at_most) {
  const auto plain = static_cast<std::int64_t>(tree_delta(store, before, after).size());
  if (plain <= at_most) return {plain, false};
  store.flush();
  return {count_with_renames(scratch, before, after), true};
}

}  // namespace

FileCount count_files(const Scratch& scratch, ObjectStore& store, History& history, const Oid& main,
                      const Oid& head, std::int64_t at_most) {
  const auto base = history.merge_base(main, head);
  // Without a common ancestor everything is the pull request's own.
  const Oid before = base ? history.commit(*base).tree : kEmptyTree;
  return count_between(scratch, store, before, history.commit(head).tree, at_most);
}

FileCount count_own_files(const Scratch& scratch, ObjectStore& store, History& history, const Oid& commit,
                          std::int64_t at_most) {
  const Commit& counted = history.commit(commit);
  const Oid before = counted.parents.empty() ? kEmptyTree : history.commit(counted.parents.front()).tree;
  return count_between(scratch, store, before, counted.tree, at_most);
}

std::vector<std::string> changed_paths(ObjectStore& store, const Oid& tree, const Oid& other_tree) {
  std::vector<std::string> paths;
  for (auto& change : tree_delta(store, tree, other_tree)) paths.push_back(std::move(change.path));
  return paths;
}

}  // namespace sluice::git
