// An interim answer by copy lines alone; deleted whole when owed.cpp and account.cpp land.
#include <set>

#include "host/git/message.hpp"
#include "host/git/owed.hpp"

namespace sluice::git {

OwedSet owed(ObjectStore&, History& history, Picker&, const std::vector<Oid>& upstreams, const Oid& head) {
  std::set<Oid> named;
  for (const auto& upstream : upstreams) {
    const auto base = history.merge_base(upstream, head);
    for (const auto& id : history.range(base ? std::vector<Oid>{*base} : std::vector<Oid>{}, upstream)) {
      for (const auto& original : read_copies(history.commit(id).message)) named.insert(original);
    }
  }
  OwedSet set;
  for (const auto& id : history.range(upstreams, head)) {
    const auto& commit = history.commit(id);
    bool discharged = named.contains(id);
    for (const auto& original : read_copies(commit.message)) discharged = discharged || named.contains(original);
    if (commit.parents.size() != 1) {
      set.shed.push_back({id, Shed::merge, {}, "a merge"});
    } else if (discharged) {
      set.shed.push_back({id, Shed::copied, {}, "copied upstream"});
    } else if (history.commit(commit.parents.front()).tree == commit.tree) {
      set.shed.push_back({id, Shed::empty, {}, "changes nothing"});
    } else {
      set.owed.push_back({id, "no copy upstream"});
    }
  }
  return set;
}

Accounting account(ObjectStore& store, History& history, Picker& picker, const std::vector<Oid>& upstreams,
                   const Oid& old_tip, const Oid& new_tip) {
  auto all = upstreams;
  all.push_back(new_tip);
  Accounting accounting;
  accounting.lost = owed(store, history, picker, all, old_tip).owed;
  return accounting;
}

}  // namespace sluice::git
