// host queue status: what a dry pass says, and how the clone stands to it.

#include <gmock/gmock.h>

#include "queue/working.hpp"

namespace sluice::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> verdicts(const Said& said) {
  std::vector<std::string> all;
  for (const auto& one : said.document.at("owed")) all.push_back(one.at("verdict"));
  return all;
}

TEST(QueueStatus, SaysWhatTheNextWindowCarriesAgainstTheCap) {
  Working work(2);
  work.river.queue({"a.txt"});
  work.river.claim({"b.txt"});
  work.river.queue({"c.txt"});
  work.river.queue({"d.txt"});
  const auto state = work.river.state();
  const auto said = work.queue({"status"});
  ASSERT_EQ(said.code, 0) << said.errors;
  EXPECT_THAT(verdicts(said), ElementsAre("window", "expressed", "window", "held"));
  EXPECT_EQ(said.document.at("window").at("files"), 2);
  EXPECT_EQ(said.document.at("window").at("cap"), 2);
  EXPECT_EQ(said.document.at("window").at("commits"), 2);
  EXPECT_EQ(work.river.state(), state);
}

TEST(QueueStatus, AgreesWithThePassThatFollows) {
  Working work(2);
  for (const char* file : {"a.txt", "b.txt", "c.txt"}) work.river.queue({file});
  const auto said = work.queue({"status"});
  const auto ran = work.river.run();
  for (const auto& one : said.document.at("owed")) {
    EXPECT_EQ(one.at("verdict"), ran.verdict(Oid::from_hex(one.at("sha").get<std::string>())));
  }
}

TEST(QueueStatus, NamesTheReleaseThatTheRestWaitsOn) {
  Working work(1);
  work.river.queue({"a.txt"});
  work.river.queue({"b.txt"});
  work.river.run();
  const auto said = work.queue({"status"});
  EXPECT_TRUE(said.document.at("window").is_null());
  EXPECT_THAT(said.document.at("waits_on").get<std::string>(), HasSubstr("#1"));
  EXPECT_THAT(said.document.at("owed").back().at("why").get<std::string>(), HasSubstr("release"));
}

TEST(QueueStatus, ShowsTheNoticeOfAHeldCommit) {
  Working work(1);
  const Oid wide = work.river.queue({"a.txt", "b.txt"});
  ASSERT_EQ(work.river.run().outcome(), "red");
  const auto said = work.queue({"status"});
  const auto& first = said.document.at("owed").front();
  EXPECT_EQ(first.at("sha"), wide.hex());
  EXPECT_EQ(first.at("notice").at("on"), wide.hex());
  EXPECT_THAT(first.at("notice").at("text").get<std::string>(), HasSubstr("split it"));
  EXPECT_THAT(work.told({"status"}).output, HasSubstr("host queue held"));
}

TEST(QueueStatus, ANoticeOfAnotherLoginIsNone) {
  Working work(3);
  const Oid wide = work.river.queue({"a.txt"});
  const auto other = forge::open_local(work.repo().remote(), "stranger");
  other->comment_commit(wide.hex(), "<!-- sluice held commit:" + wide.hex() + " -->\nheld!");
  EXPECT_TRUE(work.queue({"status"}).document.at("owed").front().at("notice").is_null());
}

TEST(QueueStatus, SaysWhatIsNotPushedAndWhatIsInTheWay) {
  Working work;
  work.fresh();
  EXPECT_TRUE(work.queue({"status"}).document.at("local").at("level").get<bool>());
  work.commit("mine.txt", "mine\n");
  work.another("theirs.txt", "theirs\n");
  work.repo().write("mine.txt", "edited\n");
  const auto said = work.queue({"status"});
  const auto& local = said.document.at("local");
  EXPECT_FALSE(local.at("level").get<bool>());
  ASSERT_EQ(local.at("unpushed").size(), 1U);
  EXPECT_EQ(local.at("unpushed").at(0).at("subject"), "Write mine.txt");
  EXPECT_THAT(local.at("in_the_way").get<std::string>(), HasSubstr("mine.txt"));
}

TEST(QueueStatus, TextOfCommitsMovesNoCursorAndAPipeGetsNoColours) {
  Working work;
  work.fresh();
  work.repo().write("a.txt", "a\n");
  work.repo().commit("Evil \x1b[2J\x1b]0;title\x07 subject\r::error::x\n", 2000);
  ASSERT_EQ(work.queue({"push"}).outcome(), "pushed");
  const auto said = work.told({"status"});
  EXPECT_EQ(said.output.find('\x1b'), std::string::npos);
  EXPECT_EQ(said.output.find('\r'), std::string::npos);
  EXPECT_THAT(said.output, HasSubstr("Evil"));
}

}  // namespace
}  // namespace sluice::test
