#include "replaying.hpp"

#include "reply.hpp"
#include "sequence.hpp"
#include "sluice/prompt.hpp"
#include "sluice/say.hpp"

namespace sluice::resolve {
namespace {

/// What came of one link of the chain: a commit that settles the first conflict, or the role's reply.
struct Step {
  std::optional<Sha> settled;
  std::optional<Json> reply;
};

std::string paths_of(const std::vector<std::string>& paths) {
  std::string lines;
  for (const auto& path : paths) lines += path + "\n";
  return lines;
}

Step by_lockfile(Pass& pass, const Settings& settings, const Stopped& stopped) {
  if (!settings.lockfile || stopped.paths != std::vector<std::string>{settings.lockfile->path}) return {};
  const auto replayed = pass.git.replay({stopped.commits.front()}, stopped.tip, settings.lockfile);
  if (replayed.conflict) return {};
  return {replayed.tip, {}};
}

/// The files of a work tree as the resolution of the first conflict; nothing where they are none.
Step from_files(Pass& pass, const Stopped& stopped, const WorkTree& tree, const std::string& who) {
  const auto made = pass.git.resolved(stopped.commits.front(), stopped.tip, tree.snapshot());
  if (made.sha) return {made.sha, {}};
  pass.host.warn(who + " did not resolve " + say::brief(stopped.commits.front()) + ": " + made.fault);
  return {};
}

Step by_rerere(Pass& pass, const Stopped& stopped) {
  const WorkTree tree(pass.host, {.at = stopped.tip, .picks = {stopped.commits.front()}, .recorded = true});
  if (!tree.unmerged().empty()) return {};
  return from_files(pass, stopped, tree, "what git recorded");
}

Step by_command(Pass& pass, const Settings& settings, const Stopped& stopped) {
  const WorkTree tree(pass.host, {.at = stopped.tip, .picks = {stopped.commits.front()}});
  const auto ended = tree.run(settings.command, settings.command_seconds);
  if (!ended.ok) {
    pass.host.info("the resolver's command left the conflict: " + ended.reason);
    return {};
  }
  return from_files(pass, stopped, tree, "the resolver's command");
}

std::string prompt_for(Pass& pass, const Settings& settings, const Stopped& stopped) {
  const auto commit = pass.git.log({stopped.commits.front()}).front();
  const auto lockfile = settings.lockfile
                            ? data_block("Never merge this file: delete it and run this command",
                                         settings.lockfile->path + "\n" + to_text(settings.lockfile->command))
                            : std::string();
  return fill(settings.replay_prompt,
              {{"commit", commit.sha},
               {"onto", stopped.tip},
               {"commits", std::to_string(stopped.commits.size())},
               {"paths", data_block("Paths in conflict", paths_of(stopped.paths))},
               {"message", data_block("What the commit says of itself", commit.message)},
               {"lockfile", lockfile}},
              {"commit", "paths"});
}

/// The sequence as the session left it, rebuilt from the originals and the trees it made; or what is wrong.
std::optional<std::string> rebuild(Pass& pass, const Stopped& stopped, const WorkTree& tree, Sha& tip) {
  const Left left = tree.look();
  if (auto fault = unfinished(left)) return fault;
  if (auto fault = tree.take(*left.head)) return fault;
  const auto made = pass.git.log(stopped.tip, *left.head);
  if (auto fault = broken(made, stopped.tip, stopped.commits)) return fault;
  tip = stopped.tip;
  for (std::size_t i = 0; i < made.size(); ++i) {
    const auto resolved = pass.git.resolved(stopped.commits[i], tip, made[i].tree);
    if (!resolved.sha)
      return say::brief(stopped.commits[i]) + " is not as git would have it: " + resolved.fault;
    tip = *resolved.sha;
  }
  return std::nullopt;
}

Step by_agent(Pass& pass, const Settings& settings, const std::string& branch, const Stopped& stopped) {
  const Task task = task_of(stopped.commits.front(), branch, settings);
  if (const Turn turn = turn_of(pass, task); turn.kind != Turn::Kind::free) {
    if (turn.kind == Turn::Kind::exhausted) return {{}, exhausted(turn.reason)};
    return {{}, waiting(turn.reason, turn.wake_after.value_or(60))};
  }
  const WorkTree tree(pass.host, {.at = stopped.tip, .picks = stopped.commits});
  Sha tip;
  const auto attempted = attempt(pass, task, tree, prompt_for(pass, settings, stopped),
                                 [&] { return rebuild(pass, stopped, tree, tip); });
  return {{}, reply_of(attempted, tip)};
}

Step take(Pass& pass, const Settings& settings, const std::string& branch, const Stopped& stopped,
          Link link) {
  switch (link) {
    case Link::lockfile:
      return by_lockfile(pass, settings, stopped);
    case Link::rerere:
      return by_rerere(pass, stopped);
    case Link::command:
      return by_command(pass, settings, stopped);
    case Link::agent:
      break;
  }
  return by_agent(pass, settings, branch, stopped);
}

Step along_the_chain(Pass& pass, const Settings& settings, const std::string& branch,
                     const Stopped& stopped) {
  for (const Link link : settings.chain) {
    Step step = take(pass, settings, branch, stopped, link);
    if (step.settled || step.reply) return step;
  }
  return {{},
          exhausted("nothing in the resolver's chain settles the conflict that " +
                    say::brief(stopped.commits.front()) + " brings")};
}

}  // namespace

Task task_of(const Sha& commit, const std::string& branch, const Settings& settings) {
  return {.step = "resolve",
          .agent = "resolve",
          .key = commit,
          .pull = {},
          .commit = commit,
          .what = "resolve the conflict that " + say::brief(commit) + " brings to the " + branch,
          .cap = settings.attempts};
}

Json resolve_replay(Pass& pass, const Settings& settings, const std::string& branch, Stopped stopped) {
  for (;;) {
    const Step step = along_the_chain(pass, settings, branch, stopped);
    if (step.reply) return *step.reply;
    const std::vector<Sha> rest(stopped.commits.begin() + 1, stopped.commits.end());
    if (rest.empty()) return done(*step.settled);
    const auto replayed = pass.git.replay(rest, *step.settled, settings.lockfile);
    if (!replayed.conflict) return done(replayed.tip);
    const auto made = static_cast<std::ptrdiff_t>(replayed.picks.size());
    stopped = {replayed.tip, {rest.begin() + made, rest.end()}, replayed.conflict->paths};
  }
}

}  // namespace sluice::resolve
