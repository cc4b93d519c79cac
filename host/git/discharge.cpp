#include "host/git/discharge.hpp"

#include <algorithm>

#include "host/git/change.hpp"
#include "host/git/pairing.hpp"

namespace sluice::git {
namespace {

enum class Probe : std::uint8_t { empty, conflict, carries };

void settle(Mine& mine, Shed verdict, std::optional<Oid> by, std::string why) {
  mine.settled = true;
  mine.standing = {verdict, by, std::move(why)};
}

class Discharge {
 public:
  Discharge(ObjectStore& store, History& history, Picker& picker, const Field& field)
      : history_(history),
        picker_(picker),
        all_(store, history, field),
        changes_(picker.scratch(), store, history) {}

  std::vector<Standing> run() {
    settle_what_carries_nothing();
    settle_named();
    settle_equal();
    std::vector<Standing> result;
    for (Mine& mine : all_.mine) {
      if (!mine.settled && mine.standing.why.empty()) mine.standing.why = "no copy upstream";
      result.push_back(std::move(mine.standing));
    }
    return result;
  }

 private:
  void settle_what_carries_nothing() {
    for (Mine& mine : all_.mine) {
      const Step step = all_.step_of(mine.id);
      if (history_.commit(mine.id).parents.size() > 1) {
        settle(mine, Shed::merge, std::nullopt, "a merge");
      } else if (step.before == step.after) {
        settle(mine, Shed::empty, std::nullopt, "changes nothing");
      }
    }
  }

  // --- by name

  void settle_named() {
    auto pairs = all_.by_name();
    all_.compare(pairs, changes_);
    std::vector<const Pair*> seconds;
    for (const Pair& pair : pairs) {
      Theirs& theirs = all_.theirs[pair.theirs];
      if (all_.mine[pair.mine].settled) continue;
      if (theirs.used) {
        seconds.push_back(&pair);
      } else {
        theirs.used = settle_as_copy(pair);
      }
    }
    // A squash names several: each beyond the first must be wholly there.
    for (const Pair* pair : seconds) {
      Mine& mine = all_.mine[pair->mine];
      const Theirs& theirs = all_.theirs[pair->theirs];
      if (!mine.settled && probe(theirs, mine) == Probe::empty) {
        settle(mine, Shed::copied, theirs.id, "copied as " + theirs.id.brief() + " among others");
      }
    }
  }

  bool settle_as_copy(const Pair& pair) {
    const Theirs& theirs = all_.theirs[pair.theirs];
    Mine& mine = all_.mine[pair.mine];
    const std::string copied = "copied as " + theirs.id.brief();
    if (pair.likeness == Likeness::equal) {
      settle(mine, Shed::copied, theirs.id, copied);
      return true;
    }
    switch (probe(theirs, mine)) {
      case Probe::empty:
        settle(mine, Shed::copied, theirs.id, copied + " where other work stood around it");
        return true;
      case Probe::conflict:
        if (!is_of_one_hand(pair)) break;
        settle(mine, Shed::copied, theirs.id, copied + " in another form");
        return true;
      case Probe::carries:
        break;
    }
    if (!mine.lacking) mine.standing.why = copied + ", which lacks part of it";
    mine.lacking = true;
    return false;
  }

  /// A commit's own lines may name what it never was, and picks keep the author and when it was written:
  /// where nothing but those lines binds the two, a conflict says nothing.
  bool is_of_one_hand(const Pair& pair) {
    if (pair.claim <= Claim::names_it) return true;
    return history_.commit(all_.theirs[pair.theirs].id).author ==
           history_.commit(all_.mine[pair.mine].id).author;
  }

  /// Onto the copy's own tree, never onto the tip: there somebody may have taken it back, and it must not
  /// return.
  Probe probe(const Theirs& theirs, const Mine& mine) {
    const Step step = all_.step_of(mine.id);
    const Oid target = history_.commit(theirs.id).tree;
    const TreeMerge merge = picker_.merge(step.before, target, step.after);
    if (!merge.clean) return Probe::conflict;
    return merge.tree == target ? Probe::empty : Probe::carries;
  }

  // --- by equal changes

  void settle_equal() {
    settle_lookalikes();
    if (is_all_settled()) return;
    std::vector<std::size_t> everyone(all_.mine.size());
    for (std::size_t m = 0; m < everyone.size(); ++m) everyone[m] = m;
    match([&](const Oid& id) { return changes_.of(id).exact; }, everyone);
    decide_again(doubtful());
  }

  bool is_all_settled() const {
    return std::all_of(all_.mine.begin(), all_.mine.end(), [](const Mine& mine) { return mine.settled; });
  }

