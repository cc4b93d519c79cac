// Taking hidden text and whole <details> blocks out of Markdown.

#include <algorithm>

#include "dialect/text.hpp"

namespace sluice::dialect {
namespace {

/// Copies a text without its comments. The output never ends with an opening mark, whichever pieces it was
/// put together from, so that one walk is the fixed point.
class CommentStripper {
 public:
  CommentStripper(std::string_view text, bool heed_code)
      : text_(text), heed_code_(heed_code), last_close_(text.rfind("-->")) {
    out_.reserve(text.size());
  }

  std::string run() {
    while (at_ < text_.size()) {
      if (heed_code_ && at_line_start() && copy_fence()) continue;
      if (heed_code_ && text_[at_] == '`' && copy_span()) continue;
      out_.push_back(text_[at_++]);
      if (out_.ends_with("<!--")) drop_comment();
    }
    return std::move(out_);
  }

 private:
  bool at_line_start() const { return at_ == 0 || text_[at_ - 1] == '\n'; }

  std::size_t line_end(std::size_t from) const { return std::min(text_.find('\n', from), text_.size()); }

  bool copy_fence() {
    const auto end = line_end(at_);
    const auto fence = opening_fence(unquote(text_.substr(at_, end - at_)));
    if (!fence || fence->length >= unclosed_[fence->mark == '`']) return false;
    for (auto line = end + 1; line < text_.size();) {
      const auto stop = line_end(line);
      if (closes(*fence, unquote(text_.substr(line, stop - line)))) {
        copy_to(stop);
        return true;
      }
      line = stop + 1;
    }
    unclosed_[fence->mark == '`'] = fence->length;
    return false;
  }

  /// A code span that begins and ends on this line.
  bool copy_span() {
    const auto ticks = std::min(text_.find_first_not_of('`', at_), text_.size()) - at_;
    // The line's end is looked for once, and what was searched in vain on it is not searched again: a line of
    // ticks stays linear.
    if (span_line_ == SIZE_MAX || at_ > span_line_) {
      span_line_ = line_end(at_);
      span_lengths_.clear();
    }
    const auto end = span_line_;
    if (std::find(span_lengths_.begin(), span_lengths_.end(), ticks) == span_lengths_.end()) {
      for (auto from = at_ + ticks; from < end;) {
        const auto run = text_.find('`', from);
        if (run >= end) break;
        const auto stop = std::min(text_.find_first_not_of('`', run), text_.size());
        if (stop - run == ticks) {
          copy_to(stop);
          return true;
        }
        from = stop;
      }
      span_lengths_.push_back(ticks);
    }
    copy_to(at_ + ticks);
    return true;
  }

  void copy_to(std::size_t end) {
    out_.append(text_.substr(at_, end - at_));
    at_ = end;
  }

  void drop_comment() {
    out_.resize(out_.size() - 4);
    if (last_close_ == std::string_view::npos || last_close_ < at_) return;
    at_ = text_.find("-->", at_) + 3;
  }

  std::string_view text_;
  bool heed_code_;
  std::size_t last_close_;
  std::size_t at_ = 0;
  std::string out_;
  std::size_t unclosed_[2] = {SIZE_MAX, SIZE_MAX};
  std::size_t span_line_ = SIZE_MAX;
  std::vector<std::size_t> span_lengths_;
};

/// One <details>, </details> or <summary>…</summary> outside of fences, by its place in the text.
struct Mark {
  enum class Kind : std::uint8_t { open, close } kind;
  std::size_t at, end;
  std::string summary;  ///< Of an opening one, plain.
};

bool stands_at(std::string_view text, std::size_t at, std::string_view word) {
  if (text.size() - at < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (lower(text[at + i]) != word[i]) return false;
  }
  return true;
}

/// What the summary right behind an opening <details> says; read no further than a heading is long.
std::string summary_after(std::string_view text, std::size_t at) {
  constexpr std::size_t longest = 400;
  const auto head = text.substr(at, longest);
  const auto open = head.find("<summary>");
  if (open == std::string_view::npos) return {};
  if (head.substr(0, open).find_first_not_of("> \t\r\n") != std::string_view::npos) return {};
  const auto from = open + 9;
  return plain(head.substr(from, head.find("</summary>", from) - from));
}

std::vector<Mark> details_marks(std::string_view text) {
  std::vector<Mark> marks;
  for (const auto& line : read_lines(text)) {
    if (line.fenced) continue;
    const auto offset = static_cast<std::size_t>(line.text.data() - text.data());
    for (auto at = line.text.find('<'); at != std::string_view::npos; at = line.text.find('<', at + 1)) {
      if (stands_at(line.text, at, "</details>")) {
        marks.push_back({Mark::Kind::close, offset + at, offset + at + 10, {}});
      } else if (stands_at(line.text, at, "<details>") || stands_at(line.text, at, "<details ")) {
        constexpr std::size_t longest_tag = 200;
        const auto end = line.text.substr(at, longest_tag).find('>');
        if (end == std::string_view::npos) continue;
        const auto stop = offset + at + end + 1;
        marks.push_back({Mark::Kind::open, offset + at, stop, summary_after(text, stop)});
      }
    }
  }
  return marks;
}

}  // namespace

std::string without_any_comments(std::string_view text) {
  return CommentStripper(text, false).run();
}

std::string without_comments(std::string_view text) {
  // What a comment held may have been the end of a fence: without it other lines are fenced, so it is read
  // again.
  constexpr int rounds = 8;
  std::string last(text);
  for (int round = 0; round < rounds; ++round) {
    auto next = CommentStripper(last, true).run();
    if (next == last) return last;
    last = std::move(next);
  }
  return without_any_comments(last);
}

std::string without_details(std::string_view text, const std::vector<std::string_view>& summaries) {
  const auto unwanted = [&](const std::string& summary) {
    return std::any_of(summaries.begin(), summaries.end(),
                       [&](std::string_view word) { return summary.find(word) != std::string::npos; });
  };
  std::string out;
  std::size_t kept = 0;   // Where what is not copied yet begins.
  std::size_t depth = 0;  // Of the block that is being cut.
  for (const auto& mark : details_marks(text)) {
    if (depth == 0) {
      if (mark.kind != Mark::Kind::open || !unwanted(mark.summary)) continue;
      out.append(text.substr(kept, mark.at - kept));
      depth = 1;
      continue;
    }
    depth += mark.kind == Mark::Kind::open ? 1 : -1;
    if (depth == 0) kept = mark.end;
  }
  if (depth == 0) out.append(text.substr(kept));
  return out;
}

}  // namespace sluice::dialect
