#pragma once
// What a branch still owes upstream: identity, not patch ids, and one-to-one, so that nothing is lost and
// nothing is picked twice.

#include <optional>
#include <string>
#include <vector>

#include "host/git/history.hpp"
#include "host/git/pick.hpp"

namespace sluice::git {

enum class Shed : std::uint8_t { copied, equal, empty, merge };

struct OwedCommit {
  Oid id;
  std::string why;  ///< The fact: "no copy upstream", "copied as X, which lacks part of it", ...
};

struct ShedCommit {
  Oid id;
  Shed verdict;
  std::optional<Oid> by;  ///< The upstream commit that discharges it.
  std::string why;
};

struct OwedSet {
  std::vector<OwedCommit> owed;  ///< Oldest first.
  std::vector<ShedCommit> shed;
};

/// What head owes the upstreams (develop and main, say): its own commits that none of them reaches, less
/// those that a copy or an equal change upstream discharges.
OwedSet owed(ObjectStore& store, History& history, Picker& picker, const std::vector<Oid>& upstreams,
             const Oid& head);

/// reshaped: cut into parts, commits that name nothing and end, one on top of the other, at the tree of its
/// own copy in their place.
enum class Account : std::uint8_t { ancestor, copied, discharged, empty, merge, reshaped };

struct Accounted {
  Oid id;
  Account verdict;
  std::optional<Oid> by;  ///< reshaped: the last part.
  std::string why;
};

struct Accounting {
  std::vector<Accounted> accounted;
  std::vector<Oid> parts;        ///< The commits that stand for reshaped ones.
  std::vector<OwedCommit> lost;  ///< Not empty: the push must not be made.
};

/// Where each commit that old_tip reaches and no upstream does has gone in new_tip, before a push that is no
/// fast-forward.
Accounting account(ObjectStore& store, History& history, Picker& picker, const std::vector<Oid>& upstreams,
                   const Oid& old_tip, const Oid& new_tip);

}  // namespace sluice::git
