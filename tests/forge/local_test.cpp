// What the embedded forge alone has: what the other parties do.

#include <gmock/gmock.h>

#include "forge/local_world.hpp"
#include "forge/refused.hpp"
#include "support/temp_dir.hpp"

namespace sluice::test {

using forge::ForgeError;
using forge::Setting;
using forge::State;
using Kind = ForgeError::Kind;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

struct Local : testing::Test {
  Local() {
    world.repo().branch("develop");
    head = world.repo().commit_file("work.txt", 2).hex();
    world.repo().push("develop");
  }
  forge::LocalForge& forge() { return world.forge(); }
  forge::Pull release() { return forge().open("main", "develop", "release", ""); }

  LocalWorld world;
  std::string head;
};

}  // namespace

TEST_F(Local, IssuesAndPullRequestsShareTheirNumbers) {
  EXPECT_EQ(forge().open_issue("first", "body").number, 1);
  EXPECT_EQ(release().number, 2);
  EXPECT_EQ(forge().open_issue("third", "").number, 3);
  EXPECT_EQ(forge().pull(1), std::nullopt);
  EXPECT_EQ(refused([&] { forge().merge(1, head); }).kind, Kind::missing);
  forge().comment(1, "on the issue");
  EXPECT_EQ(forge().comments(1).size(), 1U);
  forge().close_issue(1);
  ASSERT_EQ(forge().issues().size(), 2U);
  EXPECT_FALSE(forge().issues()[0].open);
  EXPECT_TRUE(forge().issues()[1].open);
  EXPECT_EQ(refused([&] { forge().close_issue(2); }).kind, Kind::refused);
}

TEST_F(Local, WhatIsSwitchedOffIsRefusedByItsName) {
  const auto pull = release();
  forge().set(Setting::merge_commits, false);
  forge().set(Setting::commit_comments, false);
  forge().set(Setting::issues, false);
  const auto main = forge().commit("main");
  for (const auto& [name, call] : std::map<std::string, std::function<void()>>{
           {"merge-commits", [&] { forge().merge(pull.number, head); }},
           {"commit-comments", [&] { forge().comment_commit(head, "hello"); }},
           {"issues", [&] { forge().open_issue("t", ""); }}}) {
    const auto error = refused(call);
    EXPECT_EQ(error.kind, Kind::disabled);
    EXPECT_THAT(error.what(), HasSubstr(name));
  }
  EXPECT_EQ(forge().commit("main"), main);
  forge().set(Setting::merge_commits, true);
  EXPECT_NO_THROW(forge().merge(pull.number, head));
}

TEST_F(Local, AReopenedOneMustStillHaveItsHead) {
  const auto pull = release();
  forge().close(pull.number);
  world.repo().branch("develop", "main").commit_file("other.txt", 3);
  world.repo().push("develop");
  EXPECT_THAT(refused([&] { forge().reopen(pull.number); }).what(), HasSubstr("was rewritten"));
  const auto next = release();
  EXPECT_EQ(refused([&] { forge().reopen(pull.number); }).kind, Kind::stale);
  forge().merge(next.number, next.head_sha);
  EXPECT_THAT(refused([&] { forge().reopen(next.number); }).what(), HasSubstr("is merged"));
}

TEST_F(Local, ABranchThatIsRewoundOrDeletedClosesItsPullRequest) {
  const auto first = release();
  world.repo().branch("develop", "main").push("develop");
  EXPECT_EQ(forge().pull(first.number)->state, State::closed);
  world.repo().commit_file("again.txt", 3);
  world.repo().push("develop");
  const auto second = release();
  world.repo().remote_git({"update-ref", "-d", "refs/heads/develop"});
  EXPECT_EQ(forge().pull(second.number)->state, State::closed);
  EXPECT_EQ(forge().pull(second.number)->head_sha, second.head_sha);
}

