// Which commits have to be compared: as few as can be without missing one.

#include <algorithm>

#include "host/git/discharge.hpp"

namespace sluice::git {
namespace {

/// A commit from which all of these descend, so that what lies below it lies below all: nullopt for the start
/// of all.
std::optional<Oid> common_base(History& history, const std::vector<Oid>& ids) {
  std::optional<Oid> base = ids.front();
  for (const Oid& id : ids) {
    if (base) base = history.merge_base(*base, id);
  }
  return base;
}

std::vector<Oid> all_in(History& history, std::vector<Oid> without, const std::vector<Oid>& heads) {
  std::vector<Oid> result;
  for (const Oid& head : heads) {
    const auto range = history.range(without, head);
    result.insert(result.end(), range.begin(), range.end());
    without.push_back(head);
  }
  return result;
}

}  // namespace

std::vector<Oid> furthest(History& history, const std::vector<Oid>& heads) {
  std::vector<Oid> result;
  for (const Oid& head : heads) {
    const bool reached = std::any_of(heads.begin(), heads.end(), [&](const Oid& other) {
      return other != head && history.is_ancestor(head, other);
    });
    if (!reached && std::find(result.begin(), result.end(), head) == result.end()) result.push_back(head);
  }
  return result;
}

Field field_of(History& history, const std::vector<Oid>& upstreams, const Oid& head) {
  Field field;
  field.mine = history.range(upstreams, head);
  if (field.mine.empty()) return field;
  // Where mine leaves what it was built on.
  const std::unordered_set<Oid> mine(field.mine.begin(), field.mine.end());
  std::vector<Oid> outside;
  bool starts_history = false;
  for (const Oid& id : field.mine) {
    const auto& parents = history.commit(id).parents;
    starts_history = starts_history || parents.empty();
    for (const Oid& parent : parents) {
      if (!mine.contains(parent)) outside.push_back(parent);
    }
  }
  std::sort(outside.begin(), outside.end());
  outside.erase(std::unique(outside.begin(), outside.end()), outside.end());
  std::vector<Oid> below;
  if (!starts_history) {
    if (const auto base = common_base(history, outside)) below.push_back(*base);
  }
  field.theirs = all_in(history, below, upstreams);
  if (outside != below) {
    field.may_be_below.insert(field.theirs.begin(), field.theirs.end());
    for (const Oid& id : all_in(history, outside, upstreams)) field.may_be_below.erase(id);
  }
  return field;
}

}  // namespace sluice::git
