// When the bot did not review: until when, or why no waiting helps.

#include <algorithm>
#include <array>

#include "dialect/coderabbit.hpp"
#include "dialect/text.hpp"

namespace sluice::dialect {
namespace {

constexpr std::int64_t grace = 60;  // The bot's own clock and ours differ by some seconds.
constexpr std::int64_t longest =
    48 * 3600;  // No wording ever stated more; a wrong one must not park a release.

/// What stands right before a duration. What a plan includes or what was used up are no deadlines.
constexpr std::array<std::string_view, 5> anchors = {"available in", "please wait", "try again in",
                                                     "again in", "available after"};

std::optional<std::int64_t> wait_in(std::string_view paragraph) {
  std::optional<std::int64_t> wait;
  if (paragraph.find("available now") != std::string_view::npos) wait = 0;
  for (const auto anchor : anchors) {
    for (auto at = paragraph.find(anchor); at != std::string_view::npos;
         at = paragraph.find(anchor, at + 1)) {
      const auto stated = read_duration(paragraph.substr(at + anchor.size()));
      if (stated && stated.value() > wait.value_or(-1)) wait = stated;
    }
  }
  return wait;
}

bool newer(const Said& a, const Said& b) {
  return a.updated_at != b.updated_at ? a.updated_at > b.updated_at : a.id > b.id;
}

Time deadline(Time updated_at, std::int64_t wait) {
  return updated_at + std::min(wait, longest) + grace;
}

std::optional<Refusal> read_refusal(const Said& said) {
  const auto text = read_states(said.body);
  Refusal refusal{said.id, said.updated_at, {}, false, {}};
  bool found = false;
  for (const auto& block : text.blocks) {
    const bool limited = block.state == "rate limited";
    if (!limited && block.state != "skip review") continue;
    found = found || limited;
    for (const auto& paragraph : block.paragraphs) {
      if (auto limit = stated_file_limit(paragraph)) {
        refusal.over_cap = true;
        refusal.limit = limit;
      } else if (paragraph.find("too many files") != std::string::npos) {
        refusal.over_cap = true;
      }
    }
    if (const auto wait = limited ? stated_wait(block.paragraphs) : std::nullopt) {
      refusal.until = deadline(said.updated_at, *wait);
    }
  }
  if (!found && !refusal.over_cap) return std::nullopt;
  if (refusal.over_cap) refusal.until.reset();  // Waiting does not shrink a diff.
  return refusal;
}

/// The answer to an ask that came too early states a deadline too, but it is no block: it does not answer for
/// asks.
std::optional<Time> read_reply(const Said& said) {
  constexpr std::string_view marker = "<!-- This is an auto-generated reply by CodeRabbit -->";
  if (said.body.find(marker) == std::string_view::npos) return std::nullopt;
  bool refused = false;
  std::vector<std::string> paragraphs;
  for (const auto& line : read_lines(said.body)) {
    if (line.fenced || trim(line.text).starts_with('>')) continue;  // What it quotes is somebody else's.
    auto words = plain(line.text);
    refused = refused || words.find("rate limited") != std::string::npos ||
              words.find("limit reached") != std::string::npos ||
              words.find("limit exceeded") != std::string::npos;
    paragraphs.push_back(std::move(words));
  }
  const auto wait = refused ? stated_wait(paragraphs) : std::nullopt;
  return wait ? std::optional(deadline(said.updated_at, *wait)) : std::nullopt;
}

}  // namespace

std::optional<FileLimit> stated_file_limit(std::string_view plain_text) {
  const auto counts = read_file_counts(plain_text);
  return counts ? std::optional(FileLimit{counts->files, counts->limit}) : std::nullopt;
}

std::optional<std::int64_t> stated_wait(const std::vector<std::string>& paragraphs) {
  std::optional<std::int64_t> wait;
  for (const auto& paragraph : paragraphs) {
    const auto stated = wait_in(paragraph);
    if (stated && *stated > wait.value_or(-1)) wait = stated;
  }
  return wait;
}

std::optional<Refusal> CodeRabbit::refusal(std::span<const Said> comments, std::string_view login) const {
  std::vector<const Said*> own;
  for (const auto& said : comments) {
    if (same_login(said.author, login)) own.push_back(&said);
  }
  std::sort(own.begin(), own.end(), [](const Said* a, const Said* b) { return newer(*a, *b); });
  std::optional<Time> replied;
  for (const auto* said : own) {
    if (auto refusal = read_refusal(*said)) {
      if (!refusal->over_cap && replied) refusal->until = replied;
      return refusal;
    }
    if (!replied) replied = read_reply(*said);
  }
  // No block left, but an answer that still states a deadline: no ask is answered by it.
  return replied ? std::optional(Refusal{0, 0, replied, false, {}}) : std::nullopt;
}

}  // namespace sluice::dialect
