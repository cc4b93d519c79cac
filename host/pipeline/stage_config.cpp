#include "host/pipeline/stage_config.hpp"

#include <algorithm>
#include <optional>

namespace sluice::pipeline {
namespace {

constexpr int deepest_config = 32;  // documents end at 64, and this one stands in others

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
  }
  return "a value";
}

bool fits(ConfigKey::Type type, const Value& value) {
  switch (type) {
    case ConfigKey::Type::string:
      return value.kind == Value::Kind::string;
    case ConfigKey::Type::integer:
      return value.kind == Value::Kind::integer;
    case ConfigKey::Type::boolean:
      return value.kind == Value::Kind::boolean;
    case ConfigKey::Type::table:
      return value.kind == Value::Kind::table;
    case ConfigKey::Type::strings:
      return value.kind == Value::Kind::list &&
             std::all_of(value.items.begin(), value.items.end(),
                         [](const Value& item) { return item.kind == Value::Kind::string; });
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

}  // namespace

Json config_value(const ConfigKey& key, const Member& member, const std::string& table, Problems& problems) {
  const Value& value = member.value;
  if (!fits(key.type, value)) {
    const bool mixed = key.type == ConfigKey::Type::strings && value.kind == Value::Kind::list;
    problems.add(value.place, in_quotes(key.key) + " in " + table + " takes " + shape(key.type) + ", not " +
                                  (mixed ? "a list that holds something else" : in_words(value.kind)));
    return nullptr;
  }
  if (key.minimum && value.kind == Value::Kind::integer && value.integer < *key.minimum) {
    problems.add(value.place, in_quotes(key.key) + " in " + table + " is at least " +
                                  std::to_string(*key.minimum) + ", not " + std::to_string(value.integer));
    return nullptr;
  }
  return document(value, deepest_config, problems).value_or(nullptr);
}

Json stage_config(const std::vector<ConfigKey>& keys, const Value* own, const Value* defaults,
                  const std::string& name, Problems& problems, std::vector<std::string>& used) {
  Json config = Json::object();
  std::vector<std::string> known;
  for (const ConfigKey& key : keys) {
    known.push_back(key.key);
    const Member* shared = defaults == nullptr ? nullptr : defaults->find(key.key);
    const Member* stated = own == nullptr ? nullptr : own->find(key.key);
    if (shared != nullptr) used.push_back(key.key);
    if (stated != nullptr) {
      config[key.key] = config_value(key, *stated, name, problems);
    } else if (shared != nullptr) {
      config[key.key] = config_value(key, *shared, "[defaults.config]", problems);
    } else if (key.fallback) {
      config[key.key] = *key.fallback;
    }
  }
  if (own == nullptr) return config;
  for (const Member& member : own->members) {
    if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
    const auto meant = nearest(member.key, known);
    const std::string takes = known.empty() ? ", which takes none"
                              : meant       ? ""
                                            : "; its keys are " + listed(known);
    std::string sentence = "unknown key " + in_quotes(member.key);
    sentence.append(" in ").append(name).append(takes);
    problems.add(member.place, sentence, meant.value_or(""));
  }
  return config;
}

}  // namespace sluice::pipeline
