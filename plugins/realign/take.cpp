#include "take.hpp"

#include "sluice/say.hpp"
#include "sluice/work.hpp"

namespace sluice::realign {
namespace {

constexpr std::int64_t seconds = 120;

bool git(const WorkTree& tree, std::vector<std::string> words) {
  words.insert(words.begin(), {"git", "--literal-pathspecs"});
  return tree.run(words, seconds).ok;
}

/// What is no matter of hunks: the file is the commit's, or gone with it.
void settle(const WorkTree& tree, const Sha& commit, const std::string& path) {
  if (!git(tree, {"ls-files", "--unmerged", "--error-unmatch", "--", path})) return;
  if (git(tree, {"checkout", commit, "--", path})) return;
  git(tree, {"rm", "--quiet", "--force", "--ignore-unmatch", "--", path});
}

}  // namespace

Taken take(const Pass& pass, const Sha& commit, const Sha& onto) {
  const PickResult picked = pass.git.pick(commit, onto, true);
  if (picked.verdict != PickResult::Verdict::conflict)
    return {picked.sha.value_or(onto), picked.verdict == PickResult::Verdict::empty, {}, {}};
  const WorkTree tree(pass.host, {.at = onto});
  if (!git(tree, {"cherry-pick", "--no-commit", "--strategy-option=theirs", commit})) {
    for (const auto& path : picked.paths) settle(tree, commit, path);
  }
  const Sha sided = tree.snapshot();
  const Resolution resolution = pass.git.resolved(commit, onto, sided);
  if (!resolution.sha) return {onto, false, picked.paths, resolution.fault};
  const bool empty = pass.git.log({onto}).front().tree == sided;
  return {*resolution.sha, empty, picked.paths, {}};
}

}  // namespace sluice::realign
