// What every forge owes about comments, reviews, threads, statuses and runs.

#include "forge/contract.hpp"

namespace sluice::test {

using Kind = forge::ForgeError::Kind;

namespace {

std::vector<std::string> bodies(const std::vector<forge::Comment>& comments) {
  std::vector<std::string> found;
  found.reserve(comments.size());
  for (const auto& comment : comments) found.push_back(comment.body);
  return found;
}

using Texts = std::vector<std::string>;

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t at = 0; at < times; ++at) all += text;
  return all;
}

}  // namespace

TEST_P(ForgeContract, CommentsAreListedOldestFirstByWhomTheyAre) {
  const auto pull = release();
  const auto mine = forge().comment(pull.number, "mine");
  world->advance(60);
  const auto bots = world->bot_comment(pull.number, "the bot's");
  const auto found = forge().comments(pull.number);
  ASSERT_EQ(bodies(found), (Texts{"mine", "the bot's"}));
  EXPECT_EQ(found[0].id, mine.id);
  EXPECT_EQ(found[0].author, "collector");
  EXPECT_EQ(found[1].id, bots.id);
  EXPECT_EQ(found[1].author, "coderabbitai[bot]");
  EXPECT_EQ(found[1].created_at, world->now());
  EXPECT_EQ(found[0].created_at, world->now() - 60);
}

TEST_P(ForgeContract, AnEditKeepsWhenACommentWasMade) {
  const auto pull = release();
  const auto made = forge().comment(pull.number, "before");
  forge().comment(pull.number, "later");
  world->advance(60);
  forge().edit_comment(made.id, "after");
  const auto found = forge().comments(pull.number);
  ASSERT_EQ(bodies(found), (Texts{"after", "later"}));
  EXPECT_EQ(found[0].created_at, made.created_at);
  EXPECT_EQ(found[0].updated_at, world->now());
}

TEST_P(ForgeContract, CommentsOnWhatIsNotThereAreRefused) {
  EXPECT_EQ(refusal([&] { forge().comment(4711, "hello?"); }), Kind::missing);
  EXPECT_EQ(refusal([&] { forge().edit_comment(4711, "hello?"); }), Kind::missing);
  EXPECT_EQ(refusal([&] { forge().comments(4711); }), Kind::missing);
  EXPECT_EQ(refusal([&] { forge().reviews(4711); }), Kind::missing);
  EXPECT_EQ(refusal([&] { forge().threads(4711); }), Kind::missing);
  EXPECT_EQ(refusal([&] { forge().comment_commit(std::string(40, 'a'), "hello?"); }), Kind::missing);
}

TEST_P(ForgeContract, ALockedConversationTakesNoWord) {
  const auto pull = release();
  const auto thread = world->bot_thread(pull.number, "work.txt", 1, "finding");
  world->lock(pull.number);
  EXPECT_EQ(refusal([&] { forge().comment(pull.number, "hello?"); }), Kind::refused);
  EXPECT_EQ(refusal([&] { forge().reply(pull.number, thread.comments.front().id, "hello?"); }),
            Kind::refused);
  EXPECT_TRUE(forge().comments(pull.number).empty());
}

TEST_P(ForgeContract, CommentsOnACommitAreItsOwn) {
  const auto pull = release();
  const auto made = forge().comment_commit(pull.head_sha, "on the commit");
  EXPECT_EQ(made.author, "collector");
  EXPECT_EQ(bodies(forge().commit_comments(pull.head_sha)), Texts{"on the commit"});
  EXPECT_TRUE(forge().commit_comments(remote_head("main")).empty());
  EXPECT_TRUE(forge().comments(pull.number).empty());
  world->advance(60);
  forge().edit_comment(made.id, "edited");
  EXPECT_EQ(bodies(forge().commit_comments(pull.head_sha)), Texts{"edited"});
}