TEST_F(Local, HistoriesWithoutACommonCommitAreNotOpened) {
  world.repo().git({"checkout", "-q", "--orphan", "island"});
  world.repo().commit("alone", 4);
  world.repo().push("island");
  const auto error = refused([&] { forge().open("main", "island", "t", ""); });
  EXPECT_EQ(error.kind, Kind::refused);
  EXPECT_THAT(error.what(), HasSubstr("different histories"));
}

/// Authors that git reads and libgit2 does not: without a mail address, with a date out of range, none at
/// all.
TEST_F(Local, ACommitOfAnOddAuthorIsOneLikeAnother) {
  auto& repo = world.repo();
  for (const std::string author : {"Ann 1700000000 +0000", "Ann <a@x> 99999999999999999999 +0000", ""}) {
    const auto tip = repo.id("develop").hex(), tree = repo.git({"rev-parse", "develop^{tree}"});
    write_file(repo.folder() / "odd", "tree " + tree.substr(0, 40) + "\nparent " + tip + "\nauthor " +
                                          author + "\ncommitter Ann <a@x> 1700000000 +0000\n\nodd\n");
    const auto odd =
        repo.git({"hash-object", "-t", "commit", "-w", "--literally", (repo.folder() / "odd").string()})
            .substr(0, 40);
    repo.git({"checkout", "-q", "-B", "develop", odd});
    repo.commit("on top", 5);
    repo.push("develop");
    const auto opened = release();
    EXPECT_EQ(opened.state, State::open) << author;
    EXPECT_EQ(refused([&] { release(); }).kind, Kind::stale);
    const auto merge = forge().merge(opened.number, opened.head_sha);
    EXPECT_EQ(forge().pull(opened.number)->state, State::merged) << author;
    EXPECT_EQ(forge().pull(opened.number)->merge_sha, merge) << author;
    forge().set_status(odd, "CI", "success", "known");
  }
}

TEST_F(Local, KeepsEveryStatusThatWasSet) {
  forge().set_status(head, "CodeRabbit", "pending", "Review queued");
  forge().set_status(head, "CodeRabbit", "pending", "Review in progress");
  forge().set_status(head, "CodeRabbit", "success", "Review completed");
  const auto history = forge().status_history(head);
  ASSERT_EQ(history.size(), 3U);
  EXPECT_EQ(history[0].description, "Review completed");
  EXPECT_EQ(history[2].description, "Review queued");
  EXPECT_EQ(forge().statuses(head).size(), 1U);
  EXPECT_EQ(forge().noted_commits(), std::vector<std::string>{head});
}

TEST_F(Local, AStatusIsWhatGitHubTakes) {
  const std::string limit(140, 'x');
  EXPECT_NO_THROW(forge().set_status(head, "c", "success", limit));
  EXPECT_EQ(refused([&] { forge().set_status(head, "c", "success", limit + "x"); }).kind, Kind::refused);
  EXPECT_EQ(refused([&] { forge().set_status(head, "c", "passed", ""); }).kind, Kind::refused);
  EXPECT_EQ(refused([&] { forge().set_status(head, "", "success", ""); }).kind, Kind::refused);
  EXPECT_EQ(refused([&] { forge().set_status(std::string(40, 'a'), "c", "success", ""); }).kind,
            Kind::missing);
  EXPECT_EQ(refused([&] { forge().set_status("develop", "c", "success", ""); }).kind, Kind::missing);
}

TEST_F(Local, ARunGoesOn) {
  const auto made = forge().add_run(head, "CI", "queued", std::nullopt, std::nullopt);
  forge().update_run(made.id, "completed", "timed_out", "job\tstep\tlate\n");
  EXPECT_EQ(forge().run_log(made.id), "job\tstep\tlate\n");
  forge().update_run(made.id, "completed", "failure", std::nullopt);
  EXPECT_EQ(forge().run_log(made.id), "job\tstep\tlate\n");
  forge().update_run(made.id, "completed", "timed_out", std::nullopt);
  const auto found = forge().runs(head);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].status, "completed");
  EXPECT_EQ(found[0].conclusion, "timed_out");
  EXPECT_EQ(refused([&] { forge().update_run(made.id, "completed", std::nullopt, std::nullopt); }).kind,
            Kind::refused);
  EXPECT_EQ(refused([&] { forge().update_run(made.id, "queued", "success", std::nullopt); }).kind,
            Kind::refused);
  EXPECT_EQ(refused([&] { forge().update_run(99, "queued", std::nullopt, std::nullopt); }).kind,
            Kind::missing);
}

