#include "excerpt.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "sluice/inert.hpp"
#include "sluice/say.hpp"

namespace sluice::repair {
namespace {

using Line = std::pair<std::string_view, std::string_view>;  ///< The job, and what it said.

/// "2026-01-02T03:04:05.1234567Z": what the forge puts before each line.
bool is_timestamp(std::string_view word) {
  constexpr std::string_view shape = "dddd-dd-ddTdd:dd:dd";
  if (word.size() <= shape.size() || word.back() != 'Z') return false;
  for (std::size_t at = 0; at < shape.size(); ++at) {
    const bool digit = word[at] >= '0' && word[at] <= '9';
    if (shape[at] == 'd' ? !digit : word[at] != shape[at]) return false;
  }
  return true;
}

std::optional<Line> read_line(std::string_view line) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // Of each step's first line.
  const auto job_ends = line.find('\t');
  if (job_ends == std::string_view::npos || job_ends == 0) return std::nullopt;
  const auto step_ends = line.find('\t', job_ends + 1);
  if (step_ends == std::string_view::npos) return std::nullopt;
  auto rest = line.substr(step_ends + 1);
  if (rest.starts_with(byte_order_mark)) rest.remove_prefix(byte_order_mark.size());
  if (rest.ends_with('\r')) rest.remove_suffix(1);
  const auto blank = std::min(rest.find(' '), rest.size());
  if (!is_timestamp(rest.substr(0, blank))) return std::nullopt;
  return Line{line.substr(0, job_ends), rest.substr(std::min(blank + 1, rest.size()))};
}

std::string shown(std::string_view text) {
  // Far more than is shown, so that colours which go leave enough, and a huge line costs nothing.
  std::string line = visible(text.substr(0, 16 * longest_line));
  if (line.size() <= longest_line) return line;
  std::size_t end = longest_line;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  return line.substr(0, end) + "…";
}

}  // namespace

Excerpt excerpt_of(std::string_view log) {
  std::vector<std::string_view> order;
  std::map<std::string_view, std::deque<std::string_view>> said;
  while (!log.empty()) {
    const auto end = std::min(log.find('\n'), log.size());
    if (const auto line = read_line(log.substr(0, end))) {
      auto& lines = said[line->first];
      if (lines.empty()) order.push_back(line->first);
      lines.push_back(line->second);
      if (lines.size() > most_lines) lines.pop_front();
    }
    log.remove_prefix(std::min(end + 1, log.size()));
  }
  Excerpt excerpt;
  for (const auto& job : order) {
    if (excerpt.jobs.size() == most_jobs) {
      excerpt.more = order.size() - most_jobs;
      break;
    }
    JobLog shows{say::line(visible(job)), {}};
    for (const auto& line : said.at(job)) shows.text += shown(line) + "\n";
    excerpt.jobs.push_back(std::move(shows));
  }
  return excerpt;
}

}  // namespace sluice::repair
