// The editors' schema and the loader hold the same keys, the same types, the same choices and the same
// defaults.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "catalog_fixture.hpp"
#include "host/cli/check.hpp"
#include "host/pipeline/document.hpp"
#include "host/pipeline/pipeline.hpp"
#include "host/pipeline/plans.hpp"
#include "host/pipeline/schema_validator.hpp"
#include "host/process/child.hpp"
#include "support/temp_dir.hpp"

namespace sluice::pipeline {
namespace {

using testing::HasSubstr;

const std::filesystem::path config_folder = SLUICE_SOURCE "/config";

Json schema() {
  return parse_document(test::read_file(config_folder / "pipeline.schema.json"));
}

Json json_of(const Value& value) {
  switch (value.kind) {
    case Value::Kind::string:
    case Value::Kind::date:
      return value.text;
    case Value::Kind::integer:
      return value.integer;
    case Value::Kind::real:
      return value.real;
    case Value::Kind::boolean:
      return value.boolean;
    case Value::Kind::list: {
      Json list = Json::array();
      for (const Value& item : value.items) list.push_back(json_of(item));
      return list;
    }
    case Value::Kind::table:
      break;
  }
  Json table = Json::object();
  for (const Member& member : value.members) table[member.key] = json_of(member.value);
  return table;
}

Json json_of(const std::string& toml) {
  return json_of(std::get<Value>(parse_toml(toml, "p.toml")));
}

std::vector<std::string> sentences(const std::string& toml) {
  auto loaded = parse(toml, "/x/p.toml", test::catalog());
  std::vector<std::string> result;
  if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
    for (const Problem& problem : *problems) result.push_back(problem.sentence);
  }
  return result;
}

/// A pipeline in which one key of one table is set; the stage is the fixture's that takes the most.
std::string with(const std::string& table, const std::string& key, const std::string& value) {
  const std::string line = key + " = " + value + "\n";
  if (table.empty()) return line + "[[stage]]\nid = \"tell\"\n";
  if (table != "stage") return "[" + table + "]\n" + line + "[[stage]]\nid = \"tell\"\n";
  if (key == "id") return "[[stage]]\nuses = \"tell\"\n" + line;
  const bool isolated = key == "seconds" || key == "memory_mb";
  return "[[stage]]\nid = \"tell\"\n" + std::string(isolated ? "isolation = \"process\"\n" : "") + line;
}

std::string toml_of(const Json& value) {
  return sluice::to_text(value);
}  // strings, numbers, booleans and lists are alike

/// table -> its properties: "" is the document.
std::map<std::string, Json> tables() {
  const Json whole = schema();
  std::map<std::string, Json> result;
  result[""] = whole["properties"];
  for (const auto& [name, table] : whole["properties"].items()) {
    if (table.contains("properties")) result[name] = table["properties"];
  }
  result["stage"] = whole["properties"]["stage"]["items"]["properties"];
  return result;
}

std::set<std::string> keys_of(const Json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

/// What the loader says that a table takes.
std::set<std::string> keys_of_loader(const std::string& table) {
  const std::vector<std::string> said = sentences(with(table, "zzzzzzzzzzzz", "1"));
  std::set<std::string> keys;
  if (said.size() != 1 || said[0].find("its keys are ") == std::string::npos) return keys;
  std::string list = said[0].substr(said[0].find("its keys are ") + 13);
  if (const auto last = list.find(" and "); last != std::string::npos) list.replace(last, 5, ", ");
  std::istringstream words(list);
  for (std::string word; words >> word;) {
    if (word.ends_with(",")) word.pop_back();
    keys.insert(word);
  }
  return keys;
}

TEST(PipelineSchema, HasTheLoadersKeysAndNoOther) {
  for (const auto& [table, properties] : tables())
    EXPECT_EQ(keys_of(properties), keys_of_loader(table)) << table;
}

TEST(PipelineSchema, RefusesUnknownKeysInEveryTable) {
  const SchemaValidator validator(schema());
  for (const auto& [table, properties] : tables()) {
    EXPECT_NE(validator.faults(json_of(with(table, "zzzzzzzzzzzz", "1"))).size(), 0U) << table;
  }
}

TEST(PipelineSchema, RefusesWhatTheLoaderRefuses) {
  const SchemaValidator validator(schema());
  for (const auto& [table, properties] : tables()) {
    if (table.empty()) continue;
    for (const auto& [key, property] : properties.items()) {
      for (const std::string value :
           {"1", "\"\"", "true", "[5]", "1.5", "{}", "-1", "\"zzzz\"", "99999999999"}) {
        const std::string toml = with(table, key, value);
        if (validator.faults(json_of(toml)).empty()) continue;  // the loader may be the stricter one
        EXPECT_NE(sentences(toml).size(), 0U) << toml << "the schema refuses it, the loader does not";
      }
    }
  }
}

TEST(PipelineSchema, TakesNoOtherTypeThanTheLoader) {
  const SchemaValidator validator(schema());
  for (const auto& [table, properties] : tables()) {
    if (table.empty()) continue;
    for (const auto& [key, property] : properties.items()) {
      for (const std::string value : {"1", "true", "[5]", "1.5", "{}", "1979-05-27", "0", "\"\""}) {
        const std::string toml = with(table, key, value);
        const std::vector<std::string> said = sentences(toml);
        const bool wrong = std::any_of(said.begin(), said.end(), [&](const std::string& sentence) {
          return sentence.find("\"" + key + "\" in ") == 0 &&
                 (sentence.find(" takes ") != std::string::npos ||
                  sentence.find(" is from ") != std::string::npos ||
                  sentence.find(" may not be empty") != std::string::npos);
        });
        if (wrong && value != "1979-05-27") {  // JSON has no dates: an editor's own reader decides on them
          EXPECT_NE(validator.faults(json_of(toml)).size(), 0U) << toml << "the loader refuses its type";
        }
      }
    }
  }
}

TEST(PipelineSchema, HasTheLoadersChoices) {
  const SchemaValidator validator(schema());
  for (const auto& [table, properties] : tables()) {
    for (const auto& [key, property] : properties.items()) {
      if (!property.contains("enum")) continue;
      for (const Json& choice : property["enum"]) {
        EXPECT_EQ(sentences(with(table, key, toml_of(choice))), std::vector<std::string>{}) << key;
      }
    }
  }
  const Json plans = schema()["properties"]["bot"]["properties"]["plan"]["enum"];
  EXPECT_THAT(plans.get<std::vector<std::string>>(),
              testing::UnorderedElementsAreArray(known_plans("coderabbit")));
}

std::string checked(const std::string& toml) {
  const test::TempDir home;
  test::write_file(home.path() / "p.toml", toml);
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(cli::check({home.path() / "p.toml", true}, test::catalog(), out, err), 0) << out.str();
  Json document = parse_document(out.str())["pipeline"];
  return document.dump(1);
}

TEST(PipelineSchema, StatesTheLoadersDefaults) {
  int stated = 0;
  for (const auto& [table, properties] : tables()) {
    for (const auto& [key, property] : properties.items()) {
      if (!property.contains("default")) continue;
      ++stated;
      EXPECT_EQ(checked(with(table, key, toml_of(property["default"]))),
                checked("[[stage]]\nid = \"tell\"\n"))
          << table << "." << key;
    }
  }
  EXPECT_GE(stated, 14);
}

TEST(PipelineSchema, HoldsForEveryPipelineThatShips) {
  const SchemaValidator validator(schema());
  int pipelines = 0;
  for (const auto& entry : std::filesystem::directory_iterator(config_folder)) {
    if (entry.path().extension() != ".toml") continue;
    ++pipelines;
    EXPECT_EQ(validator.faults(json_of(test::read_file(entry.path()))), std::vector<std::string>{})
        << entry.path();
  }
  EXPECT_GE(pipelines, 1);
}

TEST(PipelineSchema, EveryKeyIsInTheGuide) {
  const std::string guide = test::read_file(config_folder / "README.md");
  const auto told = [&](const std::string& text) { return guide.find(text) != std::string::npos; };
  for (const auto& [table, properties] : tables()) {
    for (const auto& [key, property] : properties.items()) {
      EXPECT_TRUE(told("`" + key + "`") || (table.empty() && told("[" + key + "]"))) << table << "." << key;
    }
  }
}

}  // namespace
}  // namespace sluice::pipeline
