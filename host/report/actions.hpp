#pragma once
// What a GitHub Actions step leaves behind: a Markdown summary and its outputs.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "host/journal/redaction.hpp"
#include "host/report/pass_report.hpp"

namespace sluice::report {

inline constexpr std::size_t summary_limit = 1024 * 1024;  ///< Bytes of one step's summary file in all.

/// The pass in Markdown. What others wrote stands in code spans that it cannot close. At most `limit` bytes;
/// what was cut is counted.
std::string to_markdown(const PassReport& report, const journal::Redaction& redaction,
                        std::size_t limit = summary_limit);

/// The lines for $GITHUB_OUTPUT: outcome and, where a wake was stated, retrigger_delay_seconds.
std::string to_outputs(const PassReport& report);

/// Appends the summary to $GITHUB_STEP_SUMMARY and, in a live pass, the outputs to $GITHUB_OUTPUT, each where
/// its variable names a file. Returns a sentence for each that could not be written.
std::vector<std::string> write_for_actions(const PassReport& report, const journal::Redaction& redaction);

}  // namespace sluice::report