TEST_P(ForgeContract, ReviewsNameTheHeadThatTheyRead) {
  const auto pull = release();
  const auto first = world->bot_review(pull.number, "COMMENTED", "**Actionable comments posted: 2**");
  const auto later = work("develop", "later.txt");
  world->advance(60);
  const auto second = world->bot_review(pull.number, "APPROVED", "");
  const auto found = forge().reviews(pull.number);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].id, first.id);
  EXPECT_EQ(found[0].author, "coderabbitai[bot]");
  EXPECT_EQ(found[0].sha, pull.head_sha);
  EXPECT_EQ(found[0].state, "COMMENTED");
  EXPECT_EQ(found[0].body, "**Actionable comments posted: 2**");
  EXPECT_EQ(found[1].id, second.id);
  EXPECT_EQ(found[1].sha, later);
  EXPECT_EQ(found[1].submitted_at, world->now());
}

TEST_P(ForgeContract, AThreadIsAFindingAndWhatWasSaidToIt) {
  const auto pull = release();
  const auto made = world->bot_thread(pull.number, "work.txt", 7, "finding");
  world->bot_thread(pull.number, "work.txt", std::nullopt, "on the file");
  world->advance(60);
  const auto reply = forge().reply(pull.number, made.comments.front().id, "Agreed, fixed.");
  const auto found = forge().threads(pull.number);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].id, made.id);
  EXPECT_EQ(found[0].path, "work.txt");
  EXPECT_EQ(found[0].line, 7);
  EXPECT_FALSE(found[0].resolved);
  EXPECT_FALSE(found[0].outdated);
  ASSERT_EQ(bodies(found[0].comments), (Texts{"finding", "Agreed, fixed."}));
  EXPECT_EQ(found[0].comments[0].author, "coderabbitai[bot]");
  EXPECT_EQ(found[0].comments[1].author, "collector");
  EXPECT_EQ(found[0].comments[1].id, reply.id);
  EXPECT_EQ(found[0].comments[1].created_at, world->now());
  EXPECT_EQ(found[1].line, std::nullopt);
  EXPECT_TRUE(forge().comments(pull.number).empty());
}

TEST_P(ForgeContract, ARepliedReplyIsRefused) {
  const auto pull = release();
  const auto thread = world->bot_thread(pull.number, "work.txt", 1, "finding");
  const auto reply = forge().reply(pull.number, thread.comments.front().id, "reply");
  EXPECT_EQ(refusal([&] { forge().reply(pull.number, reply.id, "to the reply"); }), Kind::refused);
  EXPECT_EQ(refusal([&] { forge().reply(pull.number, 4711, "to nothing"); }), Kind::missing);
  const auto comment = forge().comment(pull.number, "no thread");
  EXPECT_EQ(refusal([&] { forge().reply(pull.number, comment.id, "to a comment"); }), Kind::missing);
  EXPECT_EQ(forge().threads(pull.number).front().comments.size(), 2U);
}

TEST_P(ForgeContract, AThreadOfAnotherPullRequestIsNotRepliedTo) {
  const auto pull = release();
  const auto thread = world->bot_thread(pull.number, "work.txt", 1, "finding");
  work("topic", "topic.txt");
  const auto other = forge().open("main", "topic", "other", "");
  EXPECT_EQ(refusal([&] { forge().reply(other.number, thread.comments.front().id, "astray"); }),
            Kind::missing);
  EXPECT_TRUE(forge().threads(other.number).empty());
}

TEST_P(ForgeContract, AResolvedAndAnOutdatedThreadSaySo) {
  const auto pull = release();
  const auto one = world->bot_thread(pull.number, "work.txt", 1, "one");
  const auto two = world->bot_thread(pull.number, "work.txt", 2, "two");
  world->resolve(one.id);
  world->outdate(two.id);
  const auto found = forge().threads(pull.number);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].resolved);
  EXPECT_FALSE(found[0].outdated);
  EXPECT_TRUE(found[1].outdated);
  EXPECT_EQ(found[1].line, std::nullopt);
}

TEST_P(ForgeContract, ALostBotCommentDoesNotShareAnIdWithAReview) {
  const auto pull = release();
  std::set<forge::Id> ids;
  ids.insert(forge().comment(pull.number, "a").id);
  ids.insert(world->bot_review(pull.number, "COMMENTED", "b").id);
  ids.insert(world->bot_thread(pull.number, "work.txt", 1, "c").comments.front().id);
  ids.insert(forge().comment_commit(pull.head_sha, "d").id);
  ids.insert(world->bot_comment(pull.number, "e").id);
  EXPECT_EQ(ids.size(), 5U);
}

