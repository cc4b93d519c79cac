// What a review's body states that it found.

#include <algorithm>

#include "dialect/coderabbit.hpp"
#include "dialect/text.hpp"

namespace sluice::dialect {
namespace {

/// The pieces of a line between its tags: a heading is the whole of one.
template <typename Take>
void each_piece(std::string_view line, const Take& take) {
  constexpr std::size_t longest_heading = 200;
  for (std::size_t at = 0; at <= line.size();) {
    const auto end = std::min(line.find('<', at), line.size());
    if (end - at <= longest_heading) take(line.substr(at, end - at));
    if (end == line.size()) return;
    const auto close = line.find('>', end);
    at = close == std::string_view::npos ? line.size() : close + 1;
    if (at == line.size()) return;
  }
}

/// "… (N)" at the end of a heading: the number, and the words before it.
std::optional<std::int64_t> number_at_end(std::string_view& words) {
  if (words.ends_with(':')) words.remove_suffix(1);
  if (!words.ends_with(')')) return std::nullopt;
  const auto open = words.rfind('(');
  if (open == std::string_view::npos) return std::nullopt;
  auto at = open + 1;
  const auto number = read_number(words, at);
  if (!number || at + 1 != words.size()) return std::nullopt;
  words = trim(words.substr(0, open));
  return number;
}

/// The name of a bucket in a heading's words: pictures before it are no part of it.
std::optional<std::string> bucket_name(std::string_view words) {
  while (!words.empty() && !is_letter(words.front())) words.remove_prefix(1);
  if (words.ends_with("comments failed to post")) return "failed to post";
  for (const std::string_view end : {" comments", " comment"}) {
    if (words.ends_with(end)) return std::string(trim(words.substr(0, words.size() - end.size())));
  }
  return std::nullopt;
}

void read_piece(std::string_view piece, Counts& counts) {
  const auto text = plain(piece);
  constexpr std::string_view posted = "actionable comments posted:";
  if (const auto at = text.find(posted); at != std::string::npos) {
    auto from = at + posted.size();
    while (from < text.size() && text[from] == ' ') ++from;
    if (!counts.actionable) counts.actionable = read_number(text, from);
    return;
  }
  if (text.find("comments failed to post") != std::string::npos) counts.failed_to_post = true;
  std::string_view words = text;
  const auto number = number_at_end(words);
  if (!number) return;
  constexpr std::size_t most_buckets = 100;
  auto name = bucket_name(words);
  if (counts.buckets.size() < most_buckets && name && !name->empty() && !counts.bucket(*name))
    counts.buckets.emplace_back(std::move(*name), *number);
}

}  // namespace

std::optional<std::int64_t> Counts::bucket(std::string_view name) const {
  const auto found =
      std::find_if(buckets.begin(), buckets.end(), [&](const auto& each) { return each.first == name; });
  return found == buckets.end() ? std::nullopt : std::optional(found->second);
}

Counts CodeRabbit::counts(std::string_view review_body) const {
  Counts counts;
  const auto text = without_comments(review_body);
  for (const auto& line : read_lines(text)) {
    if (line.fenced) continue;
    each_piece(line.unquoted, [&](std::string_view piece) { read_piece(piece, counts); });
  }
  return counts;
}

}  // namespace sluice::dialect
