#include "dialect/text.hpp"

#include <algorithm>
#include <array>

namespace sluice::dialect {
namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";

/// The blank or invisible character at the start of a text: how many bytes it has. 0 where none stands there.
std::size_t odd_blank(std::string_view text) {
  using namespace std::string_view_literals;
  // No-break, figure, thin, narrow no-break, ideographic spaces; zero-width space, word joiner, byte order
  // mark.
  static constexpr std::array marks = {"\xC2\xA0"sv,     "\xE2\x80\x87"sv, "\xE2\x80\x89"sv,
                                       "\xE2\x80\xAF"sv, "\xE3\x80\x80"sv, "\xE2\x80\x8B"sv,
                                       "\xE2\x81\xA0"sv, "\xEF\xBB\xBF"sv};
  for (const auto mark : marks) {
    if (text.starts_with(mark)) return mark.size();
  }
  return 0;
}

/// A tag at the start of a text: how many bytes it has. Of bounded length, so that a stray '<' costs little.
std::size_t tag(std::string_view text) {
  constexpr std::size_t longest = 200;
  if (text.size() < 3 || text[0] != '<') return 0;
  if (!is_letter(text[1]) && text[1] != '/') return 0;
  const auto end = text.substr(0, longest).find_first_of("<>\n", 1);
  return end != std::string_view::npos && text[end] == '>' ? end + 1 : 0;
}

/// Whether some line from `from` on closes the fence. Remembers, for each mark, the shortest that nothing
/// closes.
class FenceEnds {
 public:
  explicit FenceEnds(const std::vector<Line>& lines) : lines_(lines) {}

  std::optional<std::size_t> find(const Fence& fence, std::size_t from) {
    auto& open = fence.mark == '`' ? open_ticks_ : open_tildes_;
    if (fence.length >= open) return std::nullopt;
    for (std::size_t i = from; i < lines_.size(); ++i) {
      if (closes(fence, lines_[i].unquoted)) return i;
    }
    open = fence.length;
    return std::nullopt;
  }

 private:
  const std::vector<Line>& lines_;
  std::size_t open_ticks_ = SIZE_MAX, open_tildes_ = SIZE_MAX;
};

}  // namespace

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return lower(c) >= 'a' && lower(c) <= 'z';
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view unquote(std::string_view line) {
  const auto first = line.find_first_not_of("> \t");
  return first == std::string_view::npos ? std::string_view{} : line.substr(first);
}

std::optional<Fence> opening_fence(std::string_view unquoted) {
  if (unquoted.empty() || (unquoted[0] != '`' && unquoted[0] != '~')) return std::nullopt;
  const char mark = unquoted[0];
  const auto end = std::min(unquoted.find_first_not_of(mark), unquoted.size());
  if (end < 3) return std::nullopt;
  // "```js```" is a code span on one line, not the start of a block.
  if (mark == '`' && unquoted.find('`', end) != std::string_view::npos) return std::nullopt;
  return Fence{mark, end};
}

bool closes(const Fence& fence, std::string_view unquoted) {
  const auto end = std::min(unquoted.find_first_not_of(fence.mark), unquoted.size());
  return end >= fence.length && trim(unquoted.substr(end)).empty();
}

std::vector<Line> read_lines(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    auto line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back({line, unquote(line), false});
    at = end + 1;
  }
  FenceEnds ends(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto fence = opening_fence(lines[i].unquoted);
    if (!fence) continue;
    const auto end = ends.find(*fence, i + 1);
    if (!end) continue;
    for (; i < *end; ++i) lines[i].fenced = true;
    lines[i].fenced = true;
  }
  return lines;
}

std::string plain(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  const auto blank = [&out] {
    if (!out.empty() && out.back() != ' ') out.push_back(' ');
  };
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '*' || c == '_' || c == '`') {
      ++i;
    } else if (blanks.find(c) != std::string_view::npos) {
      blank();
      ++i;
    } else if (const auto odd = odd_blank(text.substr(i)); odd > 0) {
      blank();
      i += odd;
    } else if (const auto size = tag(text.substr(i)); size > 0) {
      blank();
      i += size;
    } else {
      out.push_back(lower(c));
      ++i;
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::optional<std::int64_t> read_number(std::string_view text, std::size_t& at) {
  constexpr std::int64_t most = 1'000'000'000'000;
  if (at >= text.size() || !is_digit(text[at])) return std::nullopt;
  std::int64_t value = 0;
  const auto thousands = [&] {
    return text[at] == ',' && at + 3 < text.size() && is_digit(text[at + 1]) && is_digit(text[at + 2]) &&
           is_digit(text[at + 3]) && (at + 4 == text.size() || !is_digit(text[at + 4]));
  };
  for (; at < text.size(); ++at) {
    if (is_digit(text[at])) {
      value = std::min(most, value * 10 + (text[at] - '0'));
    } else if (!thousands()) {
      break;
    }
  }
  return value;
}

std::optional<FileCounts> read_file_counts(std::string_view text) {
  constexpr std::string_view words = "limit of ";
  for (auto at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
    auto after = at + words.size();
    const auto limit = read_number(text, after);
    if (!limit || *limit == 0) continue;
    // The clause before it: bounded, so that a text full of limits stays linear.
    constexpr std::size_t reach = 160;
    const auto clause = text.substr(at > reach ? at - reach : 0, std::min(at, reach));
    if (clause.find("exceed") == std::string_view::npos && clause.find("over ") == std::string_view::npos)
      continue;
    FileCounts counts{std::nullopt, *limit};
    for (auto files = clause.rfind(" file"); files != std::string_view::npos && files > 0;
         files = clause.rfind(" file", files - 1)) {
      auto first = files;
      while (first > 0 && (is_digit(clause[first - 1]) || clause[first - 1] == ',')) --first;
      if ((counts.files = read_number(clause, first))) break;
    }
    // Without a count of files it may be another limit: of reviews, of spending.
    if (counts.files || clause.find("file") != std::string_view::npos) return counts;
  }
  return std::nullopt;
}

std::optional<std::string_view> marked_block(std::string_view body, std::string_view name) {
  const auto start = "<!-- " + std::string(name) + "_start -->";
  const auto begin = body.find(start);
  if (begin == std::string_view::npos) return std::nullopt;
  const auto from = begin + start.size();
  const auto end = body.find("<!-- " + std::string(name) + "_end -->", from);
  if (end == std::string_view::npos) return std::nullopt;
  return body.substr(from, end - from);
}

}  // namespace sluice::dialect
