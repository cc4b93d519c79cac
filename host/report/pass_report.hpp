#pragma once
// A pass as it is told to people and to the next job: plain data, filled by the engine.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sluice/json.hpp"
#include "sluice/outcome.hpp"

namespace sluice::report {

struct EffectReport {
  std::string kind;     ///< "push.window".
  std::string subject;  ///< What it was done to, in words: "develop 1a2b3c4d5e..6f7a8b9c0d", "#12".
  std::string receipt;  ///< landed, stale, refused, would.
  std::string reason = {};
  bool later_pass = false;  ///< Dry run: an act that a later pass would make.
};

struct StageReport {
  enum class Ran : std::uint8_t { ran, disabled, skipped, not_reached };
  std::string id, uses = {};
  Ran ran = Ran::ran;
  Outcome::Kind outcome = Outcome::Kind::go_on;
  std::string reason = {};
  std::optional<std::int64_t> wake_after = {};  ///< Seconds.
  bool optional = false;                        ///< Its red did not stop the pass.
  std::vector<EffectReport> effects = {};
  std::vector<std::string> notices = {};  ///< What it logged as a warning or an error.
  double seconds = 0;
};
/// "ran", "disabled", "skipped", "not reached".
std::string to_word(StageReport::Ran ran);

/// The window that the pass pushed, or found on its way.
struct WindowReport {
  std::size_t fixes = 0, commits = 0;
  std::int64_t files = 0, cap = 0;
  std::string cap_from;
  std::vector<std::string> lines = {};  ///< Its commits, oldest first: short id and subject.
};

struct PassReport {
  std::string pipeline, repository;
  bool dry_run = false;
  std::vector<StageReport> stages;
  std::optional<WindowReport> window;
  Outcome::Kind outcome = Outcome::Kind::go_on;  ///< Of the stage that stopped the pass; go_on when none did.
  std::string reason;
  std::optional<std::int64_t> wake;  ///< Seconds: the soonest of all, see soonest_wake.
  std::string journal;               ///< Path; empty when none is kept.
};

/// A wait longer than an hour is relayed: woken after one, the next pass states the rest.
inline constexpr std::int64_t longest_wake = 3600;

/// The soonest wake of the stages that ran, at least 0, at most longest_wake; none when no stage stated one.
std::optional<std::int64_t> soonest_wake(const std::vector<StageReport>& stages);

/// 0 end, idle or nothing to stop at; 1 red.
int exit_code(const PassReport& report);

/// The document of host run --json.
Json to_json(const PassReport& report);

}  // namespace sluice::report
