// host explain over the journals of real passes: one line for every commit of the queue, whichever stage ends
// the pass.

#include "passes/settled.hpp"

namespace sluice {
namespace {

using test::Oid;
using test::Ran;
using test::River;
using testing::ElementsAre;
using testing::HasSubstr;

Json explained(const std::filesystem::path& journal) {
  const auto result = process::run({.argv = {SLUICE_HOST, "explain", journal.string(), "--json"}});
  EXPECT_EQ(result.code, 0) << result.error;
  return parse_document(result.output);
}

Json explained(const Ran& ran) {
  return explained(ran.report.at("journal").get<std::string>());
}

std::vector<std::string> lines(const Json& explanation) {
  std::vector<std::string> result;
  for (const Json& commit : explanation.at("commits")) {
    result.push_back(commit.at("sha").get<std::string>() + " " + commit.at("verdict").get<std::string>());
  }
  return result;
}

TEST(ExplainPass, EveryCommitOfAWindowAndOfTheRest) {
  River river(2);
  const Oid a = river.queue({"a.txt"});
  const Oid b = river.queue({"b.txt", "c.txt"});
  const Oid c = river.queue({"d.txt"});
  const Json pass = explained(river.run());
  EXPECT_THAT(lines(pass), ElementsAre(a.hex() + " window", b.hex() + " held", c.hex() + " waiting"));
  EXPECT_EQ(pass["commits"][0]["subject"], "a.txt");
  EXPECT_THAT(pass["commits"][1]["why"].get<std::string>(), HasSubstr("3"));
  EXPECT_EQ(pass["ended"], true);
}

TEST(ExplainPass, APassThatEndsAtTheGateStillNamesEveryCommit) {
  River river(1);
  const Oid a = river.queue({"a.txt"});
  const Oid b = river.queue({"b.txt"});
  river.run();
  river.review("pending", "Review in progress");
  const Ran waits = river.run();
  EXPECT_EQ(waits.outcome(), "idle");
  const Json pass = explained(waits);
  EXPECT_THAT(lines(pass), ElementsAre(a.hex() + " window", b.hex() + " waiting"));
  EXPECT_EQ(pass["commits"][0]["why"], "in the release #1");
  EXPECT_THAT(pass["commits"][1]["why"].get<std::string>(), HasSubstr("release ended the pass first: "));
}

TEST(ExplainPass, ACopyInTheOpenReleaseIsInItsWindow) {
  River river(2);
  river.fix({"f.txt"});  // So that the window holds copies and not the queue's own commits.
  const Oid a = river.queue({"a.txt"});
  river.run();
  river.review("pending", "Review in progress");
  const Json pass = explained(river.run());
  const Oid copy = river.head("develop");
  ASSERT_NE(copy, a);
  const Json line = pass["commits"].back();
  EXPECT_EQ(line["verdict"], "window") << pass;
  EXPECT_EQ(line["why"], "in the release #1 as " + copy.hex().substr(0, 10)) << pass;
}

TEST(ExplainPass, ADryRunSaysThatAClaimWouldBeExpressed) {
  River river(2);
  const Oid claim = river.claim({"a.txt"});
  const Oid plain = river.queue({"b.txt"});
  const Json pass = explained(river.dry_run());
  EXPECT_THAT(lines(pass), ElementsAre(claim.hex() + " expressed", testing::EndsWith(" window")))
      << plain.hex();
}

TEST(ExplainPass, ACutClaimIsExpressed) {
  River river(2);
  const Oid claim = river.claim({"a.txt"});
  const Oid plain = river.queue({"b.txt"});
  const Json pass = explained(river.run());
  EXPECT_THAT(lines(pass), ElementsAre(claim.hex() + " expressed", plain.hex() + " waiting"));
}

TEST(ExplainPass, AKilledPassIsExplainedUpToItsDeath) {
  River river(2);
  const Oid a = river.queue({"a.txt"});
  const Ran killed = river.run({.kill_at = "before:1"});
  EXPECT_NE(killed.signal, 0);
  const Json pass = explained(river.repo.folder() / "pass-1.jsonl");
  EXPECT_EQ(pass["ended"], false);
  EXPECT_THAT(lines(pass), ElementsAre(a.hex() + " window"));
}

}  // namespace
}  // namespace sluice