TEST_P(ForgeContract, TheNewestStatusOfEachContextStands) {
  const auto pull = release();
  world->bot_status(pull.head_sha, "CodeRabbit", "pending", "Review queued");
  world->bot_status(pull.head_sha, "other", "failure", "");
  world->advance(60);
  world->bot_status(pull.head_sha, "CodeRabbit", "success", "Review completed");
  auto found = forge().statuses(pull.head_sha);
  std::sort(found.begin(), found.end(), [](auto& a, auto& b) { return a.context < b.context; });
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].context, "CodeRabbit");
  EXPECT_EQ(found[0].state, "success");
  EXPECT_EQ(found[0].description, "Review completed");
  EXPECT_EQ(found[0].updated_at, world->now());
  EXPECT_EQ(found[1].state, "failure");
  EXPECT_TRUE(forge().statuses(remote_head("main")).empty());
}

TEST_P(ForgeContract, AStatusTellsItsAuthorAndHidesNobodyElses) {
  const auto pull = release();
  world->bot_status(pull.head_sha, "CodeRabbit", "pending", "Review in progress");
  world->person_status("mallory", pull.head_sha, "CodeRabbit", "success");
  auto found = forge().statuses(pull.head_sha);
  std::sort(found.begin(), found.end(), [](auto& a, auto& b) { return a.author < b.author; });
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].author, "coderabbitai[bot]");
  EXPECT_EQ(found[0].state, "pending");
  EXPECT_EQ(found[1].author, "mallory");
  EXPECT_EQ(found[1].state, "success");
}

TEST_P(ForgeContract, TheNewestRunOfEachWorkflowStands) {
  const auto sha = remote_head("main");
  world->run(sha, "CI", "failure");
  world->run(sha, "Lint", "success");
  world->run(sha, "CI", std::nullopt);
  auto found = forge().runs(sha);
  std::sort(found.begin(), found.end(), [](auto& a, auto& b) { return a.workflow < b.workflow; });
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].workflow, "CI");
  EXPECT_NE(found[0].status, "completed");
  EXPECT_EQ(found[0].conclusion, std::nullopt);
  EXPECT_EQ(found[1].conclusion, "success");
  EXPECT_TRUE(forge().runs(std::string(40, 'a')).empty());
}

TEST_P(ForgeContract, ARunsLogComesBackByteForByte) {
  const auto sha = remote_head("main");
  const std::string log =
      std::string("build\tTest\t2026-01-01T00:00:00Z caf\xE9 \x1b[31mred", 45) + '\0' + "\r\n";
  world->run(sha, "CI", "failure", log);
  world->run(sha, "Lint", "failure");
  for (const auto& run : forge().runs(sha)) {
    EXPECT_EQ(forge().run_log(run.id), run.workflow == "CI" ? log : "");
    EXPECT_FALSE(run.url.empty());
  }
  EXPECT_EQ(refusal([&] { forge().run_log(4711); }), Kind::missing);
}

TEST_P(ForgeContract, OfALongLogTheEndIsRead) {
  const auto sha = remote_head("main");
  const std::string end(forge::longest_run_log, 'e');
  world->run(sha, "CI", "failure", "begin" + end);
  EXPECT_EQ(forge().run_log(forge().runs(sha).front().id), end);
}

TEST_P(ForgeContract, OpenAlertsAreOfABranch) {
  EXPECT_TRUE(forge().open_alerts("main").on);
  EXPECT_TRUE(forge().open_alerts("main").alerts.empty());
  world->alert("main", "cpp/leak", "src/caf\xE9.c", 9, "Leaks.");
  world->alert("main", "cpp/tall", "b.c", std::nullopt, "Tall.");
  const auto found = forge().open_alerts("main").alerts;
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].rule, "cpp/leak");
  EXPECT_EQ(found[0].path, "src/caf\xE9.c");
  EXPECT_EQ(found[0].line, 9);
  EXPECT_EQ(found[0].message, "Leaks.");
  EXPECT_FALSE(found[0].url.empty());
  EXPECT_EQ(found[1].line, std::nullopt);
  EXPECT_TRUE(forge().open_alerts("develop").alerts.empty());
  world->close_alerts("main");
  EXPECT_TRUE(forge().open_alerts("main").alerts.empty());
}

