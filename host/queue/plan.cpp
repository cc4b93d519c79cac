#include "host/queue/plan.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "host/git/message.hpp"
#include "host/queue/parts.hpp"

namespace sluice::queue {

using git::Oid;

namespace {

/// local continues remote by commits of its own alone, in one line.
bool only_continues(const effects::GitCore& git, const Oid& remote, const std::vector<Oid>& own,
                    const Oid& local) {
  if (!git.history.is_ancestor(remote, local)) return false;
  const auto above = git.history.range({remote}, local);
  return above == own && std::ranges::all_of(above, [&](const Oid& id) {
           return git.history.commit(id).parents.size() == 1;
         });
}

/// Of a branch's own commits: those that come along, and what the plan says of the others.
std::unordered_set<Oid> to_carry(const effects::GitCore& git, const std::vector<Oid>& own,
                                 const git::OwedSet& set, const Oid& base, Plan& plan) {
  std::unordered_set<Oid> carry;
  for (const auto& one : set.owed) carry.insert(one.id);
  std::size_t end = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (carry.contains(own[i])) end = i + 1;
  }
  const std::unordered_set<Oid> followed(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(end));
  for (const auto& one : set.shed) {
    // What stands on another branch only comes along as far as something is made on top of it: that may take
    // it back, and on a base that lacks it would come to nothing, and be lost.
    const bool elsewhere = one.by && !git.history.is_ancestor(*one.by, base);
    if (elsewhere && followed.contains(one.id)) {
      carry.insert(one.id);
    } else if (one.verdict != git::Shed::merge) {
      plan.dropped.push_back({one.id, one.verdict, one.by, one.why});
    }
  }
  return carry;
}

void stop_at(Plan& plan, const Oid& commit, std::vector<std::string> paths) {
  plan.conflict = Conflict{commit, plan.target, std::move(paths)};
}

void carry_one(const effects::GitCore& git, const Oid& id, Plan& plan) {
  auto pick = git.picker.pick(id, plan.target);
  switch (pick.verdict) {
    case git::PickVerdict::applied:
      plan.target = *pick.made;
      plan.carried.push_back({id, plan.target});
      return;
    case git::PickVerdict::empty:
      plan.dropped.push_back({id, git::Shed::empty, std::nullopt, "the queue holds its change already"});
      return;
    case git::PickVerdict::conflict:
      stop_at(plan, id, std::move(pick.merge.paths));
  }
}

using Copies = std::unordered_map<Oid, Oid>;  ///< What a line names, and the commit that has it.

Copies copies_in(const effects::GitCore& git, const std::vector<Oid>& without, const Oid& head) {
  Copies copies;
  for (const auto& id : git.history.range(without, head)) {
    for (const auto& name : git::read_copies(git.history.commit(id).message)) copies.emplace(name, id);
  }
  return copies;
}

/// What it holds beyond git's own merge of its parents comes along as a commit that names it.
void take_out(const effects::GitCore& git, const git::Commit& merge, const Copies& decided, Plan& plan) {
  if (const auto found = decided.find(merge.id); found != decided.end()) {
    plan.dropped.push_back(
        {merge.id, git::Shed::merge, found->second, "what it decided is " + found->second.brief()});
    return;
  }
  const auto automatic = git::automatic_merge(git.history, git.picker, merge);
  if (!automatic) {
    const auto fold = git.picker.fold(merge.parents.at(0), merge.parents.at(1), "merge");
    return stop_at(plan, merge.id, fold ? fold->merge.paths : std::vector<std::string>{});
  }
  const Oid tree = git.history.commit(plan.target).tree;
  auto rest = git.picker.merge(*automatic, tree, merge.tree);
  if (!rest.clean) return stop_at(plan, merge.id, std::move(rest.paths));
  if (rest.tree == tree) {
    plan.dropped.push_back(
        {merge.id, git::Shed::merge, std::nullopt, "a merge; the commits that it merges come one by one"});
    return;
  }
  plan.target = git.picker.recommit(merge, rest.tree, {plan.target}, true);
  plan.carried.push_back({merge.id, plan.target});
}

std::vector<Oid> with(std::vector<Oid> heads, const Oid& one) {
  heads.insert(heads.begin(), one);
  return heads;
}

}  // namespace

Plan in_a_row(const effects::GitCore& git, const Oid& source, const Oid& base,
              const std::vector<Oid>& others) {
  Plan plan;
  plan.target = base;
  const auto upstreams =
      with(others, base);  // The base first: where it holds a commit, that is what is said.
  const auto own = git.history.range(upstreams, source);
  auto set = git::owed(git.store, git.history, git.picker, upstreams, source);
  shed_what_stands_in_parts(git, git.history.range(with(others, source), base), set);
  const auto carry = to_carry(git, own, set, base, plan);
  std::ranges::copy_if(own, std::back_inserter(plan.owed), [&](const Oid& id) { return carry.contains(id); });
  git.picker.expect(plan.owed);
  const auto decided = copies_in(git, others, base);
  for (const auto& id : own) {
    const git::Commit commit = git.history.commit(id);
    if (commit.parents.size() > 1) {
      take_out(git, commit, decided, plan);
    } else if (carry.contains(id)) {
      carry_one(git, id, plan);
    }
    if (plan.conflict) break;
  }
  return plan;
}

Plan plan_push(const effects::GitCore& git, const Oid& local, const std::optional<Oid>& remote,
               const std::vector<Oid>& others) {
  const auto upstreams = remote ? with(others, *remote) : others;
  const auto own = git.history.range(upstreams, local);
  if (!remote || only_continues(git, *remote, own, local)) {
    Plan plan;
    plan.target = local;
    plan.owed = own;
    for (const auto& id : own) plan.carried.push_back({id, id});
    return plan;
  }
  if (const auto& knot = git.knots.find(upstreams, local)) {
    Plan plan;
    plan.target = *remote;
    plan.knot = knot;
    return plan;
  }
  return in_a_row(git, local, *remote, others);
}

std::string_view name(git::Shed verdict) {
  constexpr std::array<std::string_view, 4> names = {"copied", "equal", "empty", "merge"};
  return names.at(static_cast<std::size_t>(verdict));
}

}  // namespace sluice::queue
