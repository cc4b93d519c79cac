#include "host/queue/unmerge.hpp"

#include <algorithm>

#include "host/queue/base.hpp"
#include "host/queue/checkout.hpp"
#include "host/queue/move.hpp"
#include "host/report/inert_text.hpp"

namespace sluice::queue {
namespace {

using git::Oid;

/// The tree of a head once the others are merged into it; nullopt where one does not merge by itself.
std::optional<Oid> tree_with_all(const effects::GitCore& git, Oid head, const std::vector<Oid>& others) {
  for (const auto& other : others) {
    const auto fold = git.picker.fold(head, other, "all");
    if (!fold) continue;
    if (!fold->made) return std::nullopt;
    head = *fold->made;
  }
  return git.history.commit(head).tree;
}

/// One unmerge from its first look to its end.
class Unmerging {
 public:
  explicit Unmerging(Side& side) : side_(side) {}

  Unmerged run() {
    const auto checkout = look_at(side_);
    if (auto reason = in_the_way(checkout, side_.names().queue)) return refused(std::move(*reason));
    local_ = *checkout.head;
    heads_ = side_.fetch();
    const Base base = base_of(side_, heads_);
    const auto others = present({heads_.develop, heads_.main, heads_.fixes});
    result_.merges = merges_above(side_.git(), others, *heads_.queue);
    result_.remote = !result_.merges.empty();
    if (result_.remote) return of_the_remote(base, others);
    auto upstreams = others;
    upstreams.push_back(*heads_.queue);
    result_.merges = merges_above(side_.git(), upstreams, local_);
    if (result_.merges.empty()) {
      result_.kind = Unmerged::Kind::nothing;
      return result_;
    }
    result_.before = local_;
    if (!lay(local_, *heads_.queue, others)) return result_;
    return side_.dry_run() ? done() : follow(result_.plan.target);
  }

 private:
  /// Lays source in a row on a base, and proves it; false where it stopped, and says why.
  bool lay(const Oid& source, const Oid& base, const std::vector<Oid>& others) {
    result_.plan = in_a_row(side_.git(), source, base, others);
    if (const auto& conflict = result_.plan.conflict) {
      refused(named(side_, conflict->commit) + " does not apply in a row: conflict in " +
              listed(conflict->paths) + ". Nothing moved. " + by_hand());
      return false;
    }
    auto everything = others;
    everything.push_back(base);
    const auto same = same_with_all(side_.git(), source, result_.plan.target, everything);
    if (!same || !*same) {
      refused(std::string(
                  same
                      ? "in a row its commits come to another tree than the queue's"
                      : "what the queue comes to with develop and main cannot be told, since they conflict") +
              ", so that nothing moved. " + by_hand());
      return false;
    }
    return true;
  }

  std::string by_hand() const {
    if (result_.remote)
      return "`host queue held --rebase` lays its commits out one by one, for you to resolve";
    return "`git rebase " + report::one_line(side_.remote_name() + "/" + side_.names().queue) +
           "` lays your commits out one by one, and asks again for what the merge decided";
  }

  Unmerged of_the_remote(const Base& base, const std::vector<Oid>& others) {
    result_.before = heads_.queue;
    if (!lay(*heads_.queue, base.head, others)) return result_;
    const Oid target = result_.plan.target;
    if (auto lost = would_lose(side_, heads_, target, result_.merges))
      return refused(*lost + "; nothing moved");
    const auto follows = local_target(target, others);
    if (!follows) return result_;
    if (auto reason = make_ready(side_, local_, *follows)) return refused(std::move(*reason));
    if (side_.dry_run()) return done();
    const auto pushed = side_.push(
        {.branch = side_.names().queue, .expected = heads_.queue, .target = target, .rewrite = true});
    if (pushed.status != git::PushResult::Status::landed) {
      return refused("the queue was not pushed: " + pushed.reason + "; nothing moved, run it again");
    }
    return follow(*follows);
  }

  /// Where the local branch goes: what it has above the remote's queue, on top of the row.
  std::optional<Oid> local_target(const Oid& target, const std::vector<Oid>& others) {
    auto upstreams = others;
    upstreams.push_back(*heads_.queue);
    const Plan own = in_a_row(side_.git(), local_, target, upstreams);
    if (!own.conflict) return own.target;
    refused(named(side_, own.conflict->commit) +
            ", which is not pushed yet, does not apply behind it: conflict in " +
            listed(own.conflict->paths) + "; nothing moved");
    return std::nullopt;
  }

  Unmerged follow(const Oid& target) {
    if (target == local_) return done();
    if (!result_.remote) {
      if (auto reason = make_ready(side_, local_, target)) return refused(std::move(*reason));
    }
    if (auto reason = move(side_, side_.names().queue, local_, target, "host queue unmerge")) {
      return refused(
          (result_.remote ? "the remote's queue is in a row, but the local branch stayed behind: " : "") +
          std::move(*reason));
    }
    return done();
  }

  Unmerged done() {
    result_.kind = Unmerged::Kind::done;
    return result_;
  }

  Unmerged refused(std::string reason) {
    result_.kind = Unmerged::Kind::refused;
    result_.reason = std::move(reason);
    return result_;
  }

  Side& side_;
  Oid local_;
  snapshot::Heads heads_;
  Unmerged result_;
};

}  // namespace

std::optional<bool> same_with_all(const effects::GitCore& git, const Oid& one, const Oid& other,
                                  const std::vector<Oid>& upstreams) {
  const auto tree = tree_with_all(git, one, upstreams), again = tree_with_all(git, other, upstreams);
  if (!tree || !again) return std::nullopt;
  return *tree == *again;
}

Unmerged unmerge(Side& side) {
  return Unmerging(side).run();
}

}  // namespace sluice::queue
