#pragma once
// Attempts as comments of ours remember them, each by a marker on its first line that is edited as it goes
// on:
//   <!-- sluice attempt step:resolve key:0123… basis:89ab… n:1 state:started pass:… until:1790000000 -->
// Pure: who wrote a comment and which pass still runs are said by the caller.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sluice/facts.hpp"
#include "sluice/marker.hpp"

namespace sluice {

/// What attempts are counted by. Another basis is another count: what was tried with other code or settings
/// says nothing about these.
struct AttemptKey {
  std::string step;   ///< "drain", "resolve", ...
  std::string key;    ///< A commit, a release's head: what the work is about.
  std::string basis;  ///< snapshot.basis, and what else the attempt was made against.
};

enum class AttemptState : std::uint8_t {
  started,  ///< Under way; failed, once its pass is dead.
  failed,
  voided,  ///< It never began, or a limit stopped it: nobody's attempt.
  done,
};

struct AttemptMark {
  AttemptKey key;
  std::int64_t n = 1;
  AttemptState state = AttemptState::started;
  std::string pass;  ///< snapshot.pass of who made it.
  Time until = 0;    ///< When it has ended for sure.
  /// How many times in a row the program had ended without a word when this one began, or ended so itself.
  std::int64_t silent = 0;

  Marker marker() const;
  static std::optional<AttemptMark> read(const Marker& marker);
};

struct Ledger {
  std::int64_t failed = 0;            ///< Failed ones and those that died with their pass.
  std::int64_t last = 0;              ///< The highest n.
  std::optional<AttemptMark> unused;  ///< The newest, where it came to nothing: its comment serves the next.
  std::optional<AttemptMark> under_way;  ///< Of a pass that still runs, or may.
};

/// Counts in comments; only `viewer`'s count. `alive` answers for a pass's name, nullopt where it cannot be
/// known: then an attempt is dead once its clock has run out.
Ledger read_ledger(const std::vector<Comment>& comments, const std::string& viewer, const AttemptKey& key,
                   Time now, const std::function<std::optional<bool>(const std::string& pass)>& alive);

/// Until when a limit holds the agent, by the markers of ours among these comments
/// (<!-- sluice limited agent:claude until:1790000000 -->); nullopt where none holds it now.
std::optional<Time> limit_of(const std::vector<Comment>& comments, const std::string& viewer,
                             const std::string& agent, Time now);
Marker limit_marker(const std::string& agent, Time until);

}  // namespace sluice
