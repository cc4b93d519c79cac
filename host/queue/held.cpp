#include "host/queue/held.hpp"

#include <algorithm>

#include "host/git/words.hpp"
#include "host/queue/base.hpp"
#include "host/queue/checkout.hpp"
#include "host/queue/move.hpp"
#include "host/queue/parts.hpp"
#include "host/report/inert_text.hpp"

namespace sluice::queue {
namespace {

using git::Oid;

/// What a person's turn starts from: a clean work tree on the queue, which is the remote's.
snapshot::Heads level(Side& side, Oid& head) {
  if (read_laid_out(side)) {
    throw Refusal(
        "a held commit is laid out already; end that first: `host queue held --continue`, or "
        "`host queue held --abort`");
  }
  const auto checkout = look_at(side);
  if (const auto reason = in_the_way(checkout, side.names().queue)) throw Refusal(*reason);
  auto heads = side.fetch();
  if (heads.queue != checkout.head) {
    throw Refusal("the local " + report::one_line(side.names().queue) +
                  " is not where the remote's is; `host queue push` first");
  }
  head = *checkout.head;
  return heads;
}

void check_out(const Side& side, const Oid& from, const Oid& commit) {
  if (const auto standing = would_overwrite(side, from, commit); !standing.empty()) {
    throw Refusal("no commit holds " + listed(standing) + ", and " + commit.brief() +
                  " has a file of its own there: move it away first");
  }
  side.must({"checkout", "--quiet", "--no-overwrite-ignore", "--detach", commit.hex()});
}

/// Those of the queue's commits that are still to be carried from one on, as git's cherry-pick takes them.
std::vector<Oid> from_there(const effects::GitCore& git, const std::vector<Oid>& upstreams, const Oid& queue,
                            const Plan& plan) {
  std::vector<Oid> rest;
  bool there = false;
  for (const auto& id : git.history.range(upstreams, queue)) {
    there = there || id == plan.conflict->commit;
    if (!there) continue;
    const git::Commit commit = git.history.commit(id);
    const bool decides =
        commit.parents.size() > 1 && git::automatic_merge(git.history, git.picker, commit) != commit.tree;
    if (decides || std::ranges::find(plan.owed, id) != plan.owed.end()) rest.push_back(id);
  }
  return rest;
}

/// git's own sequence, which stops at its first conflict: the work tree is then a person's.
void begin_picks(const Side& side, const std::vector<Oid>& commits) {
  // A merge is picked as what it brought to its first parent; of others -m 1 says nothing.
  std::vector<std::string> arguments = {"-c",
                                        "commit.gpgsign=false",
                                        "-c",
                                        "core.editor=true",
                                        "cherry-pick",
                                        "-x",
                                        "-m",
                                        "1",
                                        "--allow-empty",
                                        "--keep-redundant-commits"};
  for (const auto& id : commits) arguments.push_back(id.hex());
  const auto result = process::run(side.work_tree_command(std::move(arguments)));
  if (result.ok() || open_operation(side.folders().git) == "cherry-pick") return;
  throw git::GitError("`git cherry-pick` did not begin: " + git::inert_words(result.error) +
                      "; `host queue held --abort` puts everything back");
}

/// Pushes what was made, with what the remote's queue holds behind it. `from` is what the work tree holds.
Freed finish(Side& side, const snapshot::Heads& heads, const Oid& from, const Oid& made, bool rebased) {
  const auto others = present({heads.develop, heads.main, heads.fixes});
  Freed freed{.kind = Freed::Kind::pushed,
              .laid_out = {},
              .base_branch = {},
              .paths = {},
              .plan = {},
              .head = heads.queue};
  // A push that landed before its end was heard of.
  if (side.git().history.is_ancestor(made, *heads.queue)) {
    if (auto reason = make_ready(side, from, *heads.queue)) throw Refusal(*reason);
    return freed;
  }
  freed.plan = in_a_row(side.git(), *heads.queue, made, others);
  if (const auto& conflict = freed.plan.conflict) {
    throw Refusal(named(side, conflict->commit) +
                  " of the remote's queue is not in what you made, and does not apply on "
                  "it: conflict in " +
                  listed(conflict->paths) +
                  (rebased
                       ? ". Its copy keeps the line \"(cherry picked from commit " + conflict->commit.hex() +
                             ")\" in its message; pick it with `git cherry-pick -x`, and go on"
                       : ". Pick it with `git cherry-pick -x`, resolve it, and go on"));
  }
  const Oid target = freed.plan.target;
  // What a merge decided, a person has decided again.
  const auto excused = rebased ? merges_above(side.git(), others, *heads.queue) : std::vector<Oid>{};
  if (auto lost = would_lose(side, heads, target, excused)) throw Refusal(*lost);
  if (auto reason = make_ready(side, from, target)) throw Refusal(*reason);
  freed.head = target;
  if (side.dry_run()) return freed;
  const auto pushed =
      side.push({.branch = side.names().queue, .expected = heads.queue, .target = target, .rewrite = true});
  if (pushed.status != git::PushResult::Status::landed) {
    throw Refusal("the queue was not pushed: " + pushed.reason + "; nothing moved, run it again");
  }
  return freed;
}

/// The queue's branch is made to be what was pushed, and checked out; not where somebody (in another work
/// tree) committed to it meanwhile: their commit would be on no branch.
void take_branch(const Side& side, const Oid& from, const Oid& target, const Oid& lease) {
  check_out(side, from, target);
  const auto moved = process::run(
      side.work_tree_command({"update-ref", "refs/heads/" + side.names().queue, target.hex(), lease.hex()}));
  if (!moved.ok()) {
    throw Refusal(
        "the remote's queue is rebuilt, but the local branch moved meanwhile and was left alone: `git "
        "switch " +
        report::one_line(side.names().queue) + "` and `host queue push` bring what it holds on top");
  }
  side.must({"checkout", "--quiet", side.names().queue});
}

}  // namespace

Freed rebase(Side& side) {
  Oid local;
  const auto heads = level(side, local);
  const Base base = base_of(side, heads);
  const auto others = present({heads.develop, heads.main, heads.fixes});
  const bool in_row = merges_above(side.git(), others, local).empty();
  Freed freed;
  freed.base_branch = base.branch;
  if (in_row && side.git().history.is_ancestor(base.head, local)) return freed;
  const Plan plan = in_a_row(side.git(), local, base.head, others);
  if (!plan.conflict) {
    freed = finish(side, heads, local, plan.target, true);
    freed.base_branch = base.branch;
    freed.plan = plan;
    if (!side.dry_run()) {
      if (auto reason = move(side, side.names().queue, local, plan.target, "host queue held --rebase")) {
        throw Refusal("the remote's queue is rebuilt, but the local branch stayed behind: " + *reason +
                      "; `host queue push` follows it");
      }
    }
    return freed;
  }
  freed.kind = Freed::Kind::laid_out;
  freed.laid_out = LaidOut{LaidOut::Kind::rebase, local, base.head, plan.conflict->commit};
  freed.paths = plan.conflict->paths;
  if (side.dry_run()) return freed;
  side.hand_over(plan.target, {local});
  const auto rest = from_there(side.git(), others, local, plan);
  write_laid_out(side, *freed.laid_out);
  try {
    check_out(side, local, plan.target);
  } catch (...) {
    forget_laid_out(side);
    throw;
  }
  begin_picks(side, rest);
  return freed;
}

Freed split(Side& side, const Oid& commit) {
  Oid local;
  const auto heads = level(side, local);
  const auto own = side.git().history.range(present({heads.develop, heads.main, heads.fixes}), local);
  if (std::ranges::find(own, commit) == own.end()) {
    throw Refusal(commit.brief() + " is no commit of the queue's own; `host queue status` lists them");
  }
  const git::Commit whole = side.git().history.commit(commit);
  if (whole.parents.size() != 1)
    throw Refusal(named(side, commit) + " is a merge; `host queue unmerge` takes it out");
  Freed freed;
  freed.kind = Freed::Kind::laid_out;
  freed.laid_out = LaidOut{LaidOut::Kind::split, local, whole.parents.front(), commit};
  if (side.dry_run()) return freed;
  write_laid_out(side, *freed.laid_out);
  try {
    check_out(side, local, commit);
  } catch (...) {
    forget_laid_out(side);
    throw;
  }
  side.must({"reset", "--quiet", "--mixed", "--intent-to-add", whole.parents.front().hex()});
  return freed;
}

Freed go_on(Side& side, std::int64_t cap) {
  const auto laid_out = read_laid_out(side);
  if (!laid_out)
    throw Refusal("nothing is laid out; `host queue held` says what is held, and how to free it");
  const auto checkout = look_at(side);
  if (const auto reason = unfinished(checkout)) throw Refusal(*reason);
  const Oid made = *checkout.head;
  const auto heads = side.fetch();
  base_of(side, heads);  // What is missing is said.
  const bool rebased = laid_out->kind == LaidOut::Kind::rebase;
  if (!side.git().history.is_ancestor(laid_out->base, made)) {
    throw Refusal("HEAD does not descend from " + laid_out->base.brief() +
                  ", where this began; `host queue held --abort` "
                  "begins again");
  }
  if (!rebased) {
    if (const auto fault = fault_of_parts(side, laid_out->commit, laid_out->base, made, cap))
      throw Refusal(*fault);
  }
  const auto branch =
      side.must({"rev-parse", "--verify", "-q", "refs/heads/" + side.names().queue + "^{commit}"});
  if (Oid::parse(std::string_view(branch).substr(0, Oid::size * 2)) != laid_out->lease) {
    throw Refusal(
        "the local branch " + report::one_line(side.names().queue) +
        " moved since this was laid out; `host queue held --abort`, `host queue push`, and begin again");
  }
  auto freed = finish(side, heads, made, made, rebased);
  freed.laid_out = laid_out;
  if (side.dry_run()) return freed;
  take_branch(side, made, *freed.head, laid_out->lease);
  forget_laid_out(side);
  return freed;
}

Freed put_back(Side& side) {
  const auto laid_out = read_laid_out(side);
  if (!laid_out) throw Refusal("nothing is laid out, so that nothing is to be put back");
  const auto checkout = look_at(side);
  if (checkout.branch && checkout.branch != side.names().queue) {
    throw Refusal("this work tree is on " + report::one_line(*checkout.branch) +
                  " now, and what lies in it is not this verb's to take away; `git switch " +
                  report::one_line(side.names().queue) + "` first, where nothing is left to put back");
  }
  Freed freed;
  freed.kind = Freed::Kind::put_back;
  freed.laid_out = laid_out;
  freed.head = checkout.head;
  if (side.dry_run()) return freed;
  if (!checkout.branch) {  // Else it was put back, or pushed, and only this note is left.
    if (checkout.operation == "cherry-pick") process::run(side.work_tree_command({"cherry-pick", "--quit"}));
    side.must({"checkout", "--quiet", "--force", side.names().queue});
  }
  forget_laid_out(side);
  return freed;
}

}  // namespace sluice::queue
