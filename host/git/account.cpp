// Before a branch is rewritten: where each of its commits has gone.

#include <unordered_map>
#include <unordered_set>

#include "host/git/discharge.hpp"
#include "host/git/knots.hpp"
#include "host/git/message.hpp"
#include "host/git/owed.hpp"
#include "host/git/reshaped.hpp"

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

/// What became of each commit of the old branch; those that were cut into parts, and by which.
class Ledger {
 public:
  /// `elsewhere` is what became of them beside other branches.
  Ledger(ObjectStore& store, History& history, Picker& picker, Field field, PartRows rows,
         std::unordered_map<Oid, Standing> elsewhere)
      : store_(store),
        history_(history),
        picker_(picker),
        field_(std::move(field)),
        rows_(std::move(rows)),
        elsewhere_(std::move(elsewhere)) {
    read();
    while (reshape_next()) read();
  }

  const Standing* find(const Oid& id) const {
    const auto entry = standing_of_.find(id);
    if (entry == standing_of_.end()) return nullptr;
    const auto other = elsewhere_.find(id);
    return entry->second.shed || other == elsewhere_.end() ? &entry->second : &other->second;
  }
  const std::vector<Oid>* parts_of(const Oid& id) const {
    const auto entry = parts_of_.find(id);
    return entry == parts_of_.end() ? nullptr : &entry->second;
  }

 private:
  void read() {
    const auto standings = discharge(store_, history_, picker_, field_);
    for (std::size_t i = 0; i < field_.mine.size(); ++i) standing_of_[field_.mine[i]] = standings[i];
  }

  /// A part is no copy of anything else, however equal: the others are matched again without it.
  bool reshape_next() {
    for (const Oid& id : field_.mine) {
      if (find(id)->shed || parts_of_.contains(id)) continue;
      auto parts = rows_.take(id);
      if (parts.empty()) return false;  // It is lost, and so is the push.
      const std::unordered_set<Oid> taken(parts.begin(), parts.end());
      std::erase_if(field_.theirs, [&](const Oid& theirs) { return taken.contains(theirs); });
      parts_of_.emplace(id, std::move(parts));
      return true;
    }
    return false;
  }

  ObjectStore& store_;
  History& history_;
  Picker& picker_;
  Field field_;
  PartRows rows_;
  std::unordered_map<Oid, Standing> standing_of_;
  std::unordered_map<Oid, std::vector<Oid>> parts_of_;
  std::unordered_map<Oid, Standing> elsewhere_;
};

/// What upstreams beside the new tip's own line have of the old branch.
std::unordered_map<Oid, Standing> shed_beside(ObjectStore& store, History& history, Picker& picker,
                                              const std::vector<Oid>& lines, const Oid& new_tip,
                                              const Oid& old_tip) {
  std::unordered_map<Oid, Standing> shed;
  for (const Oid& line : lines) {
    if (line == new_tip) continue;
    const Field field = field_of(history, {line}, old_tip);
    const auto standings = discharge(store, history, picker, field);
    for (std::size_t i = 0; i < field.mine.size(); ++i) {
      if (standings[i].shed) shed.try_emplace(field.mine[i], standings[i]);
    }
  }
  return shed;
}

Accounted reshaped(const Oid& id, const std::vector<Oid>& parts) {
  const std::string count = std::to_string(parts.size()) + (parts.size() == 1 ? " part" : " parts");
  return {id, Account::reshaped, parts.back(), "cut into " + count + " that end at " + parts.back().brief()};
}

}  // namespace

Accounting account(ObjectStore& store, History& history, Picker& picker, const std::vector<Oid>& upstreams,
                   const Oid& old_tip, const Oid& new_tip) {
  Accounting result;
  const auto kept = history.range(upstreams, new_tip);
  const std::unordered_set<Oid> in_new(kept.begin(), kept.end());
  auto everywhere = upstreams;
  everywhere.push_back(new_tip);
  const auto old = history.range(upstreams, old_tip);
  const Ledger ledger(store, history, picker, field_of(history, {new_tip}, old_tip),
                      PartRows(store, history, picker, kept, {old.begin(), old.end()}),
                      shed_beside(store, history, picker, furthest(history, everywhere), new_tip, old_tip));
  std::unordered_map<Oid, Oid> copies;  // What a kept commit's lines name, and that commit.
  for (const Oid& id : kept) {
    for (const Oid& name : read_copies(history.commit(id).message)) copies.emplace(name, id);
  }

  for (const Oid& id : old) {
    const Standing* found = ledger.find(id);
    if (found == nullptr) {
      result.accounted.push_back({id, Account::ancestor, std::nullopt, "still there as it was"});
      continue;
    }
    const Standing& standing = *found;
    const Commit& commit = history.commit(id);
    if (const auto* parts = ledger.parts_of(id); parts != nullptr) {
      result.accounted.push_back(reshaped(id, *parts));
      result.parts.insert(result.parts.end(), parts->begin(), parts->end());
    } else if (!standing.shed) {
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