TEST_P(ForgeContract, CodeScanningThatIsOffIsNoError) {
  world->alert("main", "cpp/leak", "a.c", 9, "Leaks.");
  world->switch_off(test::ForgeWorld::Switch::code_scanning);
  EXPECT_FALSE(forge().open_alerts("main").on);
  EXPECT_TRUE(forge().open_alerts("main").alerts.empty());
}

TEST_P(ForgeContract, IssuesAreOurOwnOpenAndClosed) {
  const auto first = forge().open_issue("first", "<!-- marker -->\nbody");
  EXPECT_EQ(first.title, "first");
  EXPECT_EQ(first.author, forge().viewer());
  world->anothers_issue("not ours", "<!-- marker -->\nforged");
  const auto second = forge().open_issue("second", "");
  world->close_issue(first.number);
  const auto found = forge().issues();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].number, first.number);
  EXPECT_EQ(found[0].body, "<!-- marker -->\nbody");
  EXPECT_FALSE(found[0].open);
  EXPECT_EQ(found[1].number, second.number);
  EXPECT_TRUE(found[1].open);
}

TEST_P(ForgeContract, IssuesThatAreSwitchedOffSayIt) {
  world->switch_off(test::ForgeWorld::Switch::issues);
  EXPECT_EQ(refusal([&] { forge().open_issue("t", "b"); }), Kind::disabled);
  EXPECT_EQ(refusal([&] { forge().issues(); }), Kind::disabled);
}

TEST_P(ForgeContract, HostileTextComesBackAsItWas) {
  const auto pull = release();
  const Texts hostile = {
      "'; DROP TABLE note; --",
      "\"quoted\" `code` \\ back\\slash %s %n ? ?1 :name @name $name",
      "<!-- marker --> <script>alert(1)</script>\r\nsecond line\ttab",
      "\x1b[31mred\x1b[0m \x07 \x7f",
      "日本語 \xF0\x9F\x90\xB0 e\xCC\x81 \xE2\x80\xAE right to left",
  };
  for (const auto& text : hostile) forge().comment(pull.number, text);
  EXPECT_EQ(bodies(forge().comments(pull.number)), hostile);
}

TEST_P(ForgeContract, ABodyIsAtMost65536Characters) {
  const auto pull = release();
  const auto longest = repeated("\xC3\xA9", 65'536);  // Characters, not bytes.
  forge().comment(pull.number, longest);
  EXPECT_EQ(refusal([&] { forge().comment(pull.number, longest + "x"); }), Kind::refused);
  EXPECT_EQ(refusal([&] { forge().comment(pull.number, repeated("x", 70'000)); }), Kind::refused);
  EXPECT_EQ(refusal([&] { forge().edit_comment(forge().comments(pull.number)[0].id, longest + "x"); }),
            Kind::refused);
  EXPECT_EQ(refusal([&] { forge().open("main", "topic", "t", longest + "x"); }), Kind::refused);
  EXPECT_EQ(bodies(forge().comments(pull.number)), Texts{longest});
}

TEST_P(ForgeContract, ABodyThatIsNoTextIsRefusedAndLeavesNothing) {
  const auto pull = release();
  for (const auto& body :
       {std::string("nul \0 byte", 10), std::string("latin-1 \xE9"), std::string("\xED\xA0\x80"),
        std::string("\xC0\xAF"), std::string(), std::string(" \n")}) {
    EXPECT_EQ(refusal([&] { forge().comment(pull.number, body); }), Kind::refused)
        << testing::PrintToString(body);
    EXPECT_EQ(refusal([&] { forge().comment_commit(pull.head_sha, body); }), Kind::refused);
  }
  EXPECT_TRUE(forge().comments(pull.number).empty());
  EXPECT_TRUE(forge().commit_comments(pull.head_sha).empty());
}

}  // namespace sluice::test
