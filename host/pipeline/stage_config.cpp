#include "host/pipeline/stage_config.hpp"

#include <algorithm>
#include <optional>

#include "host/pipeline/named_file.hpp"

namespace sluice::pipeline {
namespace {

constexpr int deepest_config = 32;  // documents end at 64, and this one stands in others
constexpr std::uintmax_t largest_text = 262'144;

std::string shape(ConfigKey::Type type) {
  switch (type) {
    case ConfigKey::Type::string:
      return "a string";
    case ConfigKey::Type::integer:
      return "a whole number";
    case ConfigKey::Type::boolean:
      return "true or false";
    case ConfigKey::Type::strings:
      return "a list of strings";
    case ConfigKey::Type::table:
      return "a table";
    case ConfigKey::Type::file:
      return "the name of a file";
    case ConfigKey::Type::commands:
      return "a list of commands, each a list of strings that names a program first";
  }
  return "a value";
}

bool is_strings(const Value& value) {
  return value.kind == Value::Kind::list &&
         std::all_of(value.items.begin(), value.items.end(),
                     [](const Value& item) { return item.kind == Value::Kind::string; });
}

bool is_command(const Value& value) {
  return is_strings(value) && !value.items.empty() && !value.items.front().text.empty();
}

bool fits(ConfigKey::Type type, const Value& value) {
  switch (type) {
    case ConfigKey::Type::string:
    case ConfigKey::Type::file:
      return value.kind == Value::Kind::string;
    case ConfigKey::Type::integer:
      return value.kind == Value::Kind::integer;
    case ConfigKey::Type::boolean:
      return value.kind == Value::Kind::boolean;
    case ConfigKey::Type::table:
      return value.kind == Value::Kind::table;
    case ConfigKey::Type::strings:
      return is_strings(value);
    case ConfigKey::Type::commands:
      return value.kind == Value::Kind::list &&
             std::all_of(value.items.begin(), value.items.end(), is_command);
  }
  return false;
}

/// A free table may hold anything that a document can.
std::optional<Json> document(const Value& value, int room, Problems& problems) {
  if (room == 0) {
    problems.add(value.place, "this is nested deeper than " + std::to_string(deepest_config) + " levels");
    return std::nullopt;
  }
  switch (value.kind) {
    case Value::Kind::string:
      return Json(value.text);
    case Value::Kind::integer:
      return Json(value.integer);
    case Value::Kind::real:
      return Json(value.real);
    case Value::Kind::boolean:
      return Json(value.boolean);
    case Value::Kind::date:
      problems.add(value.place, "a stage takes no dates; write it as a string");
      return std::nullopt;
    case Value::Kind::list: {
      Json list = Json::array();
      for (const Value& item : value.items) {
        auto element = document(item, room - 1, problems);
        if (!element) return std::nullopt;
        list.push_back(std::move(*element));
      }
      return list;
    }
    case Value::Kind::table:
      break;
  }
  Json table = Json::object();
  for (const Member& member : value.members) {
    auto element = document(member.value, room - 1, problems);
    if (!element) return std::nullopt;
    table[member.key] = std::move(*element);
  }
  return table;
}

/// The text of the file that the value names; null after a problem.
Json file_text(const Value& value, const std::string& key, const std::filesystem::path& folder,
               Problems& problems) {
  if (value.text.empty()) return "";
  const std::filesystem::path file = (folder / value.text).lexically_normal();
  FileText read = value.text.find('\0') == std::string::npos
                      ? read_file_text(file, largest_text, "text")
                      : FileText{std::nullopt, "there can be no such file"};
  if (read.text && !is_utf8(*read.text)) read = {std::nullopt, "it is not UTF-8, which a text must be"};
  if (read.text) return *read.text;
  problems.add(value.place, in_quotes(key) + " names the file " + in_quotes(file.string()) + ": " + read.why);
  return nullptr;
}

void refuse_unknown(const Value& table, const std::vector<ConfigKey>& keys, const std::string& name,
                    Problems& problems) {
  std::vector<std::string> known;
  known.reserve(keys.size());
  for (const ConfigKey& key : keys) known.push_back(key.key);
  for (const Member& member : table.members) {
    if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
    const auto meant = nearest(member.key, known);
    const std::string takes = known.empty() ? ", which takes none"
                              : meant       ? ""
                                            : "; its keys are " + listed(known);
    std::string sentence = "unknown key " + in_quotes(member.key);
    sentence.append(" in ").append(name).append(takes);
    problems.add(member.place, sentence, meant.value_or(""));
  }
}

bool is_empty(const Value& value) {
  return (value.kind == Value::Kind::string && value.text.empty()) ||
         (value.kind == Value::Kind::list && value.items.empty());
}

/// A table whose keys the manifest names; an empty one stays empty.
Json typed_table(const std::vector<ConfigKey>& keys, const Value& table, const std::string& name,
                 const std::filesystem::path& folder, Problems& problems) {
  Json read = Json::object();
  if (table.members.empty()) return read;
  for (const ConfigKey& key : keys) {
    const Member* stated = table.find(key.key);
    if (stated != nullptr) {
      read[key.key] = config_value(key, *stated, name, folder, problems);
    } else if (key.fallback) {
      read[key.key] = *key.fallback;
    }
    const bool empty = stated != nullptr && is_empty(stated->value);
    if (!key.required || (stated != nullptr && !empty)) continue;
    problems.add(stated == nullptr ? table.place : stated->value.place,
                 name + (empty ? " has an empty " : " has no ") + in_quotes(key.key));
  }
  refuse_unknown(table, keys, name, problems);
  return read;
}

}  // namespace

Json config_value(const ConfigKey& key, const Member& member, const std::string& table,
                  const std::filesystem::path& folder, Problems& problems) {
  const Value& value = member.value;
  if (!fits(key.type, value)) {
    const bool lists = key.type == ConfigKey::Type::strings || key.type == ConfigKey::Type::commands;
    const bool mixed = lists && value.kind == Value::Kind::list;
    problems.add(value.place, in_quotes(key.key) + " in " + table + " takes " + shape(key.type) + ", not " +
                                  (mixed ? "a list that holds something else" : in_words(value.kind)));
    return nullptr;
  }
  if (key.minimum && value.kind == Value::Kind::integer && value.integer < *key.minimum) {
    problems.add(value.place, in_quotes(key.key) + " in " + table + " is at least " +
                                  std::to_string(*key.minimum) + ", not " + std::to_string(value.integer));
    return nullptr;
  }
  if (!key.keys.empty()) {
    return typed_table(key.keys, value, in_quotes(key.key) + " of " + table, folder, problems);
  }
  if (key.type == ConfigKey::Type::file) return file_text(value, key.key, folder, problems);
  return document(value, deepest_config, problems).value_or(nullptr);
}

Json ConfigReader::read(const std::vector<ConfigKey>& keys, const Value* own, const std::string& name) {
  Json config = Json::object();
  for (const ConfigKey& key : keys) {
    known_.push_back(key.key);
    const Member* shared = shared_ == nullptr ? nullptr : shared_->find(key.key);
    const Member* stated = own == nullptr ? nullptr : own->find(key.key);
    if (shared != nullptr) used_.insert(key.key);
    if (stated != nullptr) {
      config[key.key] = config_value(key, *stated, name, folder_, problems_);
    } else if (shared != nullptr) {
      config[key.key] = config_value(key, *shared, "[defaults.config]", folder_, problems_);
    } else if (key.fallback) {
      config[key.key] = *key.fallback;
    }
  }
  if (own != nullptr) refuse_unknown(*own, keys, name, problems_);
  return config;
}

void ConfigReader::finish() {
  if (shared_ == nullptr) return;
  for (const Member& member : shared_->members) {
    if (used_.contains(member.key)) continue;
    problems_.add(member.place,
                  "no stage or role here takes the key " + in_quotes(member.key) + " of [defaults.config]",
                  nearest(member.key, known_).value_or(""));
  }
}

}  // namespace sluice::pipeline
