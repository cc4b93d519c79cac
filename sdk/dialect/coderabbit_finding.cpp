// An inline finding. Its first line is a row of fields whose number and order change from month to month:
// each is told by its words, never by its place.

#include <algorithm>
#include <array>

#include "dialect/coderabbit.hpp"
#include "dialect/text.hpp"

namespace sluice::dialect {
namespace {

constexpr std::array<std::pair<std::string_view, Severity>, 5> severities = {{
    {"critical", Severity::critical},
    {"major", Severity::major},
    {"minor", Severity::minor},
    {"trivial", Severity::trivial},
    {"info", Severity::info},
}};

constexpr std::array<std::string_view, 3> efforts = {"quick win", "heavy lift", "moderate"};

constexpr std::array<std::string_view, 14> categories = {
    "potential issue",
    "refactor suggestion",
    "nitpick",
    "verification agent",
    "functional correctness",
    "stability & availability",
    "maintainability & code quality",
    "data integrity & integration",
    "security",
    "security & privacy",
    "performance",
    "performance & scalability",
    "testing",
    "documentation",
};

bool is_emphasised(std::string_view piece) {
  return piece.size() >= 3 && (piece.front() == '_' || piece.front() == '*') && piece.back() == piece.front();
}

/// A field's words: without the picture before them, which is an emoji or its ":name:".
std::string_view without_picture(std::string_view words) {
  words = trim(words);
  if (words.starts_with(':')) {
    const auto end = words.find(':', 1);
    if (end != std::string_view::npos) words = trim(words.substr(end + 1));
  }
  while (!words.empty() && !is_letter(words.front()) && !is_digit(words.front())) words.remove_prefix(1);
  return words;
}

/// The pieces of "_A_ | _B_", or none when the line is no such row. Lines of a review's body begin with
/// "`12-15`:".
std::vector<std::string_view> row_of_fields(std::string_view line) {
  constexpr std::size_t longest = 600;
  line = trim(line);
  if (line.size() > longest) return {};
  if (const auto row = line.find(": _"); line.starts_with('`') && row != std::string_view::npos) {
    line = line.substr(row + 2);
  }
  std::vector<std::string_view> pieces;
  for (std::size_t at = 0; at <= line.size();) {
    const auto end = std::min(line.find('|', at), line.size());
    const auto piece = trim(line.substr(at, end - at));
    if (!is_emphasised(piece)) return {};
    pieces.push_back(piece.substr(1, piece.size() - 2));
    at = end + 1;
  }
  return pieces;
}

void take_field(std::string_view piece, Finding& finding) {
  const auto shown = without_picture(piece);
  const auto words = plain(shown);
  for (const auto& [word, severity] : severities) {
    if (words != word) continue;
    finding.severity = severity;
    return;
  }
  const auto is = [&](std::string_view word) { return words == word; };
  if (std::any_of(efforts.begin(), efforts.end(), is)) {
    finding.effort = shown;
  } else if (std::any_of(categories.begin(), categories.end(), is)) {
    finding.category = shown;
  } else if (!shown.empty()) {
    finding.other.emplace_back(shown);
  }
}

/// A line that begins with bold words: those words.
std::string_view bold_start(std::string_view line) {
  line = trim(line);
  if (!line.starts_with("**")) return {};
  const auto end = line.find("**", 2);
  return end == std::string_view::npos ? std::string_view{} : trim(line.substr(2, end - 2));
}

/// Runs of three and more line ends become two.
std::string without_gaps(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::size_t ends = 0;
  for (const char c : trim(text)) {
    ends = c == '\n' ? ends + 1 : 0;
    if (ends <= 2) out.push_back(c);
  }
  return out;
}

}  // namespace

Finding CodeRabbit::finding(std::string_view comment_body) const {
  Finding finding;
  const auto shown = without_comments(comment_body);
  finding.text = without_gaps(without_details(shown, {"supported by static analysis", "analysis chain"}));
  bool fields = false;
  for (const auto& line : read_lines(finding.text)) {
    if (line.fenced) continue;
    if (const auto row = fields ? std::vector<std::string_view>{} : row_of_fields(line.unquoted);
        !row.empty()) {
      fields = true;
      for (const auto piece : row) take_field(piece, finding);
    } else if (const auto title = bold_start(line.unquoted); !title.empty()) {
      finding.title = title;
      break;
    }
  }
  return finding;
}

}  // namespace sluice::dialect
