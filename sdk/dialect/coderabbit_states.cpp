// The summary comment: its markers by state, and the commits that it read.

#include <algorithm>

#include "dialect/coderabbit.hpp"
#include "dialect/text.hpp"

namespace sluice::dialect {
namespace {

struct StateMarker {
  std::string state;
  bool end = false;
};

/// A line that is a state marker and nothing else.
std::optional<StateMarker> state_marker(const Line& line) {
  constexpr std::size_t longest = 200;
  auto text = trim(line.text);
  if (line.fenced || text.size() > longest || !text.starts_with("<!--") || !text.ends_with("-->"))
    return std::nullopt;
  if (text.size() < 7) return std::nullopt;
  const auto words = plain(trim(text.substr(4, text.size() - 7)));
  constexpr std::string_view by = " by coderabbit.ai";
  if (!words.ends_with(by)) return std::nullopt;
  for (const std::string_view start :
       {"this is an auto-generated comment: ", "end of auto-generated comment: "}) {
    if (!words.starts_with(start) || words.size() <= start.size() + by.size()) continue;
    return StateMarker{words.substr(start.size(), words.size() - start.size() - by.size()),
                       start.starts_with("end")};
  }
  return std::nullopt;
}

bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f');
}

std::optional<std::string> read_id(std::string_view text, std::size_t& at) {
  const auto start = at;
  while (at < text.size() && is_hex(text[at])) ++at;
  const auto size = at - start;
  if (size < 7 || size > 40) return std::nullopt;
  return std::string(text.substr(start, size));
}

/// "Reviewing files that changed from the base of the PR and between <id> and <id>."
std::optional<CommitRange> read_range(std::string_view line) {
  const auto files = line.find("files that changed");
  if (files == std::string_view::npos) return std::nullopt;
  constexpr std::string_view between = "between ";
  for (auto at = line.find(between, files); at != std::string_view::npos; at = line.find(between, at)) {
    at += between.size();
    const auto from = read_id(line, at);
    constexpr std::string_view joint = " and ";
    if (!from || !line.substr(at).starts_with(joint)) continue;
    at += joint.size();
    if (const auto to = read_id(line, at)) return CommitRange{*from, *to};
  }
  return std::nullopt;
}

}  // namespace

const StateBlock* StatedText::block(std::string_view state) const {
  const auto found =
      std::find_if(blocks.begin(), blocks.end(), [&](const auto& block) { return block.state == state; });
  return found == blocks.end() ? nullptr : &*found;
}

StatedText read_states(std::string_view body) {
  StatedText read;
  bool within = false;     // A block that has text of its own.
  bool paragraph = false;  // The last line of it was not blank.
  for (const auto& line : read_lines(body)) {
    if (auto marker = state_marker(line)) {
      // The summary's marker names the comment, not a state: what follows it is the comment.
      within = !marker->end && marker->state != "summarize";
      paragraph = false;
      if (!marker->end) read.blocks.push_back({std::move(marker->state), {}});
      continue;
    }
    if (line.fenced) continue;
    auto words = plain(line.unquoted);
    if (!within) {
      read.rest.push_back(std::move(words));
      continue;
    }
    auto& paragraphs = read.blocks.back().paragraphs;
    if (words.empty()) {
      paragraph = false;
    } else if (std::exchange(paragraph, true)) {
      paragraphs.back().append(" ").append(words);
    } else {
      paragraphs.push_back(std::move(words));
    }
  }
  return read;
}

Walkthrough CodeRabbit::walkthrough(std::string_view body) const {
  const auto text = read_states(body);
  Walkthrough read;
  const auto has = [&](std::string_view state) { return text.block(state) != nullptr; };
  read.found = !text.blocks.empty();
  read.in_progress = has("review in progress");
  read.rate_limited = has("rate limited");
  read.skipped = has("skip review");
  read.failed = has("failure");
  read.paused = has("review paused");
  // While a review runs the range is what it is about to read.
  if (!read.found || read.in_progress) return read;
  for (const auto& line : text.rest) {
    if (auto range = read_range(line)) read.read = std::move(range);
  }
  return read;
}

}  // namespace sluice::dialect
