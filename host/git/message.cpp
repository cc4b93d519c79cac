#include "host/git/message.hpp"

#include <algorithm>
#include <charconv>

namespace sluice::git {
namespace {

constexpr std::string_view kCopyPrefix = "(cherry picked from commit ";

std::string_view trim(std::string_view text) {
  static constexpr std::string_view kBlank = " \t\r\n\f\v";
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// Calls visit with every line, without its line feed and the carriage return before it.
template <typename Visit>
void for_each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    auto line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    visit(line);
  }
}

bool same_letters(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

void add_text(std::string_view value, std::vector<std::string>& into) {
  if (const auto text = trim(value); !text.empty()) into.emplace_back(text);
}

void add_ids(std::string_view value, std::vector<std::int64_t>& into) {
  while (!value.empty()) {
    const auto comma = std::min(value.find(','), value.size());
    const auto item = trim(value.substr(0, comma));
    value.remove_prefix(std::min(comma + 1, value.size()));
    std::int64_t id = 0;
    const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), id);
    if (error == std::errc{} && end == item.data() + item.size() && id > 0) into.push_back(id);
  }
}

}  // namespace

Trailers read_trailers(std::string_view message) {
  Trailers trailers;
  for_each_line(message, [&](std::string_view line) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const auto start = std::min(line.find_first_not_of(" \t"), colon);
    const auto key = line.substr(start, colon - start);
    const auto value = line.substr(colon + 1);
    // An indented claim is a quotation: only this key moves work past review.
    if (start == 0 && same_letters(key, "express")) add_text(value, trailers.express);
    if (same_letters(key, "answers")) add_ids(value, trailers.answers);
    if (same_letters(key, "drains")) add_ids(value, trailers.drains);
    if (same_letters(key, "repairs")) add_text(value, trailers.repairs);
  });
  return trailers;
}

std::vector<Oid> read_copies(std::string_view message) {
  std::vector<Oid> copies;
  if (message.find(kCopyPrefix) == std::string_view::npos) return copies;
  for_each_line(message, [&](std::string_view line) {
    if (!line.starts_with(kCopyPrefix) || !line.ends_with(')')) return;
    line.remove_prefix(kCopyPrefix.size());
    const auto id = Oid::parse(line.substr(0, line.size() - 1));
    if (id && std::find(copies.begin(), copies.end(), *id) == copies.end()) copies.push_back(*id);
  });
  return copies;
}

}  // namespace sluice::git
