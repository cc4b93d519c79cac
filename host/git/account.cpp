// Before a branch is rewritten: where each of its commits has gone.

#include <unordered_map>
#include <unordered_set>

#include "host/git/discharge.hpp"
#include "host/git/knots.hpp"
#include "host/git/message.hpp"
#include "host/git/owed.hpp"

namespace sluice::git {
namespace {

/// Whether the copy is what a merge holds beyond git's own merge of its parents, carried as a commit.
bool carries_the_rest(History& history, Picker& picker, const Commit& merge, const Commit& copy) {
  const auto automatic = automatic_merge(history, picker, merge);
  if (!automatic || copy.parents.size() != 1) return false;
  const TreeMerge again = picker.merge(*automatic, history.commit(copy.parents.front()).tree, merge.tree);
  return again.clean && again.tree == copy.tree;
}

Accounted accounted(const Oid& id, const Standing& standing, const std::unordered_set<Oid>& in_new) {
  if (*standing.shed == Shed::empty) return {id, Account::empty, std::nullopt, standing.why};
  const bool is_in_new = standing.by && in_new.contains(*standing.by);
  return {id, is_in_new ? Account::copied : Account::discharged, standing.by, standing.why};
}

}  // namespace

Accounting account(ObjectStore& store, History& history, Picker& picker, const std::vector<Oid>& upstreams,
                   const Oid& old_tip, const Oid& new_tip) {
  Accounting result;
  const auto kept = history.range(upstreams, new_tip);
  const std::unordered_set<Oid> in_new(kept.begin(), kept.end());
  auto everywhere = upstreams;
  everywhere.push_back(new_tip);
  const Field field = field_of(history, everywhere, old_tip);
  const auto standings = discharge(store, history, picker, field);
  std::unordered_map<Oid, Oid> copies;  // What a kept commit's lines name, and that commit.
  for (const Oid& id : kept) {
    for (const Oid& name : read_copies(history.commit(id).message)) copies.emplace(name, id);
  }
  std::unordered_map<Oid, const Standing*> standing_of;
  for (std::size_t i = 0; i < field.mine.size(); ++i) standing_of[field.mine[i]] = &standings[i];

  for (const Oid& id : history.range(upstreams, old_tip)) {
    const auto entry = standing_of.find(id);
    if (entry == standing_of.end()) {
      result.accounted.push_back({id, Account::ancestor, std::nullopt, "still there as it was"});
      continue;
    }
    const Standing& standing = *entry->second;
    const Commit& commit = history.commit(id);
    if (!standing.shed) {
      result.lost.push_back({id, standing.why});
    } else if (*standing.shed != Shed::merge) {
      result.accounted.push_back(accounted(id, standing, in_new));
    } else if (automatic_merge(history, picker, commit) == commit.tree) {
      result.accounted.push_back({id, Account::merge, std::nullopt, "git's own merge of its parents"});
    } else if (const auto copy = copies.find(id);
               copy != copies.end() &&
               carries_the_rest(history, picker, commit, history.commit(copy->second))) {
      result.accounted.push_back({id, Account::copied, copy->second,
                                  "what it holds beyond git's own merge is " + copy->second.brief()});
    } else {
      result.lost.push_back({id, "a merge that is not git's own merge of its parents"});
    }
  }
  return result;
}

}  // namespace sluice::git
