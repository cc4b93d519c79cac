#pragma once
// A pass as it is told while it runs: to its journal, to the terminal, and in the report that it ends with.

#include <map>
#include <optional>
#include <set>
#include <string>

#include "host/effects/effect.hpp"
#include "host/engine/cap.hpp"
#include "host/git/owed.hpp"
#include "host/journal/journal.hpp"
#include "host/report/pass_report.hpp"
#include "host/report/terminal.hpp"

namespace sluice::engine {

/// One thread. Throws journal::JournalError where the journal cannot be written.
class Record {
 public:
  /// journal may be null. All must outlive the record.
  Record(const pipeline::Pipeline& pipeline, const snapshot::Branches& branches, journal::Journal* journal,
         report::Terminal& terminal);

  void pass_begins(const std::string& repository, bool dry_run);
  void header(Json snapshot, const snapshot::Heads& heads, std::int64_t now);
  /// What the queue holds, so that explain has a line for each commit of it, whichever stage ends the pass.
  void queue(git::History& history, const snapshot::Heads& heads);
  void stage(const pipeline::Stage& stage, report::StageReport::Ran ran);
  void stage_ends(const pipeline::Stage& stage, const Outcome& outcome, double seconds);
  void log(int level, std::string_view line);
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total);
  void note(const std::string& stage, const Json& note);
  void about_to(const effects::Effect& effect);
  void accounted(const git::Accounting& accounting);
  void done(const effects::Effect& effect, const effects::Receipt& receipt);
  /// How many commits were noted under a verdict.
  std::size_t noted(const std::string& verdict) const;
  /// The last window that was pushed, or would have been.
  const std::optional<effects::Effect>& window() const { return window_; }

  /// What the pass came to. `wake` is that of a pass stopped before its first stage.
  report::PassReport pass_ends(const Outcome& outcome, std::optional<report::WindowReport> window);

 private:
  std::string running() const { return report_.stages.empty() ? "" : report_.stages.back().id; }

  const pipeline::Pipeline& pipeline_;
  const snapshot::Branches& branches_;
  journal::Journal* journal_;
  report::Terminal& terminal_;
  report::PassReport report_;
  std::map<std::string, std::set<std::string>> noted_;
  std::optional<std::uint64_t> effect_line_;
  std::optional<effects::Effect> window_;
};

}  // namespace sluice::engine