  static bool is_free(const Theirs& theirs) { return !theirs.used && !theirs.names_mine; }

  void settle_by_equal(std::size_t m, Theirs& theirs) {
    theirs.used = true;
    equal_to_[m] = &theirs;
    settle(all_.mine[m], Shed::equal, theirs.id, theirs.id.brief() + " makes the same change");
  }

  /// The cheap way where picks without copy lines kept author and message.
  void settle_lookalikes() {
    if (is_all_settled()) return;
    auto pairs = all_.by_look();
    all_.compare(pairs, changes_);
    for (const Pair& pair : pairs) {
      if (pair.likeness != Likeness::equal || all_.mine[pair.mine].settled) continue;
      if (Theirs& theirs = all_.theirs[pair.theirs]; is_free(theirs)) settle_by_equal(pair.mine, theirs);
    }
  }

  /// Oldest to oldest, each once.
  template <typename KeyOf>
  void match(KeyOf key_of, const std::vector<std::size_t>& among) {
    std::unordered_map<Oid, std::vector<Theirs*>> free;
    for (Theirs& theirs : all_.theirs) {
      if (is_free(theirs)) free[key_of(theirs.id)].push_back(&theirs);
    }
    for (const std::size_t m : among) {
      const Mine& mine = all_.mine[m];
      if (mine.settled) continue;
      const auto entry = free.find(key_of(mine.id));
      if (entry == free.end()) continue;
      const auto found = std::find_if(entry->second.begin(), entry->second.end(), [&](const Theirs* theirs) {
        return is_free(*theirs) && !all_.is_below(*theirs, mine);
      });
      if (found != entry->second.end()) settle_by_equal(m, **found);
    }
  }

  /// Commits of different buckets are never equal. Contents are looked at only where places are those of one
  /// of mine.
  Oid bucket(const Oid& id) {
    if (places_.empty()) {
      for (const Mine& mine : all_.mine) {
        if (mine.standing.shed != Shed::merge) places_.insert(changes_.of(mine.id).places);
      }
    }
    return places_.contains(changes_.of(id).places) ? changes_.loose(id) : id;
  }

  /// Of every bucket in which one of mine is left over and one of theirs stands: all of mine, those matched
  /// included.
  std::vector<std::size_t> doubtful() {
    std::unordered_set<Oid> left, met;
    for (const Mine& mine : all_.mine) {
      if (!mine.settled) left.insert(bucket(mine.id));
    }
    for (const Theirs& theirs : all_.theirs) {
      if (!left.empty() && !theirs.names_mine && left.contains(bucket(theirs.id)))
        met.insert(bucket(theirs.id));
    }
    std::vector<std::size_t> result;
    for (std::size_t m = 0; m < all_.mine.size() && !met.empty(); ++m) {
      const bool is_open = !all_.mine[m].settled || equal_to_.contains(m);
      if (is_open && met.contains(bucket(all_.mine[m].id))) result.push_back(m);
    }
    return result;
  }

  /// Where one is left over, an older one may have lost its copy to a younger that only looks more alike.
  /// Then a revert between the two would be carried and what followed it would not: so oldest first, patch by
  /// patch.
  void decide_again(const std::vector<std::size_t>& doubtful) {
    if (doubtful.empty()) return;
    std::vector<Oid> wanted;
    std::unordered_set<Oid> buckets;
    for (const std::size_t m : doubtful) {
      release(m);
      wanted.push_back(all_.mine[m].id);
      buckets.insert(bucket(all_.mine[m].id));
    }
    for (const Theirs& theirs : all_.theirs) {
      if (is_free(theirs) && buckets.contains(bucket(theirs.id))) wanted.push_back(theirs.id);
    }
    changes_.read_patches(wanted);
    match([&](const Oid& id) { return buckets.contains(bucket(id)) ? changes_.patch(id) : id; }, doubtful);
  }

  void release(std::size_t m) {
    const auto entry = equal_to_.find(m);
    if (entry == equal_to_.end()) return;
    entry->second->used = false;
    equal_to_.erase(entry);
    all_.mine[m].settled = false;
    all_.mine[m].standing = {};
  }

  History& history_;
  Picker& picker_;
  Pairing all_;
  Changes changes_;
  std::unordered_set<Oid> places_;
  std::unordered_map<std::size_t, Theirs*> equal_to_;
};

}  // namespace

std::vector<Standing> discharge(ObjectStore& store, History& history, Picker& picker, const Field& field) {
  return Discharge(store, history, picker, field).run();
}

}  // namespace sluice::git
