#include "host/queue/recut.hpp"

#include <algorithm>

#include "host/report/inert_text.hpp"

namespace sluice::queue {
namespace {

using git::Oid;

std::string number_of(const forge::Pull& pull) {
  return "#" + std::to_string(pull.number);
}

/// Where each commit that only develop holds above main stands in what will owe it again.
git::Accounting account_for(const effects::GitCore& git, const snapshot::Heads& heads) {
  std::vector<Oid> upstreams = {*heads.main};
  if (heads.fixes) upstreams.push_back(*heads.fixes);
  return git::account(git.store, git.history, git.picker, upstreams, *heads.develop, *heads.queue);
}

std::string missing_branches(const Side& side, const snapshot::Heads& heads) {
  std::string names;
  const auto require = [&](const std::optional<Oid>& head, const std::string& name) {
    if (!head) names += (names.empty() ? "" : ", ") + report::one_line(name);
  };
  require(heads.main, side.names().main);
  require(heads.develop, side.names().develop);
  require(heads.queue, side.names().queue);
  return names;
}

}  // namespace

std::optional<std::string> keeps_develop(const effects::GitCore& git,
                                         const std::vector<forge::Pull>& releases, const Oid& develop,
                                         const Oid& main) {
  const auto newest = std::ranges::find_if(releases, [](const forge::Pull& pull) { return !pull.foreign; });
  if (newest == releases.end()) return "there is no release yet, so that nothing is to be cut again";
  switch (newest->state) {
    case forge::State::open:
      return "the release " + number_of(*newest) +
             " is open; close it first, unmerged, if it is to be cut again";
    case forge::State::merged:
      return "the newest release " + number_of(*newest) + " is merged; develop goes on from main by itself";
    case forge::State::closed:
      break;
  }
  const auto head = Oid::parse(newest->head_sha);
  if (!head || !git.store.contains(*head) || !git.history.is_ancestor(*head, develop)) {
    return "develop no longer carries the head of the closed release " + number_of(*newest) +
           ", so that it pauses nothing: the next pass goes on by itself";
  }
  if (git.history.is_ancestor(*head, main)) {
    return "main holds the head of the closed release " + number_of(*newest) + " already";
  }
  return std::nullopt;
}

Recut recut(Side& side, forge::Forge& forge) {
  Recut result;
  const auto heads = side.fetch();
  const auto refused = [&](std::string reason) {
    result.reason = std::move(reason);
    return result;
  };
  if (const auto names = missing_branches(side, heads); !names.empty())
    return refused("the remote has no branch " + names);
  result.develop = heads.develop;
  result.main = heads.main;
  const auto releases = forge.pulls(side.names().main, side.names().develop);
  if (auto reason = keeps_develop(side.git(), releases, *heads.develop, *heads.main))
    return refused(std::move(*reason));
  result.release =
      std::ranges::find_if(releases, [](const forge::Pull& pull) { return !pull.foreign; })->number;
  result.accounting = account_for(side.git(), heads);
  if (!result.accounting.lost.empty()) {
    const auto& lost = result.accounting.lost.front();
    return refused("develop holds " + named(side, lost.id) +
                   ", which neither the queue nor the fixes would owe again: " + lost.why +
                   ". Put it on the queue first: `git cherry-pick -x " + lost.id.brief() +
                   "` there, and `host queue push`");
  }
  result.kind = Recut::Kind::done;
  if (side.dry_run()) return result;
  const auto pushed = side.push(
      {.branch = side.names().develop, .expected = heads.develop, .target = *heads.main, .rewrite = true});
  if (pushed.status == git::PushResult::Status::landed) return result;
  result.kind = pushed.status == git::PushResult::Status::stale ? Recut::Kind::stale : Recut::Kind::refused;
  return refused(
      (result.kind == Recut::Kind::stale ? "develop moved meanwhile: " : "the push was refused: ") +
      pushed.reason + "; nothing moved");
}

}  // namespace sluice::queue
