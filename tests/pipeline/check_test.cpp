#include "host/cli/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "catalog_fixture.hpp"
#include "host/process/child.hpp"
#include "support/temp_dir.hpp"

namespace sluice::cli {
namespace {

using testing::HasSubstr;

struct Said {
  int code = 0;
  std::string out, err;
};

Said check_text(const std::string& toml, bool json = false) {
  const test::TempDir home;
  const auto file = home.path() / "p.toml";
  test::write_file(file, toml);
  std::ostringstream out;
  std::ostringstream err;
  const int code = check({file, json}, test::catalog(), out, err);
  return {code, out.str(), err.str()};
}

const std::string sound =
    "[bot]\ncap = 9\n[[stage]]\nid = \"port\"\nisolation = \"process\"\n[[stage]]\nid = "
    "\"reply-after\"\nuses = "
    "\"reply\"\neffects = [\"reply\"]\noptional = true\n[[stage]]\nid = \"tell\"\nalways = "
    "true\n[[stage]]\nid = "
    "\"express\"\nenabled = false\n[roles]\nresolver = \"agent\"\n";

TEST(Check, ASoundPipelineIsShownWithItsGrants) {
  const Said said = check_text(sound);
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.err, "");
  EXPECT_THAT(
      said.out,
      HasSubstr("p.toml: sound\n"
                "at most 9 files in a window (the pipeline's cap)\n"
                "  port            port 1.0, process, may push.window, comment.commit, writes develop\n"
                "  reply-after     reply 1.0, in-process, uses reply, may reply, optional\n"
                "  tell            tell 1.0, in-process, always\n"
                "  express         disabled\n"
                "  role resolver: agent 1.0\n"));
}

TEST(Check, EveryProblemIsOneLine) {
  const Said said = check_text("[bot]\ncap = 0\n[[stage]]\nid = \"prot\"\n");
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.out, "");
  EXPECT_THAT(said.err, HasSubstr("p.toml:2:7: \"cap\" in [bot] is from 1 to"));
  EXPECT_THAT(
      said.err,
      HasSubstr("p.toml:4:6: no plugin in /plugins offers a stage \"prot\"; did you mean \"port\"?\n"));
}

TEST(Check, TheDocumentsOfBoth) {
  const Said good = check_text(sound, true);
  EXPECT_EQ(good.code, 0);
  const Json document = parse_document(good.out);
  EXPECT_EQ(document["sound"], true);
  EXPECT_EQ(document["problems"], Json::array());
  EXPECT_EQ(document["pipeline"]["cap"], 9);
  EXPECT_EQ(document["pipeline"]["stages"][1]["uses"], "reply");
  EXPECT_EQ(document["pipeline"]["roles"]["resolver"]["plugin"], "agent");

  const Said bad = check_text("[[stage]]\nid = \"prot\"\n", true);
  EXPECT_EQ(bad.code, 2);
  EXPECT_EQ(bad.err, "");
  const Json problem = parse_document(bad.out)["problems"][0];
  EXPECT_EQ(problem["line"], 2);
  EXPECT_EQ(problem["column"], 6);
  EXPECT_EQ(problem["suggestion"], "port");
}

/// The host itself, with the plugins as they were built.
process::Result host(const std::vector<std::string>& arguments) {
  process::Command command;
  command.argv = {SLUICE_HOST};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  return process::run(command);
}

TEST(CheckCommand, ThePipelineThatShipsIsSound) {
  const auto result = host({"check", SLUICE_SOURCE "/config/collect.toml", "--json"});
  EXPECT_EQ(result.code, 0) << result.error;
  const Json document = parse_document(result.output);
  EXPECT_EQ(document["sound"], true);
  std::vector<std::string> order;
  for (const Json& stage : document["pipeline"]["stages"]) order.push_back(stage["uses"]);
  EXPECT_EQ(order, (std::vector<std::string>{"return-stroke", "express", "repair", "reply", "release",
                                             "drain", "sync-fixes", "sync-queue", "port", "reply", "open"}));
}

TEST(CheckCommand, SoIsTheOneThatIsRunOnRequest) {
  const auto result = host({"check", SLUICE_SOURCE "/config/realign.toml"});
  EXPECT_EQ(result.code, 0) << result.error;
}

TEST(CheckCommand, AnUnsoundOneIsTwoWithItsPlaces) {
  const test::TempDir home;
  const auto file = home.path() / "p.toml";
  test::write_file(file, "[[stage]]\nid = \"prot\"\n[[stage]]\nid = \"open\"\nwrites = [\"main\"]\n");
  const auto result = host({"check", file.string()});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(result.error, HasSubstr(file.string() + ":2:6: no plugin in "));
  EXPECT_THAT(result.error,
              HasSubstr("did you mean \"port\"?\n" + file.string() + ":5:11: \"main\" in the writes"));
}

TEST(CheckCommand, AFolderOfNoPluginsIsASentence) {
  const auto result = host({"check", SLUICE_SOURCE "/config/collect.toml", "--plugins", "/nowhere"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.error, HasSubstr("/nowhere"));
}

TEST(ExplainCommand, OfNoJournalIsTwo) {
  const auto result = host({"explain", "/nowhere"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.error, HasSubstr("cannot read the journal /nowhere"));
}

}  // namespace
}  // namespace sluice::cli
