#include "sluice/inert.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "dialect/text.hpp"
#include "sluice/utf8.hpp"

namespace sluice {
namespace {

using dialect::is_digit;
using dialect::is_letter;
using dialect::lower;

constexpr std::string_view brk = "\xE2\x80\x8B";
constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Marks that reorder or hide what surrounds them, and the C1 controls.
bool is_unwanted(char32_t value) {
  return value < 0x20 || (value >= 0x7F && value <= 0x9F) || (value >= 0x202A && value <= 0x202E) ||
         (value >= 0x2066 && value <= 0x2069) || value == 0x200E || value == 0x200F || value == 0x061C ||
         value == 0xFEFF || (value >= 0xE0000 && value <= 0xE007F);
}

/// The length of the escape sequence at the start of a text, which begins with ESC.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2) return 1;
  const auto until = [&](auto ends) {
    std::size_t i = 2;
    while (i < text.size() && text[i] != '\n' && !ends(text[i])) ++i;
    return i < text.size() && text[i] != '\n' ? i + 1 : i;
  };
  switch (text[1]) {
    case '[':
      return until([](char c) { return c >= 0x40 && c <= 0x7E; });
    case ']':
    case 'P':
    case '^':
    case '_': {  // Up to BEL or ESC \.
      const auto size = until([](char c) { return c == '\x07' || c == '\x1B'; });
      return text[size - 1] == '\x1B' && size < text.size() && text[size] == '\\' ? size + 1 : size;
    }
    default:
      return text[1] >= 0x20 && text[1] <= 0x7E ? 2 : 1;
  }
}

/// Logins of bots that act on what they read in a comment, and words that are part of them.
constexpr std::array<std::string_view, 6> bots = {"coderabbit", "dependabot", "renovate",
                                                  "copilot",    "mergify",    "claude"};

/// Where a word that acts has to be broken. Each rule answers how many bytes at `at` are copied before the
/// break; 0: none.
class Breaker {
 public:
  Breaker(std::string_view text, std::string_view bot) : text_(text) {
    for (const auto name : bots) names_.emplace_back(name);
    if (bot.ends_with("[bot]")) bot.remove_suffix(5);
    if (bot.size() > 1) names_.emplace_back();
    for (const char c : bot.size() > 1 ? bot : std::string_view{}) names_.back().push_back(lower(c));
  }

  std::string run() {
    std::string out;
    out.reserve(text_.size() + text_.size() / 16);
    for (std::size_t at = 0; at < text_.size();) {
      const auto size = break_after(at);
      out.append(text_.substr(at, std::max<std::size_t>(size, 1)));
      if (size > 0) out.append(brk);
      at += std::max<std::size_t>(size, 1);
    }
    return out;
  }

 private:
  std::size_t break_after(std::size_t at) const {
    const char c = text_[at];
    if (c == '@') return 1;                      // A mention, a bot's command.
    if (c == '#' && digit_at(at + 1)) return 1;  // A reference, with a closing word before it or not.
    if (c == '/' && link_before(at) && digit_at(at + 1)) return 1;
    if (c == '/' && line_starts_at(at) && at + 1 < text_.size() && is_letter(text_[at + 1])) return 1;
    if (!is_letter(c)) return 0;
    if (word_at(at, "gh-") && digit_at(at + 3)) return 3;
    for (const auto& name : names_) {
      if (word_at(at, name)) return 1;
    }
    return 0;
  }

  bool digit_at(std::size_t at) const { return at < text_.size() && is_digit(text_[at]); }

  bool word_at(std::size_t at, std::string_view word) const {
    if (text_.size() - at < word.size()) return false;
    return std::equal(word.begin(), word.end(), text_.begin() + static_cast<std::ptrdiff_t>(at),
                      [](char expected, char c) { return expected == lower(c); });
  }

  /// "…/issues" and its like: what stands before the number in an issue's address.
  bool link_before(std::size_t at) const {
    for (const std::string_view kind : {"/issues", "/pull", "/pulls", "/discussions"}) {
      if (at >= kind.size() && word_at(at - kind.size(), kind)) return true;
    }
    return false;
  }

  bool line_starts_at(std::size_t at) const {
    while (at > 0 && (text_[at - 1] == ' ' || text_[at - 1] == '\t' || text_[at - 1] == '>')) --at;
    return at == 0 || text_[at - 1] == '\n';
  }