TEST_F(Local, AnAlertIsOfABranch) {
  forge::Alert alert;
  alert.branch = "main";
  alert.rule = "cpp/leak";
  alert.severity = "error";
  alert.path = "src/\xFFname.c";
  alert.line = 9;
  alert.message = "Leaks.";
  const auto made = forge().add_alert(alert);
  ASSERT_EQ(forge().alerts("main").size(), 1U);
  EXPECT_EQ(forge().alerts("main")[0].path, alert.path);
  EXPECT_EQ(forge().alerts("main")[0].line, 9);
  EXPECT_TRUE(forge().alerts("develop").empty());
  forge().close_alert(made.number);
  EXPECT_FALSE(forge().alerts("main")[0].open);
  alert.branch = "absent";
  EXPECT_EQ(refused([&] { forge().add_alert(alert); }).kind, Kind::missing);
  EXPECT_EQ(refused([&] { forge().close_alert(99); }).kind, Kind::missing);
}

TEST_F(Local, AFindingsPathIsAnyBytes) {
  const auto pull = release();
  const std::string path = "caf\xE9/\xF0\x28 'x\" \n;.c";
  world.bot().thread(pull.number, path, 1, "finding");
  EXPECT_EQ(forge().threads(pull.number).front().path, path);
  EXPECT_EQ(refused([&] { forge().thread(pull.number, "", 1, "x"); }).kind, Kind::refused);
  EXPECT_EQ(refused([&] { forge().thread(pull.number, std::string("a\0b", 3), 1, "x"); }).kind,
            Kind::refused);
  EXPECT_EQ(refused([&] { forge().thread(pull.number, "a", 0, "x"); }).kind, Kind::refused);
  EXPECT_EQ(refused([&] { forge().thread(99, "a", 1, "x"); }).kind, Kind::missing);
  for (const auto* id : {"PRRT_99", "PRRT_", "", "x", "1; DROP TABLE thread", "99999999999999999999"}) {
    EXPECT_EQ(refused([&] { forge().resolve(id, true); }).kind, Kind::missing) << id;
  }
}

TEST_F(Local, NoMergeRunsAHookOrAsksAnybodysConfiguration) {
  const auto pull = release();
  for (const auto* hook : {"reference-transaction", "update", "post-update"}) {
    world.repo().remote_hook(hook, "exit 1\n");
  }
  const auto merge = forge().merge(pull.number, head);
  EXPECT_EQ(world.repo().remote_git({"log", "-1", "--format=%an %ae %ct", merge}),
            "collector collector@forge.invalid " + std::to_string(world.now()) + "\n");
}

TEST_F(Local, ATitleIsOneLine) {
  EXPECT_EQ(refused([&] { forge().open("main", "develop", "two\nlines", ""); }).kind, Kind::refused);
  EXPECT_EQ(refused([&] { forge().open("main", "develop", " ", ""); }).kind, Kind::refused);
  EXPECT_EQ(refused([&] { forge().open("main", "develop", std::string(257, 'x'), ""); }).kind, Kind::refused);
  EXPECT_TRUE(forge().all_pulls().empty());
}

TEST_F(Local, ALoginIsAName) {
  for (const auto* login : {"", " ", "two\nlines", "evil <x@y>", "\xFF"}) {
    EXPECT_EQ(refused([&] { world.another(login); }).kind, Kind::refused) << login;
  }
}

}  // namespace sluice::test
