#include "queue.hpp"

#include <algorithm>

#include "carry.hpp"
#include "replay.hpp"
#include "reshape.hpp"
#include "sluice/say.hpp"
#include "sluice/standing.hpp"

namespace sluice::sync {
namespace {

/// The tree that the next window is built on, or why nothing can be.
struct Target {
  Sha head;
  std::string tied;
};

Target target_of(const Pass& pass, const Standing& at) {
  if (!at.fixes) return {at.develop, {}};
  const auto& names = pass.snapshot.branches;
  const OwedSet fixes = pass.git.owed(at.develop, *at.fixes);
  if (fixes.knot) return {at.develop, tied_up(*fixes.knot, names.fixes, names.develop)};
  return {fixes.owed.empty() ? at.develop : *at.fixes, {}};
}

void note_shed(const Pass& pass, const std::vector<Shed>& shed) {
  std::vector<std::pair<Sha, std::string>> notes;
  notes.reserve(shed.size());
  for (const auto& one : shed) notes.emplace_back(one.sha, one.why);
  pass.note("shed", notes);
}

std::optional<Sha> carry_onto(const Pass& pass, const Sha& lease, const Sha& moved, const Sha& tip) {
  std::vector<Sha> carried;
  for (const auto& commit : pass.git.log(lease, moved)) {
    if (commit.parents.size() != 1) return std::nullopt;
    carried.push_back(commit.sha);
  }
  const ReplayResult result = pass.git.replay(carried, tip, lockfile_of(pass.config));
  if (result.conflict) return std::nullopt;
  return result.tip;
}

Outcome push(Pass& pass, const Sha& queue, const Sha& tip, const std::string& what) {
  const std::string& name = pass.snapshot.branches.queue;
  const Carrying by{
      [&pass](const Sha& lease, const Sha& head) { return pass.effects.rewrite("queue", lease, head); },
      [&pass](const Sha& ancestor, const Sha& of) { return pass.git.is_ancestor(ancestor, of); },
      [&pass](const Sha& lease, const Sha& moved, const Sha& head) {
        return carry_onto(pass, lease, moved, head);
      }};
  const Rewritten rewritten = push_and_carry(by, queue, tip);
  switch (rewritten.kind) {
    case Rewritten::Kind::done:
      return Outcome::go_on(what);
    case Rewritten::Kind::moved:
      return Outcome::idle(name + " moved while the pass ran: " + rewritten.reason).wake(60);
    case Rewritten::Kind::refused:
      break;
  }
  return Outcome::red(name + " could not be rewritten: " + rewritten.reason);
}

/// The queue stays as it is: the port holds on the commit that does not apply.
Outcome left_alone(Pass& pass, const Replayed& replayed) {
  if (replayed.resolver.kind == RoleReply::Kind::waiting) {
    Outcome idle =
        Outcome::idle(replayed.stop + ". The resolver will try again: " + replayed.resolver.reason);
    idle.wake_after = replayed.resolver.wake_after.value_or(60);
    return idle;
  }
  const std::string why = pass.snapshot.dry_run ? "a dry run resolves nothing"
                          : replayed.resolver.kind == RoleReply::Kind::absent
                              ? "no resolver is bound"
                              : "the resolver has spent its attempts";
  pass.host.warn(pass.snapshot.branches.queue + " is left as it is: " + replayed.stop + "; " + why);
  return Outcome::go_on("left the queue as it is: " + replayed.stop + "; " + why);
}

}  // namespace

Outcome SyncQueue::run(Pass& pass) {
  const auto& names = pass.snapshot.branches;
  const Standing at = standing(pass);
  const auto [target, tied] = target_of(pass, at);
  if (!tied.empty()) return Outcome::go_on("left the queue as it is: " + tied);
  const std::string on = (target == at.develop ? names.develop : names.fixes) + " at " + say::brief(target);
  const OwedSet set = pass.git.owed(target, at.queue);
  if (set.knot) return Outcome::go_on("left the queue as it is: " + queue_tied_up(*set.knot, names.queue));
  bool resolved = false;
  Sha tip = at.queue;
  std::vector<Sha> owed = shas_of(set.owed);
  std::string what = names.queue + " sits on " + on;
  if (!pass.git.is_ancestor(target, at.queue)) {
    if (const auto ahead = only_on_main(pass.git, set.shed, target, at.main)) {
      return Outcome::go_on("left the queue as it is: " + say::commit(ahead->sha, ahead->subject) +
                            " is on " + names.main + " and not yet on " + names.develop +
                            ", and what was made on top of it would lose what it takes back");
    }
    const Replayed replayed = replay_owed(pass, "queue", set.owed, target);
    if (!replayed.tip) return left_alone(pass, replayed);
    resolved = replayed.conflict.has_value();
    tip = *replayed.tip;
    owed = replayed.commits;
    what = (pass.snapshot.dry_run ? "would replay " : "replayed ") +
           say::counted(std::ssize(set.owed), "owed commit") + " onto " + on;
  }
  // Parts name nothing: they are held to git's own pick of what the remote holds, so a resolution goes there
  // first.
  const Reshaped reshaped = resolved ? Reshaped{} : reshape_first(pass, at.queue, target, owed, tip);
  if (reshaped.wait) return *reshaped.wait;
  if (reshaped.tip) {
    tip = *reshaped.tip;
    what += ", and reshaped " + reshaped.what;
  }
  if (tip == at.queue) return Outcome::go_on(what);
  note_shed(pass, set.shed);
  return push(pass, at.queue, tip, what);
}

}  // namespace sluice::sync
