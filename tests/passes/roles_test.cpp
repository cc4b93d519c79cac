// What a stage makes of a role's answer: the work taken over, a wait that holds nothing, attempts that are
// spent.

#include "passes/settled.hpp"

namespace sluice {
namespace {

using test::Oid;
using test::Ran;
using test::River;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kRoles = "\n[[stage]]\nid = \"scripted\"\nplugin = \"" SLUICE_TEST_PLUGINS
                           "/scripted_roles.so\"\nenabled = false\n\n"
                           "[roles]\nresolver = \"scripted_roles\"\nreshaper = \"scripted_roles\"\n";

const std::string kWaiting = R"({"outcome": "waiting", "reason": "the agent is limited", "wake_after": 90})";
const std::string kExhausted = R"({"outcome": "exhausted"})";

std::string done(const Oid& commit) {
  return R"({"outcome": "done", "sha": ")" + commit.hex() + "\"}";
}

/// Runs the pass while the plugin's roles answer this.
Ran run_answered(River& river, const std::string& reply, const std::vector<std::string>& options = {}) {
  test::write_file(river.repo.folder() / "role-reply.json", reply);
  return river.run({options, {}, {{"HOME", river.repo.folder().string()}}});
}

/// ai/queue and main write the same file: a - ours (ai/queue), theirs (main, develop).
struct Conflict : River {
  Conflict() : River(3, {}, kRoles) {
    ours = write("ai/queue", "base.txt", "ours\n");
    write("main", "base.txt", "theirs\n");
    only("return-stroke");
  }
  Ran answered(const std::string& reply) { return run_answered(*this, reply); }
  Oid ours;
};

TEST(Resolver, WhatItResolvedIsPushedAndPorted) {
  Conflict river;
  river.repo.fetch();
  river.repo.branch("resolved", "refs/remotes/origin/develop");
  river.repo.write("base.txt", "both\n");
  const Oid resolved =
      river.repo.commit("Write base.txt\n\n(cherry picked from commit " + river.ours.hex() + ")\n", 200);
  const Ran ran = river.answered(done(resolved));
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_EQ(river.head("ai/queue"), resolved);
  EXPECT_EQ(river.head("develop"), resolved);
  EXPECT_THAT(ran.report.dump(), HasSubstr("resolver was asked"));
  EXPECT_THAT(ran.report.dump(), HasSubstr(river.ours.hex()));
}

TEST(Resolver, WorkThatLosesACommitIsRefused) {
  Conflict river;
  const Ran ran = river.answered(done(river.head("develop")));
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_THAT(ran.effects(), ElementsAre("push.rewrite refused"));
  EXPECT_THAT(ran.reason(), HasSubstr(river.ours.brief()));
  EXPECT_EQ(river.head("ai/queue"), river.ours);
}

TEST(Resolver, ThatWillTryAgainHoldsNothingAndWakes) {
  Conflict river;
  const Ran ran = river.answered(kWaiting);
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_EQ(ran.wake(), 90);
  EXPECT_THAT(ran.reason(), HasSubstr("the agent is limited"));
  EXPECT_THAT(ran.effects(), IsEmpty());
  EXPECT_THAT(river.forge().commit_comments(river.ours.hex()), IsEmpty());
}

TEST(Resolver, ThatHasSpentItsAttemptsLeavesTheCommitHeldAndSaysSo) {
  Conflict river;
  const Ran ran = river.answered(kExhausted);
  EXPECT_EQ(ran.outcome(), "red");
  const auto told = river.forge().commit_comments(river.ours.hex());
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_THAT(told.front().body, HasSubstr("the resolver has spent its attempts on it"));
}

TEST(Resolver, IsNotAskedInADryRun) {
  Conflict river;
  const Ran ran = run_answered(river, kExhausted, {"--dry-run"});
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_EQ(ran.report.dump().find("was asked"), std::string::npos);
}

TEST(Resolver, ThatAnswersNonsenseIsRedByName) {
  Conflict river;
  const Ran ran = river.answered("{}");
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_THAT(ran.reason(), HasSubstr("resolver"));
}

TEST(Resolver, FoldsMainIntoTheWindow) {
  River river(3, {}, kRoles);
  river.write("develop", "base.txt", "developed\n");
  const Oid main = river.write("main", "base.txt", "expressed\n");
  river.repo.git({"push", "-q", "--force", "origin", "refs/remotes/origin/develop:refs/heads/ai/queue"});
  const Oid a = river.queue({"a.txt"});
  river.repo.git({"checkout", "-q", "-B", "folded", a.hex()});
  river.repo.git({"merge", "-q", "--no-commit", "-s", "ours", main.hex()});
  river.repo.write("base.txt", "both\n");
  const Oid folded = river.repo.commit("Fold main\n", 200);
  const Ran ran = run_answered(river, done(folded));
  EXPECT_EQ(ran.outcome(), "end") << ran.reason();
  EXPECT_EQ(river.head("develop"), folded);
  EXPECT_THAT(ran.reason_of("port"), HasSubstr("with main folded in"));
}

TEST(Reshaper, ThatWillTryAgainHoldsNothingAndWakes) {
  River river(1, {}, kRoles);
  const Oid whole = river.queue({"a.txt", "b.txt"});
  const Ran ran = run_answered(river, kWaiting);
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_EQ(ran.wake(), 90);
  EXPECT_THAT(river.forge().commit_comments(whole.hex()), IsEmpty());
}

TEST(Reshaper, ThatHasSpentItsAttemptsLeavesTheCommitHeldAndSaysSo) {
  River river(1, {}, kRoles);
  const Oid whole = river.queue({"a.txt", "b.txt"});
  EXPECT_EQ(run_answered(river, kExhausted).outcome(), "red");
  const auto told = river.forge().commit_comments(whole.hex());
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_THAT(told.front().body, HasSubstr("the reshaper has spent its attempts on it"));
}

/// A queue of one commit over the cap and one behind it, and the branch that a reshaper answers: the first in
/// two parts, one of which claims the lane.
struct Oversize : River {
  Oversize() : River(1, {}, kRoles) {
    whole = queue({"a.txt", "b.txt"});
    behind = queue({"c.txt"});
    repo.fetch();
    repo.branch("parts", "refs/remotes/origin/develop");
    part(bytes("a.txt"), "a.txt", "a generated\n\nExpress: generated\n");
    part(bytes("b.txt"), "b.txt", "b by hand\n");
  }
  std::string bytes(const std::string& file) { return repo.show(whole.hex(), file); }
  void part(const std::string& content, const std::string& file, const std::string& message) {
    repo.write(file, content).commit(message, ++number);
  }
  Oid tip() {
    repo.cherry_pick(behind, ++number);
    return repo.id("HEAD");
  }
  Oid whole, behind;
  int number = 300;
};

TEST(Reshaper, ItsPartsReplaceTheCommitAndEachReachesMainOnce) {
  Oversize river;
  const Oid tip = river.tip();
  const Ran first = run_answered(river, done(tip));
  EXPECT_THAT(first.effects(), ElementsAre("push.rewrite landed", "push.window landed", "open landed"));
  EXPECT_EQ(river.head("ai/queue"), tip);
  EXPECT_THAT(river.subjects("main..develop"), ElementsAre("b by hand"));
  EXPECT_THAT(river.explain_last(), ContainsRegex(river.whole.brief() + " +reshaped .*cut into 2 parts"));
  const Ran second = river.run();
  EXPECT_THAT(second.effects(), ElementsAre("push.cut landed"));
  EXPECT_THAT(river.files("main"), ElementsAre("a.txt", "base.txt"));
  const std::string wanted = river.tree(tip.hex());
  for (int pass = 0;
       pass < 12 && (river.tree("main") != wanted || river.head("develop") != river.head("main")); ++pass) {
    if (river.newest().state == forge::State::open) river.complete_review();
    const Ran ran = river.run();
    ASSERT_NE(ran.outcome(), "red") << ran.reason();
    EXPECT_EQ(ran.report.dump().find("was asked"), std::string::npos) << "it is asked only once";
  }
  EXPECT_EQ(river.tree("main"), wanted);
  const auto subjects = river.repo.remote_git({"log", "--no-merges", "--format=%s", "main"});
  for (const auto* subject : {"a generated\n", "b by hand\n", "c.txt\n"}) {
    EXPECT_EQ(subjects.find(subject), subjects.rfind(subject)) << subjects;
    EXPECT_NE(subjects.find(subject), std::string::npos) << subjects;
  }
  expect_settled(river);
}

TEST(Reshaper, PartsThatAreNotItsTreeAreRefused) {
  Oversize river;
  river.repo.write("b.txt", river.bytes("b.txt") + "!").git({"add", "-A"});
  river.repo.git({"commit", "-q", "--amend", "--no-edit"});
  const Oid queue = river.head("ai/queue");
  const Ran ran = run_answered(river, done(river.tip()));
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_THAT(ran.effects(), ElementsAre("push.rewrite refused"));
  EXPECT_THAT(ran.reason(), HasSubstr("would lose " + river.whole.brief()));
  EXPECT_EQ(river.head("ai/queue"), queue);
}

TEST(Reshaper, IsNotAskedInAPassThatResolved) {
  River river(1, {}, kRoles);
  const Oid whole = river.commit("ai/queue", {"x.txt", "y.txt"});
  river.write("main", "x.txt", "theirs\n");
  river.only("return-stroke");
  river.repo.fetch();
  river.repo.branch("resolved", "refs/remotes/origin/develop");
  river.repo.write("x.txt", "both\n").write("y.txt", river.repo.show(whole.hex(), "y.txt"));
  const Oid resolved = river.repo.commit("Both\n\n(cherry picked from commit " + whole.hex() + ")\n", 200);
  // The same answer for both roles: only the resolver may be asked.
  const Ran ran = run_answered(river, done(resolved));
  EXPECT_EQ(river.head("ai/queue"), resolved) << ran.reason();
  EXPECT_THAT(ran.report.dump(), HasSubstr("resolver was asked"));
  EXPECT_EQ(ran.report.dump().find(R"(\"purpose\":\"reshape\")"), std::string::npos);
}

TEST(Reshaper, IsNeverAskedForAClaim) {
  River river(1, {}, kRoles);
  river.write("main", "x.txt", "theirs\n");
  river.only("return-stroke");
  river.commit("ai/queue", {"x.txt", "p.txt", "q.txt"}, "Express: sweep");
  const Ran ran = run_answered(river, kExhausted);
  EXPECT_EQ(ran.report.dump().find("reshaper was asked"), std::string::npos);
}

}  // namespace
}  // namespace sluice
