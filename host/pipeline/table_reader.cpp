#include "host/pipeline/table_reader.hpp"

#include <algorithm>
#include <tuple>

namespace sluice::pipeline {
namespace {

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '\x7f';
}

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_control);
}

}  // namespace

void Problems::add(Place place, std::string sentence, std::string suggestion) {
  problems_.push_back({file_, place.line, place.column, std::move(sentence), std::move(suggestion)});
}

std::vector<Problem> Problems::take() {
  std::stable_sort(problems_.begin(), problems_.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  // What stands once may be read for several stages.
  const auto same = [](const Problem& a, const Problem& b) {
    return std::tie(a.line, a.column, a.sentence) == std::tie(b.line, b.column, b.sentence);
  };
  problems_.erase(std::unique(problems_.begin(), problems_.end(), same), problems_.end());
  return std::move(problems_);
}

std::string in_quotes(std::string_view word) {
  constexpr std::size_t longest = 80;
  std::size_t end = std::min(word.size(), longest);
  const auto inside_a_character = [&] { return (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80U; };
  while (end > 0 && end < word.size() && inside_a_character()) --end;
  std::string shown(word.substr(0, end));
  for (char& c : shown) {
    if (is_control(c)) c = ' ';
  }
  return "\"" + shown + (end < word.size() ? "…" : "") + "\"";
}

std::string listed(const std::vector<std::string>& words, const std::string& last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != 0) text += i + 1 == words.size() ? " " + last + " " : ", ";
    text += words[i];
  }
  return text;
}

const Value* TableReader::take(const std::string& key, Value::Kind kind, const char* shape) {
  known_.push_back(key);
  const Member* member = table_->find(key);
  if (member == nullptr) return nullptr;
  if (member->value.kind == kind) return &member->value;
  problems_->add(member->value.place, in_quotes(key) + " in " + name_ + " takes " + shape + ", not " +
                                          in_words(member->value.kind));
  return nullptr;
}

bool TableReader::text(const std::string& key, std::string& into) {
  const Value* value = take(key, Value::Kind::string, "a string");
  if (value == nullptr) return false;
  if (value->text.empty() || has_control_character(value->text)) {
    problems_->add(value->place,
                   in_quotes(key) + " in " + name_ +
                       (value->text.empty() ? " may not be empty"
                                            : " may not hold a line break or another control character"));
    return false;
  }
  into = value->text;
  return true;
}

bool TableReader::choice(const std::string& key, std::string& into, const std::vector<std::string>& choices) {
  std::string chosen;
  if (!text(key, chosen)) return false;
  if (std::find(choices.begin(), choices.end(), chosen) != choices.end()) {
    into = chosen;
    return true;
  }
  problems_->add(
      place_of(key),
      in_quotes(key) + " in " + name_ + " must be " + listed(choices, "or") + ", not " + in_quotes(chosen),
      nearest(chosen, choices).value_or(""));
  return false;
}

bool TableReader::boolean(const std::string& key, bool& into) {
  const Value* value = take(key, Value::Kind::boolean, "true or false");
  if (value != nullptr) into = value->boolean;
  return value != nullptr;
}

bool TableReader::integer(const std::string& key, std::int64_t& into, std::int64_t least, std::int64_t most) {
  const Value* value = take(key, Value::Kind::integer, "a whole number");
  if (value == nullptr) return false;
  if (value->integer < least || value->integer > most) {
    problems_->add(value->place, in_quotes(key) + " in " + name_ + " is from " + std::to_string(least) +
                                     " to " + std::to_string(most) + ", not " +
                                     std::to_string(value->integer));
    return false;
  }
  into = value->integer;
  return true;
}

bool TableReader::texts(const std::string& key, std::vector<const Value*>& into) {
  const Value* list = take(key, Value::Kind::list, "a list of strings");
  if (list == nullptr) return false;
  for (const Value& item : list->items) {
    if (item.kind == Value::Kind::string) {
      into.push_back(&item);
    } else {
      problems_->add(item.place,
                     in_quotes(key) + " in " + name_ + " takes strings, not " + in_words(item.kind));
    }
  }
  return true;
}

const Value* TableReader::table(const std::string& key) {
  return take(key, Value::Kind::table, "a table");
}

const Value* TableReader::list_of_tables(const std::string& key) {
  const std::string shape = "tables of its own, each headed [[" + key + "]]";
  const Value* list = take(key, Value::Kind::list, shape.c_str());
  if (list == nullptr) return nullptr;
  for (const Value& item : list->items) {
    if (item.kind == Value::Kind::table) continue;
    problems_->add(item.place,
                   in_quotes(key) + " in " + name_ + " takes " + shape + ", not " + in_words(item.kind));
  }
  return list;
}

Place TableReader::place_of(const std::string& key) const {
  const Member* member = table_->find(key);
  return member == nullptr ? table_->place : member->value.place;
}

void TableReader::finish() {
  for (const Member& member : table_->members) {
    if (std::find(known_.begin(), known_.end(), member.key) != known_.end()) continue;
    const auto meant = nearest(member.key, known_);
    problems_->add(member.place,
                   "unknown key " + in_quotes(member.key) + " in " + name_ +
                       (meant || known_.empty() ? "" : "; its keys are " + listed(known_)),
                   meant.value_or(""));
  }
}

}  // namespace sluice::pipeline
