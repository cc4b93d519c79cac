#include "host/pipeline/problem.hpp"

#include <algorithm>
#include <numeric>

namespace sluice::pipeline {
namespace {

/// Insertions, deletions, changes and swaps of neighbours that turn one word into the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> older(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      const bool swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swap) row[j] = std::min(row[j], older[j - 2] + 1);
    }
    std::swap(older, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

/// Letter case, and "_" for "-", are no distance at all.
std::string folded(std::string_view word) {
  std::string result(word);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_') c = '-';
  }
  return result;
}

constexpr std::size_t longest_word = 100;

}  // namespace

std::string to_text(const Problem& problem) {
  std::string text = problem.file;
  if (problem.line > 0) text += ":" + std::to_string(problem.line) + ":" + std::to_string(problem.column);
  text += ": " + problem.sentence;
  if (!problem.suggestion.empty()) text += "; did you mean \"" + problem.suggestion + "\"?";
  return text;
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.empty() || word.size() > longest_word) return std::nullopt;
  const std::string meant = folded(word);
  std::optional<std::string> best;
  // A third of the letters may be wrong; of a short word, one.
  std::size_t allowed = std::max<std::size_t>(1, meant.size() / 3);
  for (const std::string& candidate : candidates) {
    const std::size_t far = distance(meant, folded(candidate));
    if (far > allowed || (best && far == allowed)) continue;
    best = candidate;
    allowed = far;
  }
  return best;
}

}  // namespace sluice::pipeline
