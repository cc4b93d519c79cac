#pragma once
// One run of a pipeline over one repository.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/journal/journal.hpp"
#include "host/pipeline/pipeline.hpp"
#include "host/report/pass_report.hpp"
#include "host/report/terminal.hpp"

namespace sluice::engine {

struct PassOptions {
  std::filesystem::path repository;  ///< The clone.
  bool dry_run = false;
  std::vector<std::string> skip, only;  ///< Stage ids; both empty runs all.
  std::int64_t now = 0;                 ///< The pass's clock, seconds since 1970.
  /// Whether the express lane counts as served; absent: whether a stage that serves it runs.
  std::optional<bool> lane = std::nullopt;
  /// What every stage and role is told as its basis; absent: its own.
  std::optional<std::string> basis = std::nullopt;
  std::function<bool()> cancelled = [] { return false; };
};

/// The pass was told to stop; its children are gone and nothing was left half done.
struct Cancelled : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Runs the pass. What a stage, the remote or the forge does wrong is in the report; throws git::GitError for
/// a clone that cannot be used, journal::JournalError, Cancelled.
report::PassReport run_pass(const pipeline::Pipeline& pipeline, const PassOptions& options,
                            journal::Journal* journal, report::Terminal& terminal);

}  // namespace sluice::engine