  std::string_view text_;
  std::vector<std::string> names_;
};

/// How many bytes of a text hold at most `units` UTF-16 units, whole characters only.
std::size_t bytes_within(std::string_view text, std::size_t units) {
  std::size_t at = 0, used = 0;
  while (at < text.size()) {
    const auto point = first_character(text.substr(at));
    const std::size_t size = std::max<std::size_t>(point.size, 1);
    used += size == 4 ? 2 : 1;
    if (used > units) break;
    at += size;
  }
  return at;
}

struct Cut {
  std::string_view kept;
  std::size_t gone = 0;  ///< UTF-16 units.
};

Cut cut(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return {text};
  const auto kept = text.substr(0, bytes_within(text, longest));
  return {kept, utf16_units(text.substr(kept.size()))};
}

std::string characters(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " more character" : " more characters");
}

/// No run of backticks longer than sixteen: the fence around it must be longer still.
std::string with_short_runs(std::string_view text) {
  constexpr std::size_t longest = 16;
  std::string out;
  out.reserve(text.size());
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    if (run > longest) {
      out.append(brk);
      run = 1;
    }
    out.push_back(c);
  }
  return out;
}

std::size_t longest_run(std::string_view text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

/// A text of short runs in a block whose fence is longer than any of them.
std::string fenced(std::string_view text, std::size_t longest) {
  const auto shown = cut(text, longest);
  const std::string fence(std::max<std::size_t>(longest_run(shown.kept) + 1, 3), '`');
  auto block = fence + "\n";
  block.append(shown.kept);
  if (!block.ends_with('\n')) block.push_back('\n');
  block.append(fence).append("\n");
  return shown.gone == 0 ? block : block + "\n" + characters(shown.gone) + " not shown.\n";
}

}  // namespace

std::size_t utf16_units(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) units += byte >= 0xF0 ? 2 : 1;
  }
  return units;
}

std::string visible(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '\x1B') {
      at += escape_length(text.substr(at));
      continue;
    }
    const auto point = first_character(text.substr(at));
    if (point.size == 0) {
      out.append(replacement);
      ++at;
      continue;
    }
    if (point.value == '\n' || point.value == '\t' || !is_unwanted(point.value)) {
      out.append(text.substr(at, point.size));
    }
    at += point.size;
  }
  return out;
}

std::string inert(std::string_view text, std::string_view bot) {
  return Breaker(dialect::without_any_comments(visible(text)), bot).run();
}

std::string inert_span(std::string_view text, std::size_t longest, std::string_view bot) {
  auto line = with_short_runs(inert(text, bot));
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::replace(line.begin(), line.end(), '\t', ' ');
  const auto shown = cut(dialect::trim(line), longest);
  const auto words = dialect::trim(shown.kept);
  if (words.empty()) return "(empty)";
  const std::string ticks(longest_run(words) + 1, '`');
  const bool padded = words.front() == '`' || words.back() == '`';
  auto span = ticks + (padded ? " " : "");
  span.append(words).append(padded ? " " : "").append(ticks);
  return shown.gone == 0 ? span : span + " (and " + characters(shown.gone) + ")";
}

std::string visible_fence(std::string_view text, std::size_t longest) {
  return fenced(with_short_runs(visible(text)), longest);
}

std::string inert_fence(std::string_view text, std::size_t longest, std::string_view bot) {
  return fenced(with_short_runs(inert(text, bot)), longest);
}

std::string within_limit(std::string body, std::size_t limit) {
  if (body.size() <= limit || utf16_units(body) <= limit) return body;
  constexpr std::size_t room = 120;  // For the closing fence and the count.
  const auto shown = cut(body, limit > room ? limit - room : 0);
  // A fence that the cut part opens and does not close is closed here, before our own words.
  std::optional<dialect::Fence> open;
  for (std::size_t at = 0; at < shown.kept.size();) {
    const auto end = std::min(shown.kept.find('\n', at), shown.kept.size());
    const auto line = shown.kept.substr(at, end - at);
    if (open) {
      if (dialect::closes(*open, line)) open.reset();
    } else {
      open = dialect::opening_fence(line);
    }
    at = end + 1;
  }
  std::string out(shown.kept);
  constexpr std::size_t longest_fence = 40;
  if (open && open->length <= longest_fence) out.append("\n").append(open->length, open->mark);
  return out + "\n\n" + characters(shown.gone) + " were cut.\n";
}

}  // namespace sluice
