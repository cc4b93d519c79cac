// What a plugin may say of itself beyond the shape that the schema gives it.

#include "host/loader/manifest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/pipeline/schema_validator.hpp"

namespace sluice::loader {
namespace {

using pipeline::ConfigKey;
using testing::ElementsAre;
using testing::HasSubstr;

Json key(const std::string& name, const std::string& type, Json more = Json::object()) {
  more.update({{"key", name}, {"type", type}, {"summary", "s"}});
  return more;
}

/// A plugin of one stage and one role with these keys; "agents" and "config" of each.
Json manifest(const Json& stage, const Json& role = Json::object()) {
  Json one{{"id", "mend"},
           {"summary", "s"},
           {"effects", Json::array()},
           {"writes", Json::array()},
           {"config", Json::array()}};
  one.update(stage);
  Json two{{"role", "mender"}, {"summary", "s"}};
  two.update(role);
  return {{"schema", 1}, {"plugin", "mend"}, {"version", "1"}, {"stages", {one}}, {"roles", {two}}};
}

pipeline::PluginDescription parsed(const Json& document) {
  return parse_manifest(to_text(document));
}

std::string fault(const Json& document) {
  try {
    parsed(document);
  } catch (const ManifestError& error) {
    return error.what();
  }
  return "";
}

const Json lockfile = key("lockfile", "table",
                          {{"keys",
                            {key("path", "string", {{"required", true}}),
                             key("seconds", "integer", {{"default", 600}, {"minimum", 1}})}}});

TEST(Manifest, StagesAndRolesNameTheirSessionsAndKeys) {
  const auto plugin = parsed(manifest({{"agents", {"drain"}}, {"config", {key("prompt", "file")}}},
                                      {{"agents", {"resolve", "fold"}}, {"config", {lockfile}}}));
  const auto& stage = plugin.stages.at(0);
  EXPECT_THAT(stage.agents, ElementsAre("drain"));
  EXPECT_EQ(stage.config.at(0).type, ConfigKey::Type::file);
  EXPECT_EQ(stage.config.at(0).fallback, "");
  const auto& role = plugin.roles.at(0);
  EXPECT_THAT(role.agents, ElementsAre("resolve", "fold"));
  const auto& keys = role.config.at(0).keys;
  ASSERT_EQ(keys.size(), 2U);
  EXPECT_TRUE(keys[0].required);
  EXPECT_FALSE(keys[1].required);
  EXPECT_EQ(keys[1].fallback, 600);
  EXPECT_EQ(keys[1].minimum, 1);
}

TEST(Manifest, ADocumentOfOneSaysTheSame) {
  const auto plugin = parsed(manifest({{"agents", {"drain"}}, {"config", {key("prompt", "file"), lockfile}}},
                                      {{"agents", {"resolve"}}, {"config", {lockfile}}}));
  const Json document = manifest_document(plugin);
  EXPECT_THAT(contract_validator("manifest", "")->faults(document), testing::IsEmpty());
  EXPECT_EQ(manifest_document(parsed(document)), document);
  EXPECT_EQ(document["stages"][0]["agents"], Json::array({"drain"}));
  EXPECT_EQ(document["roles"][0]["config"][0]["keys"][0]["required"], true);
}

TEST(Manifest, WhatItMayNotSay) {
  struct Row {
    Json manifest;
    std::string fault;
  };
  const std::vector<Row> rows = {
      {manifest({{"agents", {"Drain"}}}),
       "stage \"mend\" starts sessions for \"Drain\": a step is kebab-case"},
      {manifest(Json::object(), {{"agents", {"command"}}}),
       "role \"mender\" starts sessions for \"command\", which is a key of [agent]"},
      {manifest(Json::object(), {{"config", {key("plugin", "string")}}}),
       "role \"mender\" has a key \"plugin\", which names the plugin in its table"},
      {manifest(Json::object(), {{"config", {key("a", "string"), key("a", "string")}}}),
       "role \"mender\" has the key \"a\" twice"},
      {manifest({{"config", {key("a", "file", {{"default", "prompt.md"}})}}}),
       "key \"a\": its default \"prompt.md\" is not \"\", the plugin's own text"},
      {manifest({{"config", {key("a", "string", {{"keys", {key("b", "string")}}})}}}),
       "key \"a\": only a table has keys"},
      {manifest({{"config", {key("a", "string", {{"required", true}})}}}),
       "key \"a\": only a key of a table is required"},
      {manifest({{"config", {key("a", "table", {{"keys", {key("b", "integer", {{"default", "x"}})}}})}}}),
       "stage \"mend\", key \"a\", key \"b\": its default \"x\" is no integer"},
      {manifest({{"config", {key("a", "table", {{"keys", {key("b", "string"), key("b", "string")}}})}}}),
       "stage \"mend\", key \"a\" has the key \"b\" twice"},
      {manifest({{"config", {key("a", "commands", {{"default", Json::array({Json::array()})}})}}}),
       "stage \"mend\", key \"a\": its default [[]] is no commands"},
      {manifest({{"config", {key("a", "commands", {{"default", Json::array({"make"})}})}}}),
       "key \"a\": its default [\"make\"] is no commands"},
      {manifest({{"config", {key("a", "path")}}}), "at /stages/0/config/0/type"},
      {manifest({{"config", {key("a", "table", {{"keys", {{{"key", "b"}}}}})}}}),
       "at /stages/0/config/0/keys/0"},
  };
  for (const Row& row : rows) {
    EXPECT_THAT(fault(row.manifest), HasSubstr(row.fault)) << row.manifest;
  }
}

}  // namespace
}  // namespace sluice::loader
