// The queue rebased onto develop on request, over whole passes of the pipeline that ships for it.

#include <csignal>

#include "passes/settled.hpp"
#include "support/file_contents.hpp"
#include "support/temp_dir.hpp"

namespace sluice {
namespace {

using test::Oid;
using test::Ran;
using test::River;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Realign : testing::Test {
  Ran realign(const test::Asked& asked = {}) {
    const auto collect = test::read_file(river.pipeline());
    test::write_file(river.pipeline(), test::read_file(SLUICE_SOURCE "/config/realign.toml"));
    const Ran ran = river.run(asked);
    test::write_file(river.pipeline(), collect);
    return ran;
  }
  std::string file(const std::string& branch, const std::string& path) {
    return river.repo.remote_git({"show", branch + ":" + path});
  }
  /// The files of the queue against develop.
  std::vector<std::string> diff() {
    std::vector<std::string> names;
    std::istringstream text(river.repo.remote_git({"diff", "--name-only", "develop...ai/queue"}));
    for (std::string line; std::getline(text, line);) names.push_back(line);
    return names;
  }
  River river{5};
};

TEST_F(Realign, WhatAHandCarriedOverIsNoLongerCounted) {
  river.write("ai/queue", "a.txt", "a\n");
  river.write("ai/queue", "b.txt", "b\n");
  river.write("ai/queue", "c.txt", "c\n");
  const auto old = river.tree("ai/queue");
  river.sync("develop");
  river.repo.write("a.txt", "a\n").write("b.txt", "b\n").commit("By hand\n", 90);
  river.repo.push("develop");
  EXPECT_THAT(diff(), ElementsAre("a.txt", "b.txt", "c.txt"));
  const Ran ran = realign();
  EXPECT_EQ(ran.code, 0) << ran.errors;
  EXPECT_THAT(ran.reason_of("realign"), HasSubstr("3 commits, 2 emptied; its tree is the old tip's"));
  EXPECT_THAT(ran.reason_of("realign"), HasSubstr("1 file against develop, 3 before"));
  EXPECT_THAT(ran.effects(), ElementsAre("push.rewrite landed"));
  EXPECT_THAT(diff(), ElementsAre("c.txt"));
  EXPECT_EQ(river.tree("ai/queue"), old);
  EXPECT_TRUE(river.is_ancestor(river.head("develop"), river.head("ai/queue")));
  const auto before = river.state();
  EXPECT_THAT(realign().effects(), IsEmpty());
  EXPECT_EQ(river.state(), before);
}

TEST_F(Realign, TheQueuesSideStandsWhereTheyConflictAndDevelopsElsewhere) {
  river.write("develop", "f.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  river.write("develop", "gone.txt", "x\n");
  river.write("develop", "kept.txt", "x\n");
  river.repo.git({"push", "-q", "--force", "origin", "refs/remotes/origin/develop:refs/heads/ai/queue"});
  river.write("ai/queue", "f.txt", "ours\n2\n3\n4\n5\n6\n7\n8\n9\n");
  river.write("ai/queue", "kept.txt", "ours\n");
  river.sync("ai/queue");
  river.repo.remove("gone.txt").commit("Remove\n", 80);
  river.repo.push("ai/queue");
  river.write("develop", "f.txt", "theirs\n2\n3\n4\n5\n6\n7\n8\nnine\n");
  river.write("develop", "gone.txt", "theirs\n");
  river.sync("develop");
  river.repo.remove("kept.txt").commit("Remove\n", 81);
  river.repo.push("develop");
  river.write("develop", "more.txt", "more\n");
  const Ran ran = realign();
  EXPECT_EQ(ran.code, 0) << ran.reason() << ran.errors;
  EXPECT_THAT(ran.reason_of("realign"), HasSubstr("3 by the queue's side"));
  EXPECT_THAT(ran.reason_of("realign"), HasSubstr("and what develop alone holds"));
  EXPECT_EQ(file("ai/queue", "f.txt"), "ours\n2\n3\n4\n5\n6\n7\n8\nnine\n");
  EXPECT_EQ(file("ai/queue", "kept.txt"), "ours\n");
  EXPECT_THAT(river.files("ai/queue"), Not(Contains("gone.txt")));
  EXPECT_THAT(river.files("ai/queue"), Contains("more.txt"));
  EXPECT_THAT(river.subjects("develop..ai/queue"), ElementsAre("Write f.txt", "Write kept.txt", "Remove"));
}

TEST_F(Realign, WhatTheQueueTookBackStaysTakenBack) {
  const Oid carried = river.write("ai/queue", "a.txt", "a\n");
  river.sync("ai/queue");
  river.repo.remove("a.txt").commit("Take a.txt back\n", 80);
  river.repo.push("ai/queue");
  river.sync("develop");
  river.repo.cherry_pick(carried, 81);
  river.repo.push("develop");
  const auto old = river.tree("ai/queue");
  const Ran ran = realign();
  EXPECT_EQ(ran.code, 0) << ran.reason() << ran.errors;
  EXPECT_THAT(ran.reason_of("realign"), HasSubstr("1 commit, 1 skipped that it holds already"));
  EXPECT_THAT(ran.reason_of("realign"), HasSubstr("its tree is the old tip's;"));
  EXPECT_EQ(river.tree("ai/queue"), old);
  EXPECT_EQ(ran.verdict(carried), "shed");
}

TEST_F(Realign, WhatDiffersIsRestoredInACommitOfItsOwn) {
  river.write("ai/queue", "base.txt", "tried\n");
  river.sync("ai/queue");
  river.repo.git({"revert", "--no-edit", "HEAD"});
  river.repo.push("ai/queue");
  river.write("develop", "base.txt", "by hand\n");
  const Ran ran = realign();
  EXPECT_EQ(ran.code, 0) << ran.reason() << ran.errors;
  EXPECT_THAT(ran.reason_of("realign"), HasSubstr("what differed is restored in "));
  EXPECT_EQ(file("ai/queue", "base.txt"), "by hand\n") << "the queue changes nothing there in the end";
  EXPECT_THAT(river.subjects("develop..ai/queue"),
              ElementsAre("Write base.txt", HasSubstr("Revert"), "Restore what the realign changed"));
}

TEST_F(Realign, FixesThatDevelopLacksAreSaidWithWhatToDo) {
  river.queue({"a.txt"});
  river.fix({"f.txt"});
  river.write("develop", "hand.txt", "x\n");
  const Ran ran = realign();
  EXPECT_EQ(ran.code, 0) << ran.reason();
  EXPECT_THAT(ran.errors, HasSubstr("ai/review-fixes is no ancestor of develop and owes it 1 commit: run the "
                                    "collector"));
}

TEST_F(Realign, AQueueThatSitsOnOwedFixesCarriesThemAndTheyGoOutOnce) {
  river.fix({"f.txt"});
  river.queue({"a.txt"});
  EXPECT_EQ(river.only("sync-queue").code, 0);
  ASSERT_TRUE(river.is_ancestor(river.head("ai/review-fixes"), river.head("ai/queue")));
  river.write("develop", "hand.txt", "x\n");
  const Ran ran = realign();
  EXPECT_EQ(ran.code, 0) << ran.reason();
  EXPECT_TRUE(river.is_ancestor(river.head("develop"), river.head("ai/queue")));
  for (int pass = 0; pass < 5; ++pass) {
    const Ran after = river.run();
    EXPECT_EQ(after.code, 0) << after.reason();
    if (river.newest().state == forge::State::open) river.complete_review();
  }
  const auto reached = river.subjects("main");
  for (const auto* subject : {"f.txt", "a.txt", "Write hand.txt"})
    EXPECT_EQ(std::ranges::count(reached, subject), 1) << subject;
  test::expect_settled(river);
}

TEST_F(Realign, AHostThatDiesIsFinishedByTheNext) {
  river.write("ai/queue", "base.txt", "ours\n");
  river.write("develop", "base.txt", "theirs\n");
  const auto before = river.state();
  EXPECT_EQ(realign({{}, "before:1"}).signal, SIGKILL);
  EXPECT_EQ(river.state(), before);
  EXPECT_EQ(realign({{}, "after:1"}).signal, SIGKILL);
  EXPECT_EQ(file("ai/queue", "base.txt"), "ours\n");
  EXPECT_THAT(realign().effects(), IsEmpty());
}

TEST_F(Realign, AFileOfAnyNameIsTheQueues) {
  const std::string name = std::string("-a \xFF\n:(glob)*/") + "b.txt";
  for (const std::string branch : {"develop", "ai/queue"}) {
    river.sync(branch);
    river.repo.write(name, branch + "\n").commit("Any\n", 70);
    river.repo.push(branch);
  }
  const Ran ran = realign();
  EXPECT_EQ(ran.code, 0) << ran.reason();
  EXPECT_EQ(file("ai/queue", name), "ai/queue\n");
}

TEST_F(Realign, ADryRunSaysItAndMovesNothing) {
  river.write("ai/queue", "base.txt", "ours\n");
  river.write("develop", "base.txt", "theirs\n");
  const auto before = river.state();
  const Ran ran = realign({{"--dry-run"}});
  EXPECT_THAT(ran.reason_of("realign"), HasSubstr("would realign ai/queue onto develop: 1 commit, 1 by the"));
  EXPECT_EQ(river.state(), before);
}

TEST_F(Realign, AQueueThatMovesMeanwhileIsLeftToItsWriter) {
  river.queue({"a.txt"});
  river.write("develop", "hand.txt", "x\n");
  const auto other = river.spare("ai/queue", "other.txt", "x\n");
  river.beat_next_push("ai/queue", other.hex());
  const Ran ran = realign();
  EXPECT_EQ(ran.outcome(), "idle") << ran.reason();
  EXPECT_EQ(ran.wake(), 60);
  EXPECT_EQ(river.head("ai/queue"), other);
}

TEST_F(Realign, AMergeThatDecidedSomethingIsRefused) {
  river.write("ai/queue", "base.txt", "ours\n");
  river.write("develop", "base.txt", "theirs\n");
  river.sync("ai/queue");
  river.repo.git({"merge", "-q", "-X", "ours", "--no-edit", "refs/remotes/origin/develop"});
  river.repo.push("ai/queue");
  const auto before = river.state();
  const Ran ran = realign();
  EXPECT_EQ(ran.outcome(), "red") << ran.reason();
  EXPECT_EQ(river.state(), before);
}

TEST_F(Realign, TheCollectorGoesOnFromThere) {
  river.write("ai/queue", "base.txt", "ours\n");
  river.queue({"b.txt"});
  river.write("develop", "base.txt", "theirs\n");
  EXPECT_EQ(realign().code, 0);
  for (int pass = 0; pass < 6; ++pass) {
    const Ran ran = river.run();
    EXPECT_EQ(ran.code, 0) << ran.reason();
    if (river.newest().state == forge::State::open) river.complete_review();
  }
  EXPECT_EQ(file("main", "base.txt"), "ours\n");
  EXPECT_THAT(river.files("main"), Contains("b.txt"));
  test::expect_settled(river);
}

class RandomRealign : public testing::TestWithParam<std::uint64_t> {};

/// develop has copies of some of the queue's commits, in their order, and a file of its own: whatever the
/// queue did to its files since, it comes to the tree that it had, with that file.
TEST_P(RandomRealign, ComesToTheQueuesTreeAndWhatDevelopAloneHolds) {
  test::Dice dice(GetParam());
  River river(20);
  std::vector<Oid> commits;
  const std::vector<std::string> names = {"base.txt", "x.txt", "y.txt"};
  for (int i = 0; i < 8; ++i) {
    std::string bytes;
    for (int line = 0; line < 4; ++line) bytes += std::string(1, "abc"[dice.below(3)]) + "\n\n";
    commits.push_back(river.write("ai/queue", dice.one_of(names), bytes + std::to_string(i / 2) + "\n"));
  }
  river.write("develop", "dev.txt", "dev\n");
  river.sync("develop");
  for (const auto& commit : commits) {
    if (dice.chance(50)) continue;
    auto environment = process::minimal_environment();
    environment["GIT_COMMITTER_DATE"] = std::to_string(River::start) + " +0000";
    const auto picked = process::run({.argv = {"git", "cherry-pick", "-x", commit.hex()},
                                      .directory = river.repo.clone(),
                                      .environment = std::move(environment)});
    if (!picked.ok()) river.repo.git({"cherry-pick", "--abort"});
  }
  river.repo.push("develop");
  river.sync("ai/queue");
  river.repo.write("dev.txt", "dev\n").commit("Expected\n", 200);
  const auto expected = river.repo.tree("HEAD").hex();
  const auto collect = test::read_file(SLUICE_SOURCE "/config/realign.toml");
  test::write_file(river.pipeline(), collect);
  const Ran ran = river.run();
  EXPECT_EQ(ran.code, 0) << ran.reason() << ran.errors;
  EXPECT_EQ(river.tree("ai/queue"), expected + "\n");
  EXPECT_TRUE(river.is_ancestor(river.head("develop"), river.head("ai/queue"))) << ran.reason();
  EXPECT_THAT(ran.effects(), ElementsAre("push.rewrite landed"));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomRealign, testing::Range<std::uint64_t>(1, 9));

}  // namespace
}  // namespace sluice
