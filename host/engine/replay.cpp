#include "host/engine/replay.hpp"

#include "host/engine/resolved.hpp"

namespace sluice::engine {

namespace {

/// The conflicted merge's tree with its one conflicted path, the lockfile, made anew; nullopt leaves it a
/// conflict.
std::optional<git::Oid> settled(Workbench& bench, const git::TreeMerge& merge,
                                const std::optional<session::Rebuild>& lockfile) {
  if (!lockfile || merge.paths != std::vector<std::string>{lockfile->path}) return std::nullopt;
  return session::rebuild(bench.git.scratch, bench.git.store, merge.tree, *lockfile).tree;
}

git::Pick with_lockfile(Workbench& bench, git::Pick pick, const git::Oid& onto,
                        const std::optional<session::Rebuild>& lockfile) {
  const auto tree = settled(bench, pick.merge, lockfile);
  if (!tree) return pick;
  const auto& commit = bench.git.history.commit(pick.commit);
  pick.verdict =
      *tree == bench.git.history.commit(onto).tree ? git::PickVerdict::empty : git::PickVerdict::applied;
  pick.made = bench.git.picker.recommit(commit, *tree, {onto}, true);
  pick.merge.tree = *tree;
  pick.merge.clean = true;
  pick.merge.paths.clear();
  return pick;
}

}  // namespace

Replay replay_commits(Workbench& bench, const std::vector<git::Oid>& commits, const git::Oid& onto,
                      const std::optional<session::Rebuild>& lockfile) {
  Replay replay{onto, {}, std::nullopt};
  bench.git.picker.expect(commits);
  for (const auto& commit : commits) {
    if (bench.cancelled()) throw git::GitError("the pass was told to stop while it replayed commits");
    auto pick = bench.git.picker.pick(commit, replay.tip, {.copy_line = true, .keep_empty = true});
    if (pick.verdict == git::PickVerdict::conflict) {
      pick = with_lockfile(bench, std::move(pick), replay.tip, lockfile);
    }
    if (pick.verdict == git::PickVerdict::conflict) {
      replay.conflict = std::move(pick);
      break;
    }
    replay.tip = *pick.made;
    replay.picks.push_back(std::move(pick));
    bench.progress("replaying commits", replay.picks.size(), commits.size());
  }
  return replay;
}

std::optional<git::Picker::Fold> fold_main(Workbench& bench, const git::Oid& candidate, const git::Oid& main,
                                           const std::optional<session::Rebuild>& lockfile) {
  auto fold = bench.git.picker.fold(candidate, main, fold_message(bench));
  if (!fold || fold->made) return fold;
  const auto tree = settled(bench, fold->merge, lockfile);
  if (!tree) return fold;
  fold->made = own_commit(bench, *tree, {candidate, main}, fold_message(bench));
  fold->merge.tree = *tree;
  return fold;
}

}  // namespace sluice::engine
