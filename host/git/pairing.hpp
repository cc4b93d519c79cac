#pragma once
// Which commits may be one another's copies: by the names in their messages, or by author and message.

#include <span>
#include <unordered_map>

#include "host/git/discharge.hpp"
#include "host/git/likeness.hpp"

namespace sluice::git {

class Changes;

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
enum class Claim : std::uint8_t { picked_from_it, names_it, is_named_by_it, shares_a_name, looks_like_it };

struct Pair {
  Claim claim;
  std::size_t theirs, mine;
  Likeness likeness = Likeness::unsure;
};

/// The commits of a field, and how they may belong together. Pairs come surest first, then oldest first.
class Pairing {
 public:
  Pairing(ObjectStore& store, History& history, const Field& field);

  std::vector<Pair> by_name();
  /// Of those not settled and not used: a pick without a copy line keeps author, date and message.
  std::vector<Pair> by_look();
  /// A commit never stands for one that was made on top of it: that one is new work, a re-apply after a
  /// revert.
  bool is_below(const Theirs& one, const Mine& other);
  Step step_of(const Oid& commit);
  /// Settles the likeness of every pair: equal or different.
  void compare(std::vector<Pair>& pairs, Changes& changes);

  std::vector<Mine> mine;
  std::vector<Theirs> theirs;  ///< Without merges.

 private:
  std::vector<std::size_t> named_by(const Theirs& one) const;
  Claim claim_of(const Theirs& one, const Mine& other) const;
  bool is_applied_again(std::size_t m);
  void compare_run(std::span<Pair> run);
  std::size_t run_length(std::span<const Pair> pairs);

  ObjectStore& store_;
  History& history_;
  const Field& field_;
  std::unordered_map<Oid, std::vector<std::size_t>>
      holders_;  ///< A sha to those of mine that are or were it.
  std::unordered_map<std::size_t, bool> again_;
};

}  // namespace sluice::git
