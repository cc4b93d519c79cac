#pragma once
// Which commits of a branch stand elsewhere already: matched one to one, by the names that copies carry and
// by equal changes.

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "host/git/owed.hpp"

namespace sluice::git {

/// The commits to be matched, each list oldest first.
struct Field {
  std::vector<Oid> mine;    ///< The branch's own.
  std::vector<Oid> theirs;  ///< Where they may stand: all that could have been made from one of mine.
  std::unordered_set<Oid> may_be_below;  ///< Those of theirs that one of mine may descend from.
};

/// What head has that none of the upstreams reaches, and what they have that not all of it descends from.
Field field_of(History& history, const std::vector<Oid>& upstreams, const Oid& head);

/// What became of one commit of mine.
struct Standing {
  std::optional<Shed> shed;  ///< nullopt: still owed.
  std::optional<Oid> by;
  std::string why;
};

/// Heads that no other of them reaches: what has to be asked about, one at a time. Asked of two at once, a
/// commit of which both hold a copy would by the second discharge a later one that makes the same change
/// again.
std::vector<Oid> furthest(History& history, const std::vector<Oid>& heads);

/// One for each of field.mine.
std::vector<Standing> discharge(ObjectStore& store, History& history, Picker& picker, const Field& field);

}  // namespace sluice::git
