#pragma once
// What a pass decided, commit by commit, read off its journal.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/journal/reader.hpp"
#include "host/report/pass_report.hpp"

namespace sluice::journal {

struct CommitLine {
  std::string sha;  ///< As the queue holds it at the end of the pass: rewritten when the pass rewrote it.
  std::string was = {};  ///< Before that; empty when it was not rewritten.
  std::string subject = {};
  std::string verdict;     ///< window, fixes, held, claimed, expressed, shed, reshaped, waiting.
  std::string why;         ///< The fact that decided it.
  std::string stage = {};  ///< Who noted it; empty where no stage did.
};

struct Explanation {
  std::string pipeline, repository;
  bool dry_run = false;
  std::int64_t at = 0;
  std::vector<CommitLine> commits;          ///< In queue order.
  std::vector<report::StageReport> stages;  ///< Those that ran, with effects and receipts.
  bool queue_seen = false;                  ///< Some call or note told which commits the queue holds.
  bool ended = false, torn = false;
  std::string outcome, reason;  ///< Of the pass; empty when it did not end.
  std::optional<std::int64_t> wake;
};

Explanation explain(const Recording& pass);

Json to_json(const Explanation& explanation);

}  // namespace sluice::journal
