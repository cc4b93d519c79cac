// host queue answer: the line on a commit, checked against the embedded forge.

#include <gmock/gmock.h>

#include "queue/working.hpp"

namespace sluice::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class QueueAnswer : public ::testing::Test {
 protected:
  /// A merged release on which the bot left a finding.
  void SetUp() override {
    work.river.queue({"a.txt"});
    work.river.run();
    bot = forge::open_local(work.repo().remote(), "coderabbitai[bot]", [this] { return work.river.now; });
    const auto number = work.river.newest().number;
    thread = bot->thread(number, "a.txt", 1, "Something is off").id;
    finding = bot->threads(number).back().comments.front().id;
    review = bot->review(number, "COMMENTED", "Outside diff range comments (1)", {}).id;
    reply = bot->reply(number, finding, "And here, too.").id;
    work.river.complete_review();
    work.river.run();
    work.fresh();
  }
  std::string message() { return work.repo().message(work.local()); }
  std::string id(forge::Id number) { return std::to_string(number); }
  void expect_refused(const std::vector<std::string>& words, const std::string& why) {
    const Oid before = work.local();
    auto all = words;
    all.insert(all.begin(), "answer");
    const auto said = work.queue(all);
    EXPECT_EQ(said.code, 1) << said.output;
    EXPECT_THAT(said.reason(), HasSubstr(why));
    EXPECT_EQ(work.local(), before);
  }
  Working work;
  std::unique_ptr<forge::LocalForge> bot;
  std::string thread;
  forge::Id finding = 0, review = 0, reply = 0;
};

TEST_F(QueueAnswer, SaysItOnTheNewestCommit) {
  const Oid made = work.commit("fix.txt", "fix\n");
  work.repo().write("draft.txt", "draft\n");  // Files have no part in it.
  const auto said = work.queue({"answer", id(finding), "--drains", id(review)});
  ASSERT_EQ(said.outcome(), "answered") << said.errors;
  EXPECT_EQ(message(), "Write fix.txt\n\nAnswers: " + id(finding) + "\nDrains: " + id(review) + "\n");
  EXPECT_EQ(work.repo().tree(work.local()), work.repo().tree(made));
  EXPECT_EQ(work.repo().id("ORIG_HEAD"), made);
  EXPECT_EQ(work.status(), "?? draft.txt\n");
  EXPECT_EQ(work.queue({"answer", id(finding)}).outcome(), "nothing");
  ASSERT_EQ(work.queue({"push"}).outcome(), "pushed");
  // The window that carries it replies in the thread.
  work.river.run();
  EXPECT_THAT(work.river.forge().threads(1).back().comments.back().body, HasSubstr("fix"));
}

TEST_F(QueueAnswer, KeepsATrailerBlockInOnePiece) {
  work.commit("fix.txt", "fix\n", "Co-authored-by: Somebody <s@example.org>");
  ASSERT_EQ(work.queue({"answer", id(finding)}).outcome(), "answered");
  EXPECT_EQ(message(),
            "Write fix.txt\n\nCo-authored-by: Somebody <s@example.org>\nAnswers: " + id(finding) + "\n");
}

TEST_F(QueueAnswer, ADryRunWritesNothing) {
  const Oid made = work.commit("fix.txt", "fix\n");
  const auto said = work.queue({"answer", id(finding), "--dry-run"});
  EXPECT_EQ(said.outcome(), "answered");
  EXPECT_EQ(work.local(), made);
}

TEST_F(QueueAnswer, WhatIsNoOpenFindingIsRefusedUnlessForced) {
  work.commit("fix.txt", "fix\n");
  expect_refused({"999"}, "comment 999 is no finding on the newest merged release #1");
  expect_refused({id(reply)}, "is a reply in the thread of the finding " + id(finding));
  expect_refused({"--drains", "999"}, "review 999 is no review");
  bot->resolve(thread, true);
  expect_refused({id(finding)}, "resolved");
  EXPECT_EQ(work.queue({"answer", "999", "--force"}).outcome(), "answered");
}

TEST_F(QueueAnswer, ACommitThatIsPushedIsNotRewritten) {
  expect_refused({id(finding)}, "already and is not rewritten");
  work.commit("fix.txt", "fix\n");
  work.queue({"push"});
  expect_refused({id(finding)}, "on the remote's ai/queue already");
}

TEST_F(QueueAnswer, OnlyOnTheQueue) {
  work.repo().branch("topic");
  const auto said = work.queue({"answer", id(finding)});
  EXPECT_THAT(said.reason(), HasSubstr("HEAD is not on the queue"));
}

TEST_F(QueueAnswer, WhatIsNoIdIsUsage) {
  for (const char* word : {"abc", "12x", "0", "99999999999999999999"}) {
    EXPECT_EQ(work.queue({"answer", word}).code, 2) << word;
  }
  EXPECT_EQ(work.queue({"answer"}).code, 2);
}

}  // namespace
}  // namespace sluice::test
