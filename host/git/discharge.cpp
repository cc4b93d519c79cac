#include "host/git/discharge.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "host/git/change.hpp"
#include "host/git/message.hpp"

namespace sluice::git {
namespace {

struct Mine {
  Oid id;
  std::vector<Oid> names;  ///< The shas that this commit has had before.
  Standing standing;
  bool settled = false;
  bool lacking = false;  ///< A copy was found that does not have all of it.
};

struct Theirs {
  Oid id;
  std::vector<Oid> names;
  bool used = false;        ///< It discharges one of mine.
  bool names_mine = false;  ///< So that it stands for what it names, and for nothing that merely looks equal.
};

/// How surely a copy is of a commit: surest first.
enum class Claim : std::uint8_t { picked_from_it, names_it, is_named_by_it, shares_a_name };

struct Pair {
  Claim claim;
  std::size_t theirs, mine;
  auto order() const { return std::tuple(claim, theirs, mine); }
};

enum class Probe : std::uint8_t { empty, conflict, carries };

bool holds(const std::vector<Oid>& ids, const Oid& id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

class Discharge {
 public:
  Discharge(ObjectStore& store, History& history, Picker& picker, const Field& field)
      : store_(store),
        history_(history),
        picker_(picker),
        field_(field),
        changes_(picker.scratch(), store, history) {}

  std::vector<Standing> run() {
    read();
    pair_by_name();
    settle_named();
    settle_equal();
    std::vector<Standing> result;
    for (Mine& mine : mine_) {
      if (!mine.settled && mine.standing.why.empty()) mine.standing.why = "no copy upstream";
      result.push_back(std::move(mine.standing));
    }
    return result;
  }

 private:
  void read() {
    for (const Oid& id : field_.mine) {
      const Commit& commit = history_.commit(id);
      Mine& mine = mine_.emplace_back(Mine{id, read_copies(commit.message), {}});
      if (commit.parents.size() > 1) {
        settle(mine, Shed::merge, std::nullopt, "a merge");
      } else if (changes_.of(id).empty()) {
        settle(mine, Shed::empty, std::nullopt, "changes nothing");
      }
    }
    for (const Oid& id : field_.theirs) {
      const Commit& commit = history_.commit(id);
      if (commit.parents.size() <= 1) theirs_.push_back(Theirs{id, read_copies(commit.message)});
    }
  }

  static void settle(Mine& mine, Shed verdict, std::optional<Oid> by, std::string why) {
    mine.settled = true;
    mine.standing = {verdict, by, std::move(why)};
  }

  /// A commit never stands for one that was made on top of it: that one is new work, a re-apply after a
  /// revert.
  bool is_below(const Theirs& theirs, const Mine& mine) {
    return field_.may_be_below.contains(theirs.id) && history_.is_ancestor(theirs.id, mine.id);
  }

  // --- by name

  void pair_by_name() {
    std::unordered_map<Oid, std::vector<std::size_t>> holders;
    for (std::size_t i = 0; i < mine_.size(); ++i) {
      holders[mine_[i].id].push_back(i);
      for (const Oid& name : mine_[i].names) holders[name].push_back(i);
    }
    for (std::size_t t = 0; t < theirs_.size(); ++t) {
      Theirs& theirs = theirs_[t];
      std::vector<std::size_t> met;
      for (const Oid& name : chain_of(theirs)) {
        if (const auto entry = holders.find(name); entry != holders.end()) {
          met.insert(met.end(), entry->second.begin(), entry->second.end());
        }
      }
      std::sort(met.begin(), met.end());
      met.erase(std::unique(met.begin(), met.end()), met.end());
      theirs.names_mine = !met.empty();
      for (const std::size_t m : met) pair(t, m, holders);
    }
    std::sort(pairs_.begin(), pairs_.end(),
              [](const Pair& a, const Pair& b) { return a.order() < b.order(); });
  }

  static std::vector<Oid> chain_of(const Theirs& theirs) {
    std::vector<Oid> chain = theirs.names;
    chain.push_back(theirs.id);
    return chain;
  }

  void pair(std::size_t t, std::size_t m, const std::unordered_map<Oid, std::vector<std::size_t>>& holders) {
    const Theirs& theirs = theirs_[t];
    const Mine& mine = mine_[m];
    if (mine.settled || is_below(theirs, mine)) return;
    const Claim claim = !theirs.names.empty() && theirs.names.back() == mine.id ? Claim::picked_from_it
                        : holds(theirs.names, mine.id)                          ? Claim::names_it
                        : holds(mine.names, theirs.id)                          ? Claim::is_named_by_it
                                                                                : Claim::shares_a_name;
    if (claim <= Claim::names_it || !is_applied_again(m, holders)) pairs_.push_back({claim, t, m});
  }

  /// Whether it names, or shares a name with, a commit that it was made on top of: then it is no other form
  /// of that one but the same change made again, and its copy lines say nothing of where it stands.
  bool is_applied_again(std::size_t m, const std::unordered_map<Oid, std::vector<std::size_t>>& holders) {
    if (const auto known = again_.find(m); known != again_.end()) return known->second;
    const Mine& mine = mine_[m];
    const bool again = std::any_of(mine.names.begin(), mine.names.end(), [&](const Oid& name) {
      const auto& sharing = holders.at(name);
      return std::any_of(sharing.begin(), sharing.end(),
                         [&](std::size_t other) {
                           return other < m && history_.is_ancestor(mine_[other].id, mine.id);
                         }) ||
             (store_.contains(name) && is_commit(name) && history_.is_ancestor(name, mine.id));
    });
    return again_[m] = again;
  }

  bool is_commit(const Oid& id) { return store_.read(id)->kind == Kind::commit; }

  void settle_named() {
    read_doubtful_patches();
    std::vector<const Pair*> seconds;
    for (const Pair& pair : pairs_) {
      Theirs& theirs = theirs_[pair.theirs];
      if (mine_[pair.mine].settled) continue;
      if (theirs.used) {
        seconds.push_back(&pair);
      } else if (settle_as_copy(theirs, mine_[pair.mine])) {
        theirs.used = true;
      }
    }
    // A squash names several: each beyond the first must be wholly there.
    for (const Pair* pair : seconds) {
      Mine& mine = mine_[pair->mine];
      const Theirs& theirs = theirs_[pair->theirs];
      if (!mine.settled && probe(theirs, mine) == Probe::empty) {
        settle(mine, Shed::copied, theirs.id, "copied as " + theirs.id.brief() + " among others");
      }
    }
  }

  /// Patches are asked for where blob ids differ and nothing else tells the two apart.
  void read_doubtful_patches() {
    std::vector<Oid> wanted;
    for (const Pair& pair : pairs_) {
      const Oid &mine = mine_[pair.mine].id, &theirs = theirs_[pair.theirs].id;
      if (changes_.of(mine).exact == changes_.of(theirs).exact || !may_be_equal(mine, theirs)) continue;
      wanted.push_back(mine);
      wanted.push_back(theirs);
    }
    changes_.read_patches(wanted);
  }

  bool is_equal(const Oid& mine, const Oid& theirs) {
    if (changes_.of(mine).exact == changes_.of(theirs).exact) return true;
    return may_be_equal(mine, theirs) && changes_.patch(mine) == changes_.patch(theirs);
  }

  bool may_be_equal(const Oid& mine, const Oid& theirs) {
    return changes_.of(mine).places == changes_.of(theirs).places &&
           changes_.loose(mine) == changes_.loose(theirs);
  }

  bool settle_as_copy(const Theirs& theirs, Mine& mine) {
    const std::string copied = "copied as " + theirs.id.brief();
    if (is_equal(mine.id, theirs.id)) {
      settle(mine, Shed::copied, theirs.id, copied);
      return true;
    }
    switch (probe(theirs, mine)) {
      case Probe::empty:
        settle(mine, Shed::copied, theirs.id, copied + " where other work stood around it");
        return true;
      case Probe::conflict:
        settle(mine, Shed::copied, theirs.id, copied + " in another form");
        return true;
      case Probe::carries:
        break;
    }
    if (!mine.lacking) mine.standing.why = copied + ", which lacks part of it";
    mine.lacking = true;
    return false;
  }

  /// Onto the copy's own tree, never onto the tip: there somebody may have taken it back, and it must not
  /// return.
  Probe probe(const Theirs& theirs, const Mine& mine) {
    const CommitChange& change = changes_.of(mine.id);
    const Oid target = history_.commit(theirs.id).tree;
    const TreeMerge merge = picker_.merge(change.before, target, change.after);
    if (!merge.clean) return Probe::conflict;
    return merge.tree == target ? Probe::empty : Probe::carries;
  }

  // --- by equal changes

  void settle_equal() {
    if (std::all_of(mine_.begin(), mine_.end(), [](const Mine& mine) { return mine.settled; })) return;
    match([&](const Oid& id) { return changes_.of(id).exact; }, all_of(mine_.size()));
    const auto doubtful = doubtful_buckets();
    if (doubtful.empty()) return;
    // Where one is left over, an older one may have lost its copy to a younger that only looks more alike:
    // decide those buckets again, patch by patch.
    std::vector<Oid> wanted;
    for (const std::size_t m : doubtful) {
      release(m);
      wanted.push_back(mine_[m].id);
    }
    std::unordered_set<Oid> buckets;
    for (const std::size_t m : doubtful) buckets.insert(bucket(mine_[m].id));
    for (const Theirs& theirs : theirs_) {
      if (is_free(theirs) && buckets.contains(bucket(theirs.id))) wanted.push_back(theirs.id);
    }
    changes_.read_patches(wanted);
    match([&](const Oid& id) { return buckets.contains(bucket(id)) ? changes_.patch(id) : id; }, doubtful);
  }

  /// Commits of different buckets are never equal. Contents are looked at only where places are those of one
  /// of mine.
  Oid bucket(const Oid& id) {
    if (places_.empty()) {
      for (const Mine& mine : mine_) {
        if (mine.standing.shed != Shed::merge) places_.insert(changes_.of(mine.id).places);
      }
    }
    return places_.contains(changes_.of(id).places) ? changes_.loose(id) : id;
  }

  static std::vector<std::size_t> all_of(std::size_t count) {
    std::vector<std::size_t> indices(count);
    for (std::size_t i = 0; i < count; ++i) indices[i] = i;
    return indices;
  }

  static bool is_free(const Theirs& theirs) { return !theirs.used && !theirs.names_mine; }

  /// Oldest to oldest, each once.
  template <typename KeyOf>
  void match(KeyOf key_of, const std::vector<std::size_t>& among) {
    std::unordered_map<Oid, std::vector<Theirs*>> free;
    for (Theirs& theirs : theirs_) {
      if (is_free(theirs)) free[key_of(theirs.id)].push_back(&theirs);
    }
    for (const std::size_t m : among) {
      Mine& mine = mine_[m];
      if (mine.settled) continue;
      const auto entry = free.find(key_of(mine.id));
      if (entry == free.end()) continue;
      for (Theirs* theirs : entry->second) {
        if (theirs->used || is_below(*theirs, mine)) continue;
        theirs->used = true;
        equal_to_[m] = theirs;
        settle(mine, Shed::equal, theirs->id, theirs->id.brief() + " makes the same change");
        break;
      }
    }
  }

  /// Of every bucket in which one of mine is left over and one of theirs stands: all of mine, those matched
  /// included.
  std::vector<std::size_t> doubtful_buckets() {
    std::unordered_set<Oid> left, met;
    for (const Mine& mine : mine_) {
      if (!mine.settled) left.insert(bucket(mine.id));
    }
    for (const Theirs& theirs : theirs_) {
      if (!theirs.names_mine && left.contains(bucket(theirs.id))) met.insert(bucket(theirs.id));
    }
    std::vector<std::size_t> result;
    for (std::size_t m = 0; m < mine_.size() && !met.empty(); ++m) {
      const bool is_open = !mine_[m].settled || equal_to_.contains(m);
      if (is_open && met.contains(bucket(mine_[m].id))) result.push_back(m);
    }
    return result;
  }

  void release(std::size_t m) {
    const auto entry = equal_to_.find(m);
    if (entry == equal_to_.end()) return;
    entry->second->used = false;
    equal_to_.erase(entry);
    mine_[m].settled = false;
    mine_[m].standing = {};
  }

  ObjectStore& store_;
  History& history_;
  Picker& picker_;
  const Field& field_;
  Changes changes_;
  std::vector<Mine> mine_;
  std::vector<Theirs> theirs_;
  std::vector<Pair> pairs_;
  std::unordered_map<std::size_t, bool> again_;
  std::unordered_set<Oid> places_;
  std::unordered_map<std::size_t, Theirs*> equal_to_;
};

}  // namespace

std::vector<Standing> discharge(ObjectStore& store, History& history, Picker& picker, const Field& field) {
  return Discharge(store, history, picker, field).run();
}

}  // namespace sluice::git
