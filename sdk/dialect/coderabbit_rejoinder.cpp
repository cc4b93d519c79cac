// The bot's word after an answer of ours. It thanks far more often than it asks again, and each thanks that
// was taken for an ask would be answered, and thanked for: what asks has to show it.

#include <algorithm>
#include <array>

#include "dialect/coderabbit.hpp"
#include "dialect/text.hpp"

namespace sluice::dialect {
namespace {

/// Its own marks that a finding is done with, alone on their line.
constexpr std::array<std::string_view, 4> settled = {
    "<!-- <review_comment_addressed> -->", "<review_comment_addressed>",
    "<!-- <review_comment_withdrawn> -->", "<review_comment_withdrawn>"};

/// Words that say that the finding stands, whatever else is said.
constexpr std::array<std::string_view, 33> insists = {
    "still present",    "still remain",       "still missing",     "still need",       "still appl",
    "still valid",      "still exist",        "still open",        "still an issue",   "still unaddressed",
    "still unresolved", "still fail",         "still broken",      "still reproduce",  "still not ",
    "still stands",     "still relevant",     "issue remains",     "problem remains",  "concern remains",
    "finding remains",  "issue persists",     "problem persists",  "not fixed",        "not been fixed",
    "not addressed",    "not been addressed", "not fully address", "does not address", "doesn't address",
    "does not resolve", "doesn't resolve",    "not yet resolved"};

/// Words that ask, unless the comment thanks or agrees.
constexpr std::array<std::string_view, 12> requests = {
    "could you",     "can you",      "would you",    "please ",     "i cannot locate", "i can't locate",
    "i cannot find", "i can't find", "i do not see", "i don't see", "needs to be ",    "must be "};

constexpr std::array<std::string_view, 24> agrees = {
    "thank you",     "thanks",         "lgtm",        "looks good",   "confirmed",
    "understood",    "acknowledged",   "makes sense", "you're right", "you're absolutely right",
    "you are right", "that's correct", "good point",  "good call",    "great work",
    "excellent",     "my mistake",     "i apologize", "addressed in", "resolved in",
    "fixed in",      "is now fixed",   "is resolved", "withdraw"};

template <std::size_t Size>
bool any_in(const std::array<std::string_view, Size>& words, std::string_view text) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

std::string with_plain_apostrophes(std::string_view text) {
  constexpr std::string_view curly = "\u2019";
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto next = std::min(text.find(curly, at), text.size());
    out.append(text.substr(at, next - at));
    if (next < text.size()) out.push_back('\'');
    at = next + curly.size();
  }
  return out;
}

/// What the bot itself says, on one line: no quotation, no code.
std::string own_words(const std::vector<Line>& lines) {
  std::string words;
  for (const auto& line : lines) {
    if (line.fenced || trim(line.text).starts_with('>')) continue;
    words.append(trim(plain(line.text))).push_back(' ');
  }
  return with_plain_apostrophes(trim(words));
}

/// A change that the bot writes out, ready to be committed.
bool suggests(const Line& line) {
  const auto fence = opening_fence(line.unquoted);
  return fence && trim(line.unquoted.substr(std::min(line.unquoted.size(), fence->length))) == "suggestion";
}

}  // namespace

Rejoinder CodeRabbit::rejoinder(std::string_view comment_body) const {
  for (const auto& line : read_lines(comment_body)) {
    const auto text = trim(line.text);
    if (!line.fenced && std::find(settled.begin(), settled.end(), text) != settled.end())
      return Rejoinder::settles;
  }
  const auto shown =
      without_details(without_comments(comment_body), {"analysis chain", "learnings", "script executed"});
  const auto lines = read_lines(shown);
  if (std::any_of(lines.begin(), lines.end(), suggests)) return Rejoinder::asks;
  if (finding(shown).severity != Severity::unknown) return Rejoinder::asks;
  const auto words = own_words(lines);
  if (words.starts_with("oops, something went wrong")) return Rejoinder::neither;
  if (any_in(insists, words)) return Rejoinder::asks;
  if (words.starts_with("\u2705") || any_in(agrees, words)) return Rejoinder::acknowledges;
  return any_in(requests, words) ? Rejoinder::asks : Rejoinder::neither;
}

}  // namespace sluice::dialect
