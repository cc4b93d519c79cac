#include "folding.hpp"

#include "reply.hpp"
#include "sequence.hpp"
#include "sluice/prompt.hpp"
#include "sluice/say.hpp"

namespace sluice::resolve {
namespace {

std::optional<Sha> from_files(Pass& pass, const Fold& fold, const WorkTree& tree, const std::string& who) {
  const auto made = pass.git.resolved_fold(fold.candidate, fold.main, tree.snapshot());
  if (!made.sha) pass.host.warn(who + " did not resolve the fold of main: " + made.fault);
  return made.sha;
}

std::optional<Sha> by_lockfile(Pass& pass, const Settings& settings, const Fold& fold) {
  if (!settings.lockfile || fold.paths != std::vector<std::string>{settings.lockfile->path})
    return std::nullopt;
  return pass.git.fold(fold.candidate, fold.main, settings.lockfile).sha;
}

std::optional<Sha> by_rerere(Pass& pass, const Fold& fold) {
  const WorkTree tree(pass.host, {.at = fold.candidate, .merging = fold.main, .recorded = true});
  if (!tree.unmerged().empty()) return std::nullopt;
  return from_files(pass, fold, tree, "what git recorded");
}

std::optional<Sha> by_command(Pass& pass, const Settings& settings, const Fold& fold) {
  const WorkTree tree(pass.host, {.at = fold.candidate, .merging = fold.main});
  const auto ended = tree.run(settings.command, settings.command_seconds);
  if (ended.ok) return from_files(pass, fold, tree, "the resolver's command");
  pass.host.info("the resolver's command left the conflict: " + ended.reason);
  return std::nullopt;
}

Task task_of(const Fold& fold, const Settings& settings) {
  const std::string into = fold.release ? "the release" : "the window";
  return {.step = fold.release ? "fold-release" : "fold",
          .agent = "resolve",
          .key = fold.main,
          .pull = {},
          .commit = fold.main,
          .what = "fold main at " + say::brief(fold.main) + " into " + into,
          .against = fold.release ? fold.candidate : "",
          .cap = settings.attempts};
}

std::string prompt_for(const Settings& settings, const Fold& fold) {
  std::string paths;
  for (const auto& path : fold.paths) paths += path + "\n";
  const auto lockfile = settings.lockfile
                            ? data_block("Never merge this file: delete it and run this command",
                                         settings.lockfile->path + "\n" + to_text(settings.lockfile->command))
                            : std::string();
  return fill(settings.fold_prompt,
              {{"candidate", fold.candidate},
               {"main", fold.main},
               {"paths", data_block("Paths in conflict", paths)},
               {"lockfile", lockfile}},
              {"main", "paths"});
}

/// The one merge that was asked for, made anew from the tree that the session gave it; or what is wrong.
std::optional<std::string> rebuild(Pass& pass, const Fold& fold, const WorkTree& tree, Sha& made) {
  const Left left = tree.look();
  if (auto fault = unfinished(left)) return fault;
  if (auto fault = tree.take(*left.head)) return fault;
  const auto merge = pass.git.log({*left.head}).front();
  if (merge.parents != std::vector<Sha>{fold.candidate, fold.main})
    return "its commit is not one merge of " + say::brief(fold.main) + " into " + say::brief(fold.candidate);
  const auto resolved = pass.git.resolved_fold(fold.candidate, fold.main, merge.tree);
  if (!resolved.sha) return "the merge is not as git would have it: " + resolved.fault;
  made = *resolved.sha;
  return std::nullopt;
}

Json by_agent(Pass& pass, const Settings& settings, const Fold& fold) {
  const Task task = task_of(fold, settings);
  if (const Turn turn = turn_of(pass, task); turn.kind != Turn::Kind::free) {
    if (turn.kind == Turn::Kind::exhausted) return exhausted(turn.reason);
    return waiting(turn.reason, turn.wake_after.value_or(60));
  }
  const WorkTree tree(pass.host, {.at = fold.candidate, .merging = fold.main});
  Sha made;
  const auto attempted =
      attempt(pass, task, tree, prompt_for(settings, fold), [&] { return rebuild(pass, fold, tree, made); });
  return reply_of(attempted, made);
}

}  // namespace

Json resolve_fold(Pass& pass, const Settings& settings, const Fold& fold) {
  for (const Link link : settings.chain) {
    if (link == Link::agent) return by_agent(pass, settings, fold);
    const auto made = link == Link::lockfile ? by_lockfile(pass, settings, fold)
                      : link == Link::rerere ? by_rerere(pass, fold)
                                             : by_command(pass, settings, fold);
    if (made) return done(*made);
  }
  return exhausted("nothing in the resolver's chain settles the fold of main at " + say::brief(fold.main));
}

}  // namespace sluice::resolve
