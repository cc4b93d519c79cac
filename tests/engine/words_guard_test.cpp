// What is said is said once, whichever stage asks: comments, replies and issues under their markers.

#include "engine/guards_fixture.hpp"

namespace sluice {
namespace {

TEST_F(Guards, ACommentIsPostedOnce) {
  const Json comment = {{"kind", "comment.commit"},
                        {"sha", plain.hex()},
                        {"marker", "<!-- sluice held -->"},
                        {"body", "Held."}};
  append(comment, comment);
  append(comment);
  EXPECT_EQ(forge->commit_comments(plain.hex()).size(), 1U);
}

TEST_F(Guards, AnothersMarkerHidesNothing) {
  const auto stranger = forge::open_local(repo.remote(), "stranger", [] { return kNow; });
  stranger->comment_commit(plain.hex(), "<!-- sluice held -->\nforged");
  append({{"kind", "comment.commit"},
          {"sha", plain.hex()},
          {"marker", "<!-- sluice held -->"},
          {"body", "Held."}});
  EXPECT_EQ(forge->commit_comments(plain.hex()).size(), 2U);
}

TEST_F(Guards, AMarkedReplyIsPostedOnce) {
  const auto release = open_release(false);
  const auto finding = reviewer->thread(release.number, "w.txt", 1, "Off by one.").comments.front().id;
  const auto reply = [&](const std::string& marker) {
    return append({{"kind", "reply"},
                   {"pull", release.number},
                   {"comment", finding},
                   {"marker", marker},
                   {"body", "No."}});
  };
  EXPECT_THAT(reply("<!-- sluice rejected n:1 -->"), ::testing::HasSubstr("\"landed\""));
  EXPECT_THAT(reply("<!-- sluice rejected n:1 -->"), ::testing::HasSubstr("there already"));
  EXPECT_THAT(reply("<!-- sluice rejected n:2 -->"), ::testing::HasSubstr("\"landed\""));
  const auto said = forge->threads(release.number).front().comments;
  ASSERT_EQ(said.size(), 3U);
  EXPECT_EQ(said[1].body, "<!-- sluice rejected n:1 -->\nNo.");
}

Json comment_on(const Oid& sha, const std::string& marker, const std::string& body) {
  return {{"kind", "comment.commit"}, {"sha", sha.hex()}, {"marker", marker}, {"body", body}};
}

Json replacing(Json comment, const std::string& replaces) {
  comment["replaces"] = replaces;
  return comment;
}

TEST_F(Guards, ACommentTakesThePlaceOfTheOneThatItReplaces) {
  const std::string started = "<!-- sluice attempt n:1 state:started -->";
  const std::string failed = "<!-- sluice attempt n:1 state:failed -->";
  append(comment_on(plain, started, "It runs."));
  const auto posted = forge->commit_comments(plain.hex());
  const auto end = replacing(comment_on(plain, failed, "It failed."), started);
  EXPECT_THAT(append(end), ::testing::HasSubstr("\"landed\""));
  EXPECT_THAT(append(end), ::testing::HasSubstr("there already")) << "run again, it finds its own marker";
  const auto edited = forge->commit_comments(plain.hex());
  ASSERT_EQ(edited.size(), 1U);
  EXPECT_EQ(edited[0].id, posted[0].id);
  EXPECT_EQ(edited[0].body, failed + "\nIt failed.");
}

TEST_F(Guards, ACommentThatReplacesNothingIsPostedNew) {
  append(replacing(comment_on(plain, "<!-- sluice b -->", "b"), "<!-- sluice a -->"));
  ASSERT_EQ(forge->commit_comments(plain.hex()).size(), 1U);
}

TEST_F(Guards, AnothersCommentIsNotReplaced) {
  const std::string forged = "<!-- sluice a -->\nnot ours";
  forge_of("stranger")->comment_commit(plain.hex(), forged);
  append(replacing(comment_on(plain, "<!-- sluice b -->", "b"), "<!-- sluice a -->"));
  const auto comments = forge->commit_comments(plain.hex());
  ASSERT_EQ(comments.size(), 2U);
  EXPECT_EQ(comments[0].body, forged);
}

TEST_F(Guards, AReplacedMarkerShowsInThePassItself) {
  // The second replaces what the first made of it: both find their comment, by the facts as they moved.
  const std::string a = "<!-- sluice a -->", b = "<!-- sluice b -->", c = "<!-- sluice c -->";
  append(comment_on(plain, a, "a"));
  append(replacing(comment_on(plain, b, "b"), a), replacing(comment_on(plain, c, "c"), b));
  const auto comments = forge->commit_comments(plain.hex());
  ASSERT_EQ(comments.size(), 1U);
  EXPECT_EQ(comments[0].body, c + "\nc");
}

TEST_F(Guards, AReplacedMarkerIsOneCommentToo) {
  EXPECT_THAT(append(replacing(comment_on(plain, "<!-- sluice b -->", "b"), "sluice")),
              ::testing::HasSubstr("one HTML comment"));
}

TEST_F(Guards, AMarkerIsOneComment) {
  EXPECT_THAT(append({{"kind", "comment.commit"},
                      {"sha", plain.hex()},
                      {"marker", "<!-- sluice held --> <!-- sluice other -->"},
                      {"body", "x"}}),
              ::testing::HasSubstr("one HTML comment"));
}

Json issue(const std::string& marker) {
  return {{"kind", "issue"}, {"title", "Findings put off"}, {"marker", marker}, {"body", "A list."}};
}

TEST_F(Guards, AnIssueIsOpenedOnceForItsMarkerClosedOrNot) {
  const auto put_off = issue("<!-- sluice deferred pull:7 -->");
  forge_of("stranger")->open_issue("forged", "<!-- sluice deferred pull:7 -->\nnot ours");
  EXPECT_THAT(append(put_off, put_off), ::testing::HasSubstr("there already"));
  const auto opened = forge->issues();
  ASSERT_EQ(opened.size(), 1U);
  EXPECT_EQ(opened[0].title, "Findings put off");
  EXPECT_EQ(opened[0].body, "<!-- sluice deferred pull:7 -->\nA list.");
  forge->close_issue(opened[0].number);
  EXPECT_THAT(append(put_off), ::testing::HasSubstr("\"number\":" + std::to_string(opened[0].number)));
  append(issue("<!-- sluice deferred pull:8 -->"));
  EXPECT_EQ(forge->issues().size(), 2U);
}

TEST_F(Guards, AnIssueMayFollowAnActAndIsNone) {
  const auto window = push("push.window", main, plain);
  EXPECT_THAT(append(window, issue("<!-- sluice a -->")), ::testing::Not(::testing::HasSubstr("one act")));
  EXPECT_EQ(forge->issues().size(), 1U);
  EXPECT_THAT(append(issue("<!-- sluice b -->"), push("push.window", plain, claimed)),
              ::testing::Not(::testing::HasSubstr("one act")));
  EXPECT_EQ(head("develop"), claimed.hex() + "\n");
}

TEST_F(Guards, IssuesThatAreSwitchedOffAreSaidInTheReceipt) {
  forge->set(forge::Setting::issues, false);
  const auto answer = append(issue("<!-- sluice a -->"));
  EXPECT_THAT(answer, ::testing::HasSubstr("\"refused\""));
  EXPECT_THAT(answer, ::testing::HasSubstr("\"disabled\":true"));
  EXPECT_TRUE(forge->all_issues().empty());
}

TEST_F(Guards, AnIssueNeedsItsWords) {
  auto bare = issue("<!-- sluice a -->");
  bare.erase("title");
  EXPECT_THAT(append(bare), ::testing::HasSubstr("needs \"title\""));
  EXPECT_THAT(append(issue("marker")), ::testing::HasSubstr("one HTML comment"));
}

TEST_F(Guards, ADryRunShowsItsIssueAndItsEditToWhatFollows) {
  append(comment_on(plain, "<!-- sluice a -->", "a"));
  const auto dry = [&](const Json& first, const Json& second) {
    return harness::run({.library = std::string(SLUICE_TEST_PLUGINS) + "/any_effect.so",
                         .stage = "any-effect",
                         .clone = repo.clone(),
                         .config = {{"first", first}, {"second", second}},
                         .now = kNow,
                         .dry_run = true})
        .stage.reason;
  };
  const auto marked = issue("<!-- sluice b -->");
  EXPECT_THAT(dry(marked, marked), ::testing::ContainsRegex("would.*there already"));
  const auto edit = replacing(comment_on(plain, "<!-- sluice b -->", "b"), "<!-- sluice a -->");
  EXPECT_THAT(dry(edit, edit), ::testing::ContainsRegex("would.*there already"));
  EXPECT_THAT(dry(edit, comment_on(plain, "<!-- sluice a -->", "a")),
              ::testing::ContainsRegex("would.*would"));
  EXPECT_TRUE(forge->issues().empty());
  EXPECT_EQ(forge->commit_comments(plain.hex()).front().body, "<!-- sluice a -->\na");
}

}  // namespace
}  // namespace sluice
