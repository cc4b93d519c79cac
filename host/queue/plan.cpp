#include "host/queue/plan.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

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

/// Some commits stand on another branch only, and what was made on top of them may take them back: on a queue
/// that lacks them it would come to nothing, and be lost. They come along, up to the last that is owed.
std::vector<Oid> to_carry(const effects::GitCore& git, const std::vector<Oid>& own, const git::OwedSet& set,
                          const Oid& remote, std::vector<Dropped>& dropped) {
  std::unordered_set<Oid> owed;
  for (const auto& one : set.owed) owed.insert(one.id);
  std::size_t end = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (owed.contains(own[i])) end = i + 1;
  }
  std::unordered_set<Oid> elsewhere;
  for (const auto& one : set.shed) {
    const auto place = std::ranges::find(own, one.id) - own.begin();
    const bool is_followed = static_cast<std::size_t>(place) < end;
    if (is_followed && one.by && !git.history.is_ancestor(*one.by, remote)) {
      elsewhere.insert(one.id);
    } else {
      dropped.push_back({one.id, one.verdict, one.by, one.why});
    }
  }
  std::vector<Oid> carry;
  std::ranges::copy_if(own, std::back_inserter(carry),
                       [&](const Oid& id) { return owed.contains(id) || elsewhere.contains(id); });
  return carry;
}

/// Heads that no other of them reaches.
std::vector<Oid> furthest(const effects::GitCore& git, const std::vector<Oid>& heads) {
  std::vector<Oid> result;
  std::ranges::copy_if(heads, std::back_inserter(result), [&](const Oid& head) {
    return std::ranges::none_of(
        heads, [&](const Oid& other) { return other != head && git.history.is_ancestor(head, other); });
  });
  return result;
}

/// What local owes each of the upstreams. Asked of one branch at a time: a commit of which two branches hold
/// a copy would else discharge, by the second, a later one that makes the same change again.
git::OwedSet owed_to_each(const effects::GitCore& git, const std::vector<Oid>& own,
                          const std::vector<Oid>& upstreams, const Oid& local) {
  std::unordered_map<Oid, git::ShedCommit> shed;
  std::unordered_map<Oid, std::string> why;
  for (const auto& upstream : furthest(git, upstreams)) {
    const auto set = git::owed(git.store, git.history, git.picker, {upstream}, local);
    for (const auto& one : set.shed) shed.emplace(one.id, one);
    for (const auto& one : set.owed) why.emplace(one.id, one.why);
  }
  git::OwedSet result;
  for (const auto& id : own) {
    if (const auto found = shed.find(id); found != shed.end()) {
      result.shed.push_back(found->second);
    } else {
      result.owed.push_back({id, why[id]});
    }
  }
  return result;
}

}  // namespace

Plan lay(const effects::GitCore& git, const std::vector<Oid>& commits, const Oid& onto) {
  Plan plan;
  plan.target = onto;
  plan.owed = commits;
  git.picker.expect(commits);
  for (const auto& id : commits) {
    auto pick = git.picker.pick(id, plan.target);
    switch (pick.verdict) {
      case git::PickVerdict::applied:
        plan.target = *pick.made;
        plan.carried.push_back({id, plan.target});
        break;
      case git::PickVerdict::empty:
        plan.dropped.push_back({id, git::Shed::empty, std::nullopt, "the queue holds its change already"});
        break;
      case git::PickVerdict::conflict:
        plan.conflict = Conflict{id, plan.target, std::move(pick.merge.paths)};
        return plan;
    }
  }
  return plan;
}

Plan plan_push(const effects::GitCore& git, const Oid& local, const std::optional<Oid>& remote,
               const std::vector<Oid>& others) {
  std::vector<Oid> upstreams;  // The queue's own first: where it holds a commit, that is what is said.
  if (remote) upstreams.push_back(*remote);
  upstreams.insert(upstreams.end(), others.begin(), others.end());
  const auto own = git.history.range(upstreams, local);
  Plan plan;
  if (!remote || only_continues(git, *remote, own, local)) {
    plan.target = local;
    plan.owed = own;
    for (const auto& id : own) plan.carried.push_back({id, id});
    return plan;
  }
  if (const auto& knot = git.knots.find(upstreams, local)) {
    plan.target = *remote;
    plan.knot = knot;
    return plan;
  }
  std::vector<Dropped> dropped;
  const auto set = owed_to_each(git, own, upstreams, local);
  plan = lay(git, to_carry(git, own, set, *remote, dropped), *remote);
  plan.dropped.insert(plan.dropped.begin(), std::make_move_iterator(dropped.begin()),
                      std::make_move_iterator(dropped.end()));
  return plan;
}

std::string_view name(git::Shed verdict) {
  constexpr std::array<std::string_view, 4> names = {"copied", "equal", "empty", "merge"};
  return names.at(static_cast<std::size_t>(verdict));
}

}  // namespace sluice::queue
