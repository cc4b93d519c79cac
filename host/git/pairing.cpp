#include "host/git/pairing.hpp"

#include <algorithm>
#include <span>
#include <tuple>

#include "host/git/change.hpp"
#include "host/git/delta.hpp"
#include "host/git/message.hpp"

namespace sluice::git {
namespace {

bool holds(const std::vector<Oid>& ids, const Oid& id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

void sort_pairs(std::vector<Pair>& pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return std::tuple(a.claim, a.theirs, a.mine) < std::tuple(b.claim, b.theirs, b.mine);
  });
}

}  // namespace

Pairing::Pairing(ObjectStore& store, History& history, const Field& field)
    : store_(store), history_(history), field_(field) {
  for (const Oid& id : field.mine) mine.push_back(Mine{id, read_copies(history.commit(id).message), {}});
  for (const Oid& id : field.theirs) {
    const Commit& commit = history.commit(id);
    if (commit.parents.size() <= 1) theirs.push_back(Theirs{id, read_copies(commit.message)});
  }
  for (std::size_t i = 0; i < mine.size(); ++i) {
    holders_[mine[i].id].push_back(i);
    for (const Oid& name : mine[i].names) holders_[name].push_back(i);
  }
}

std::vector<Pair> Pairing::by_name() {
  std::vector<Pair> pairs;
  for (std::size_t t = 0; t < theirs.size(); ++t) {
    const auto met = named_by(theirs[t]);
    theirs[t].names_mine = !met.empty();
    for (const std::size_t m : met) {
      if (mine[m].settled || is_below(theirs[t], mine[m])) continue;
      const Claim claim = claim_of(theirs[t], mine[m]);
      if (claim <= Claim::names_it || !is_applied_again(m)) pairs.push_back({claim, t, m});
    }
  }
  sort_pairs(pairs);
  return pairs;
}

std::vector<Pair> Pairing::by_look() {
  const auto look = [&](const Oid& id) {
    const Commit& commit = history_.commit(id);
    return commit.author + '\n' + commit.message;
  };
  std::unordered_map<std::string, std::vector<std::size_t>> looks;
  for (std::size_t m = 0; m < mine.size(); ++m) {
    if (!mine[m].settled) looks[look(mine[m].id)].push_back(m);
  }
  std::vector<Pair> pairs;
  for (std::size_t t = 0; t < theirs.size(); ++t) {
    if (theirs[t].used || theirs[t].names_mine) continue;
    const auto entry = looks.find(look(theirs[t].id));
    if (entry == looks.end()) continue;
    for (const std::size_t m : entry->second) {
      if (!is_below(theirs[t], mine[m])) pairs.push_back({Claim::looks_like_it, t, m});
    }
  }
  sort_pairs(pairs);
  return pairs;
}

bool Pairing::is_below(const Theirs& one, const Mine& other) {
  return field_.may_be_below.contains(one.id) && history_.is_ancestor(one.id, other.id);
}

Step Pairing::step_of(const Oid& id) {
  const Commit& commit = history_.commit(id);
  return {commit.parents.empty() ? kEmptyTree : history_.commit(commit.parents.front()).tree, commit.tree};
}

std::vector<std::size_t> Pairing::named_by(const Theirs& one) const {
  std::vector<std::size_t> met;
  const auto add = [&](const Oid& name) {
    if (const auto entry = holders_.find(name); entry != holders_.end()) {
      met.insert(met.end(), entry->second.begin(), entry->second.end());
    }
  };
  add(one.id);
  for (const Oid& name : one.names) add(name);
  std::sort(met.begin(), met.end());
  met.erase(std::unique(met.begin(), met.end()), met.end());
  return met;
}

Claim Pairing::claim_of(const Theirs& one, const Mine& other) const {
  if (!one.names.empty() && one.names.back() == other.id) return Claim::picked_from_it;
  if (holds(one.names, other.id)) return Claim::names_it;
  return holds(other.names, one.id) ? Claim::is_named_by_it : Claim::shares_a_name;
}

/// Whether it names, or shares a name with, a commit that it was made on top of: then it is no other form of
/// that one but the same change made again, and its copy lines say nothing of where it stands.
bool Pairing::is_applied_again(std::size_t m) {
  if (const auto known = again_.find(m); known != again_.end()) return known->second;
  const auto is_on_top_of_mine = [&](std::size_t other) {
    return other < m && history_.is_ancestor(mine[other].id, mine[m].id);
  };
  const auto is_on_top_of = [&](const Oid& name) {
    return store_.contains(name) && store_.read(name)->kind == Kind::commit &&
           history_.is_ancestor(name, mine[m].id);
  };
  const auto& names = mine[m].names;
  const bool again = std::any_of(names.begin(), names.end(), [&](const Oid& name) {
    const auto& sharing = holders_.at(name);
    return std::any_of(sharing.begin(), sharing.end(), is_on_top_of_mine) || is_on_top_of(name);
  });
  return again_[m] = again;
}

// --- comparing

/// How many pairs from the first on follow one another on both sides, commit on commit.
std::size_t Pairing::run_length(std::span<const Pair> pairs) {
  std::size_t length = 1;
  const auto follows = [&](const Oid& child, const Oid& parent) {
    const auto& parents = history_.commit(child).parents;
    return parents.size() == 1 && parents.front() == parent;
  };
  while (length < pairs.size() && follows(mine[pairs[length].mine].id, mine[pairs[length - 1].mine].id) &&
         follows(theirs[pairs[length].theirs].id, theirs[pairs[length - 1].theirs].id)) {
    ++length;
  }
  return length;
}

/// A run of copies that follow one another as their originals do is compared as one change: where that is
/// equal, all of them is there, and far fewer folders had to be read. Else it is taken apart.
void Pairing::compare_run(std::span<Pair> run) {
  const auto whole = [&](const Oid& first, const Oid& last) {
    return Step{step_of(first).before, step_of(last).after};
  };
  const Pair &first = run.front(), &last = run.back();
  const Likeness all = likeness(store_, whole(mine[first.mine].id, mine[last.mine].id),
                                whole(theirs[first.theirs].id, theirs[last.theirs].id), run.size() > 1);
  if (run.size() == 1 || all == Likeness::equal) {
    for (Pair& pair : run) pair.likeness = all;
    return;
  }
  constexpr std::size_t kParts = 4;
  for (std::size_t part = (run.size() + kParts - 1) / kParts; !run.empty();
       run = run.subspan(std::min(part, run.size()))) {
    compare_run(run.first(std::min(part, run.size())));
  }
}

void Pairing::compare(std::vector<Pair>& pairs, Changes& changes) {
  for (std::span<Pair> rest = pairs; !rest.empty();) {
    const std::size_t length = run_length(rest);
    compare_run(rest.first(length));
    rest = rest.subspan(length);
  }
  // git is asked for patches, all at once, where nothing else tells two commits apart.
  std::vector<Oid> wanted;
  for (const Pair& pair : pairs) {
    if (pair.likeness == Likeness::unsure)
      wanted.insert(wanted.end(), {mine[pair.mine].id, theirs[pair.theirs].id});
  }
  changes.read_patches(wanted);
  for (Pair& pair : pairs) {
    if (pair.likeness != Likeness::unsure) continue;
    const bool same = changes.patch(mine[pair.mine].id) == changes.patch(theirs[pair.theirs].id);
    pair.likeness = same ? Likeness::equal : Likeness::different;
  }
}

}  // namespace sluice::git
