#pragma once
// What of a failed run's log an agent is shown.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::repair {

struct JobLog {
  std::string job;   ///< Its name, without control characters.
  std::string text;  ///< Its last lines, each with a line feed; no timestamps, no colours.
};

struct Excerpt {
  std::vector<JobLog> jobs;  ///< In the order in which they first speak.
  std::size_t more = 0;      ///< Jobs that were left out.
};

constexpr std::size_t most_jobs = 5, most_lines = 80, longest_line = 500;

/// Reads lines of the form JOB <tab> STEP <tab> TIMESTAMP <blank> TEXT; others count for nothing. Any bytes
/// go in, UTF-8 without control characters comes out. A long line is cut to `longest_line` bytes.
Excerpt excerpt_of(std::string_view log);

}  // namespace sluice::repair
