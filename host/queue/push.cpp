#include "host/queue/push.hpp"

#include "host/queue/checkout.hpp"
#include "host/queue/move.hpp"
#include "host/report/inert_text.hpp"

namespace sluice::queue {
namespace {

using git::Oid;

constexpr int kPushes = 5;

std::string what_to_do_about(const Side& side, const Conflict& conflict, const std::vector<Oid>& owed) {
  const auto& queue = side.names().queue;
  std::string picks;
  for (const auto& id : owed) picks += " " + id.brief();
  return named(side, conflict.commit) + " does not apply on " + conflict.onto.brief() + " of the remote's " +
         report::one_line(queue) + ": conflict in " + listed(conflict.paths) +
         ". Nothing moved. Resolve it on top of the remote's queue: `git switch --detach " +
         report::one_line(side.remote_name() + "/" + queue) + "`, `git cherry-pick -x" + picks +
         "` (each conflict: edit, `git add`, `git cherry-pick --continue`), then `git switch -C " +
         report::one_line(queue) + "` and push again";
}

std::string what_to_do_about(const Side& side, const git::Knot& knot) {
  return "the merge " + named(side, knot.merge) + " on " + report::one_line(side.names().queue) + " " +
         knot.why +
         ": carried commit by commit, what it decided would be lost. Nothing moved. `host queue unmerge` "
         "takes it out, "
         "and says so where a person has to";
}

/// One push from its first look to its end.
class Pushing {
 public:
  Pushing(Side& side, const Say& say) : side_(side), say_(say) {}

  Pushed run() {
    const Checkout checkout = look_at(side_);
    if (auto reason = in_the_way(checkout, side_.names().queue)) return refused(std::move(*reason));
    result_.before = *checkout.head;
    for (int round = 1; round <= kPushes; ++round) {
      if (auto done = once()) return std::move(*done);
    }
    return refused("the remote's " + report::one_line(side_.names().queue) + " moved during each of " +
                   std::to_string(kPushes) + " pushes; nothing of yours moved: run it again");
  }

 private:
  /// One try; nullopt where the race was lost.
  std::optional<Pushed> once() {
    const auto heads = side_.fetch();
    result_.remote_before = heads.queue;
    const Oid local = *result_.before;
    result_.plan =
        plan_push(side_.git(), local, heads.queue, present({heads.develop, heads.main, heads.fixes}));
    const Plan& plan = result_.plan;
    if (plan.knot) return refused(what_to_do_about(side_, *plan.knot));
    if (plan.conflict) return refused(what_to_do_about(side_, *plan.conflict, plan.owed));
    const bool to_push = heads.queue != plan.target;
    // All that could keep the local branch from following is asked before anything is pushed.
    if (auto reason = make_ready(side_, local, plan.target)) return refused(std::move(*reason));
    if (side_.dry_run()) return would(to_push);
    if (to_push) {
      const auto pushed =
          side_.push({.branch = side_.names().queue, .expected = heads.queue, .target = plan.target});
      if (pushed.status == git::PushResult::Status::refused) {
        return refused("the push was refused: " + pushed.reason + ". Nothing moved");
      }
      if (pushed.status == git::PushResult::Status::stale) {
        say_("the remote's queue moved meanwhile (" + pushed.reason + "); once more");
        return std::nullopt;
      }
    }
    return follow(local, to_push ? Pushed::Kind::pushed : Pushed::Kind::followed);
  }

  Pushed follow(const Oid& local, Pushed::Kind kind) {
    result_.kind = kind;
    if (local == result_.plan.target) {
      if (kind == Pushed::Kind::followed) result_.kind = Pushed::Kind::nothing;
    } else if (auto reason =
                   move(side_, side_.names().queue, local, result_.plan.target, "host queue push")) {
      result_.reason = std::move(*reason);
      result_.kind = kind == Pushed::Kind::pushed ? Pushed::Kind::left : Pushed::Kind::refused;
    }
    if (kind == Pushed::Kind::pushed) remember();
    return result_;
  }

  /// The clone's own note of where the remote's branch is moves as with any push; it is nobody's loss where
  /// it cannot.
  void remember() {
    process::run(side_.work_tree_command({"update-ref", "-m", "host queue push",
                                          "refs/remotes/" + side_.remote_name() + "/" + side_.names().queue,
                                          result_.plan.target.hex()}));
  }

  Pushed would(bool to_push) {
    result_.would = true;
    if (to_push) {
      result_.kind = Pushed::Kind::pushed;
    } else {
      result_.kind = *result_.before == result_.plan.target ? Pushed::Kind::nothing : Pushed::Kind::followed;
    }
    return result_;
  }

  Pushed refused(std::string reason) {
    result_.kind = Pushed::Kind::refused;
    result_.reason = std::move(reason);
    return result_;
  }

  Side& side_;
  const Say& say_;
  Pushed result_;
};

}  // namespace

Pushed push(Side& side, const Say& say) {
  return Pushing(side, say).run();
}

}  // namespace sluice::queue
