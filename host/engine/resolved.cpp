#include "host/engine/resolved.hpp"

#include "host/git/faithful.hpp"

namespace sluice::engine {

namespace {

using git::Oid;

/// What the tree has wrong as the outcome of that merge of two trees.
std::optional<std::string> fault_of(Workbench& bench, const git::TreeMerge& automatic, const Oid& ours,
                                    const Oid& theirs, const Oid& tree) {
  auto& store = bench.git.store;
  if (auto fault = git::unfaithful(store, automatic, ours, theirs, tree)) return fault;
  return git::unsettled(store, automatic, ours, theirs, tree);
}

}  // namespace

Resolved resolved_pick(Workbench& bench, const Oid& commit, const Oid& onto, const Oid& tree) {
  const auto& core = bench.git;
  const auto& original = core.history.commit(commit);
  const auto automatic = core.picker.pick(commit, onto, {.copy_line = true, .keep_empty = true});
  const Oid before = core.history.commit(onto).tree;
  const auto fault = fault_of(bench, automatic.merge, before, original.tree, tree);
  if (fault) return {std::nullopt, *fault};
  return {core.picker.recommit(original, tree, {onto}, true), ""};
}

Resolved resolved_fold(Workbench& bench, const Oid& candidate, const Oid& main, const Oid& tree) {
  const auto& core = bench.git;
  const auto automatic = core.picker.fold(candidate, main, fold_message(bench));
  if (!automatic) return {std::nullopt, "the candidate holds " + main.brief() + " already"};
  const Oid ours = core.history.commit(candidate).tree, theirs = core.history.commit(main).tree;
  if (auto fault = fault_of(bench, automatic->merge, ours, theirs, tree)) return {std::nullopt, *fault};
  return {own_commit(bench, tree, {candidate, main}, fold_message(bench)), ""};
}

Oid own_commit(Workbench& bench, const Oid& tree, const std::vector<Oid>& parents, const std::string& message,
               const std::optional<Oid>& author_of) {
  git::Commit commit;
  commit.author = commit.committer = git::pass_identity(bench.git.scratch, bench.settings.now).line();
  if (author_of) commit.author = bench.git.history.commit(*author_of).author;
  commit.message = message;
  return bench.git.picker.recommit(commit, tree, parents, false);
}

std::string fold_message(Workbench& bench) {
  return "Merge " + bench.facts.branches().main + " into the window\n";
}

}  // namespace sluice::engine
