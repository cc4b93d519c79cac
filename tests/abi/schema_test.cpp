// The contract's schema files, and the validator that holds documents to them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "host/pipeline/schema_files.hpp"
#include "host/pipeline/schema_validator.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;

TEST(Schema, FilesAreBuiltIntoTheHostAsTheyStand) {
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(SLUICE_SOURCE "/sdk/include/sluice/schema")) {
    if (entry.path().extension() != ".json") continue;
    ++files;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    EXPECT_EQ(contract_schema_text(entry.path().stem().stem().string()), text.str()) << entry.path();
  }
  EXPECT_EQ(files, schema_files().size());
  EXPECT_GE(files, 8U);
}

/// Every object below, with the pointer to it.
void each_object(const Json& value, const std::string& at,
                 const std::function<void(const Json&, std::string)>& see) {
  if (value.is_object()) see(value, at);
  if (!value.is_structured()) return;
  for (const auto& [key, item] : value.items()) each_object(item, at + "/" + key, see);
}

TEST(Schema, FilesAreThemselvesValidJsonSchema) {
  std::stringstream text;
  text << std::ifstream(SLUICE_SOURCE "/tests/abi/draft-07.schema.json").rdbuf();
  const SchemaValidator meta(parse_document(text.str()));
  EXPECT_FALSE(meta.faults({{"type", "strung"}}).empty());
  for (const SchemaFile& file : schema_files()) {
    const Json schema = parse_document(file.text);
    EXPECT_THAT(meta.faults(schema), testing::IsEmpty()) << file.group;
    // The draft knows "definitions" alone: to it "$defs" is any word.
    const Json definitions = schema.value("$defs", Json::object());
    for (const auto& [name, definition] : definitions.items()) {
      EXPECT_THAT(meta.faults(definition), testing::IsEmpty()) << file.group << " " << name;
    }
  }
}

TEST(Schema, HasNoPatternAndNoReferenceToNothing) {
  for (const SchemaFile& file : schema_files()) {
    const Json schema = parse_document(file.text);
    each_object(schema, "", [&](const Json& object, const std::string& at) {
      EXPECT_FALSE(object.contains("pattern")) << file.group << at;
      if (!object.contains("$ref")) return;
      const std::string to = object["$ref"];
      EXPECT_TRUE(to.starts_with("#") && schema.contains(Json::json_pointer(to.substr(1))))
          << file.group << at;
    });
  }
}

TEST(Schema, SaysWhereADocumentIsWrong) {
  const auto* params = contract_validator("effect", "effect.append.params");
  ASSERT_NE(params, nullptr);
  EXPECT_THAT(params->faults({{"kind", "merge"}, {"pull", 7}, {"head", std::string(40, 'a')}}),
              testing::IsEmpty());
  EXPECT_THAT(params->faults({{"kind", "merge"}, {"pull", "7"}}),
              testing::ElementsAre(testing::StartsWith("at /pull: ")));
  EXPECT_THAT(params->faults({{"kind", "merge"}, {"head", "short"}}),
              testing::Contains(testing::StartsWith("at /head: ")));
  EXPECT_THAT(params->faults({{"kind", "merge"}, {"surprise", 1}}),
              testing::Contains(testing::HasSubstr("surprise")));
}

TEST(Schema, KeepsItsValidatorsAndKnowsNoOthers) {
  EXPECT_EQ(contract_validator("fact", "fact.refs.params"), contract_validator("fact", "fact.refs.params"));
  EXPECT_EQ(contract_validator("fact", "fact.secrets.params"), nullptr);
  EXPECT_EQ(contract_validator("nothing", ""), nullptr);
  EXPECT_NE(contract_validator("manifest", ""), nullptr);
}

TEST(Schema, HoldsALongTextWithoutOverflowing) {
  const auto* outcome = contract_validator("stage", "outcome");
  EXPECT_THAT(outcome->faults({{"outcome", "end"}, {"reason", std::string(5'000'000, '\n')}}),
              testing::IsEmpty());
}

}  // namespace
}  // namespace sluice
