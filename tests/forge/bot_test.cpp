// The embedded bot, read by the dialect of the real one.

#include "host/forge/local/bot.hpp"

#include <gmock/gmock.h>

#include "dialect/dialect.hpp"
#include "forge/host_process.hpp"
#include "forge/local_world.hpp"

namespace sluice::test {

using Kind = dialect::StatusReading::Kind;

namespace {

struct EmbeddedBot : testing::Test {
  EmbeddedBot() {
    base = world.repo().id("main").hex();
    world.repo().branch("develop");
    push(2);
    number = world.forge().open("main", "develop", "release", "").number;
  }
  void push(int at) {
    head = world.repo().commit_file("file-" + std::to_string(at) + ".txt", at).hex();
    world.repo().push("develop");
  }
  std::vector<forge::BotDid> act(const forge::BotOptions& options = {}) {
    return forge::review_open_pulls(world.bot(), options);
  }
  dialect::StatusReading status() {
    const auto found = world.forge().statuses(head);
    if (found.empty()) return bot().status(std::nullopt);
    return bot().status(dialect::StatusText{found[0].state, found[0].description});
  }
  forge::Comment summary() { return world.forge().comments(number).front(); }
  std::optional<dialect::Refusal> refusal() {
    std::vector<dialect::Said> said;
    const auto comments = world.forge().comments(number);
    for (const auto& at : comments) said.push_back({at.id, at.author, at.body, at.updated_at});
    return bot().refusal(said, "coderabbitai[bot]");
  }
  static const dialect::Dialect& bot() { return *dialect::find("coderabbit"); }

  LocalWorld world;
  std::string base, head;
  forge::Id number = 0;
};

}  // namespace

TEST_F(EmbeddedBot, CompletesAReviewAndNamesWhatItRead) {
  ASSERT_EQ(act().size(), 1U);
  EXPECT_EQ(status().kind, Kind::completed);
  const auto read = bot().walkthrough(summary().body);
  EXPECT_TRUE(read.found);
  EXPECT_EQ(read.read, (dialect::CommitRange{base, head}));
  EXPECT_FALSE(read.in_progress || read.rate_limited || read.skipped || read.failed || read.paused);
  EXPECT_EQ(refusal(), std::nullopt);
  EXPECT_EQ(summary().author, "coderabbitai[bot]");
}

TEST_F(EmbeddedBot, ReviewsAHeadOnceAndTheNextOneInTheSameSummary) {
  act();
  EXPECT_TRUE(act().empty());
  const auto first = summary();
  world.advance(60);
  push(3);
  ASSERT_EQ(act().size(), 1U);
  EXPECT_EQ(world.forge().comments(number).size(), 1U);
  EXPECT_EQ(summary().id, first.id);
  EXPECT_EQ(summary().created_at, first.created_at);
  EXPECT_EQ(summary().updated_at, world.now());
  EXPECT_EQ(bot().walkthrough(summary().body).read->to, head);
}

TEST_F(EmbeddedBot, LeavesClosedAndMergedOnesAlone) {
  world.forge().merge(number, head);
  EXPECT_TRUE(act().empty());
  EXPECT_TRUE(world.forge().comments(number).empty());
}

TEST_F(EmbeddedBot, SkipsMoreFilesThanItsLimit) {
  push(3);
  push(4);
  ASSERT_EQ(act({.file_limit = 2}).size(), 1U);
  EXPECT_EQ(status().kind, Kind::too_many_files);
  EXPECT_EQ(status().limit, (dialect::FileLimit{3, 2}));
  EXPECT_TRUE(bot().walkthrough(summary().body).skipped);
  EXPECT_EQ(bot().walkthrough(summary().body).read, std::nullopt);
  ASSERT_TRUE(refusal());
  EXPECT_TRUE(refusal()->over_cap);
  EXPECT_EQ(refusal()->limit, (dialect::FileLimit{3, 2}));
  EXPECT_TRUE(act({.file_limit = 3}).empty());
}

TEST_F(EmbeddedBot, ARenameIsOneFileAndMainsOwnChangesAreNone) {
  world.repo().checkout("main").commit_file("main-1.txt", 3);
  world.repo().commit_file("main-2.txt", 4);
  world.repo().push("main").checkout("develop").rename("first.txt", "moved.txt").commit("Move", 5);
  world.repo().push("develop");
  head = world.repo().id("develop").hex();
  act({.file_limit = 2});
  EXPECT_EQ(status().kind, Kind::completed);
}

TEST_F(EmbeddedBot, ARateLimitStandsUntilSomebodyAsks) {
  act({.limited_minutes = 30});
  EXPECT_EQ(status().kind, Kind::rate_limited);
  EXPECT_TRUE(bot().walkthrough(summary().body).rate_limited);
  ASSERT_TRUE(refusal());
  EXPECT_EQ(refusal()->until, world.now() + 31 * 60);  // The dialect grants a minute.
  world.advance(3600);
  EXPECT_TRUE(act().empty());
  world.forge().comment(number, "@coderabbitai review");
  ASSERT_EQ(act().size(), 1U);
  EXPECT_EQ(status().kind, Kind::completed);
  EXPECT_EQ(refusal(), std::nullopt);
}

TEST_F(EmbeddedBot, AReviewThatBeganIsFinished) {
  act({.start_only = true});
  EXPECT_EQ(status().kind, Kind::pending);
  EXPECT_TRUE(bot().walkthrough(summary().body).in_progress);
  act();
  EXPECT_EQ(status().kind, Kind::completed);
}

TEST_F(EmbeddedBot, ActsFromTheCommandLine) {
  const auto bare = world.repo().remote();
  const auto did = run_forge(bare, {"bot", "--json"});
  ASSERT_EQ(did.code, 0) << did.error;
  EXPECT_EQ(parse_document(did.output),
            Json::array({{{"pull", number}, {"sha", head}, {"description", "Review completed"}}}));
  EXPECT_EQ(run_forge(bare, {"bot"}).output, "nothing to review\n");
  EXPECT_EQ(run_forge(bare, {"bot", "--limit", "0"}).code, 2);
  EXPECT_EQ(run_forge(bare, {"bot", "--help"}).code, 0);
}

}  // namespace sluice::test
