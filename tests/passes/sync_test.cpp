// The rewrites: what is replayed, what is shed, and what happens when the working side pushes meanwhile.

#include <filesystem>
#include <set>

#include "passes/settled.hpp"

namespace sluice {
namespace {

using test::Oid;
using test::Ran;
using test::River;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The lockfile is what a command makes of every manifest in the tree.
const std::string kLockfile =
    "lockfile = { path = \"lock.txt\", command = [\"sh\", \"-c\", \"cat deps-* > lock.txt\"] }\n";

void depend_on(River& river, const std::string& branch, const std::string& name) {
  river.repo.fetch();
  river.repo.git({"checkout", "-q", "-B", branch, "refs/remotes/origin/" + branch});
  river.repo.write("deps-" + name, name + "\n");
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(river.repo.clone())) {
    const std::string file = entry.path().filename().string();
    if (file.starts_with("deps-")) names.insert(file.substr(5));
  }
  std::string lock;
  for (const auto& each : names) lock += each + "\n";
  river.repo.write("lock.txt", lock);
  river.repo.commit("Depend on " + name + "\n", 100 + name.front());
  river.repo.push(branch);
}

TEST(SyncQueue, LeavesAQueueOnItsTargetAlone) {
  River river(3);
  river.queue({"a.txt"});
  EXPECT_THAT(river.only("sync-queue").effects(), IsEmpty());
}

TEST(SyncQueue, ReplaysOntoAMovedDevelopWithCopyLines) {
  River river(3);
  const Oid a = river.queue({"a.txt"});
  river.commit("main", {"m.txt"});
  river.only("return-stroke");
  const Ran ran = river.only("sync-queue");
  EXPECT_THAT(ran.effects(), ElementsAre("push.rewrite landed"));
  EXPECT_THAT(river.subjects("develop..ai/queue"), ElementsAre("a.txt"));
  EXPECT_THAT(river.message("ai/queue"), HasSubstr("(cherry picked from commit " + a.hex() + ")"));
  EXPECT_EQ(river.repo.remote_git({"diff-tree", "-p", "-r", "develop", "ai/queue"}),
            river.repo.remote_git({"diff-tree", "-p", "-r", a.hex() + "^", a.hex()}));
  EXPECT_THAT(river.only("sync-queue").effects(), IsEmpty());
}

TEST(SyncQueue, CarriesWhatWasPushedMeanwhile) {
  River river(3);
  river.queue({"a.txt"});
  const Oid late = river.spare("ai/queue", "late.txt", "late\n");
  river.commit("main", {"m.txt"});
  river.only("return-stroke");
  river.beat_next_push("ai/queue", late.hex());
  const Ran ran = river.only("sync-queue");
  EXPECT_EQ(ran.outcome(), "continue") << ran.reason();
  EXPECT_THAT(ran.effects(), ElementsAre("push.rewrite stale", "push.rewrite landed"));
  EXPECT_THAT(river.subjects("develop..ai/queue"), ElementsAre("a.txt", "Write late.txt"));
  EXPECT_TRUE(river.is_ancestor(river.head("develop"), river.head("ai/queue")));
}

TEST(SyncQueue, LeavesACarriedConflictToTheNextPass) {
  River river(3);
  river.queue({"a.txt"});
  const Oid late = river.spare("ai/queue", "base.txt", "late\n");
  river.write("main", "base.txt", "theirs\n");
  river.only("return-stroke");
  river.beat_next_push("ai/queue", late.hex());
  const Ran ran = river.only("sync-queue");
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_EQ(ran.wake(), 60);
  EXPECT_EQ(river.head("ai/queue"), late);
}

TEST(SyncQueue, LeavesAHistoryRewrittenMeanwhileAlone) {
  River river(3);
  river.queue({"a.txt"});
  const Oid other = river.spare("main", "other.txt", "x\n");
  river.commit("main", {"m.txt"});
  river.only("return-stroke");
  river.beat_next_push("ai/queue", other.hex());
  const Ran ran = river.only("sync-queue");
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_THAT(ran.reason(), HasSubstr("moved"));
  EXPECT_EQ(river.head("ai/queue"), other);
}

TEST(SyncQueue, KeepsAnAbsorbedCommitAsAnEmptyCopyAndShedsThatNext) {
  River river(3);
  river.write("ai/queue", "same.txt", "same\n");
  const Oid b = river.queue({"b.txt"});
  river.repo.fetch();
  // The same change upstream, with another one beside it: no patch is equal.
  river.repo.git({"checkout", "-q", "-B", "main", "refs/remotes/origin/main"});
  river.repo.write("same.txt", "same\n").write("more.txt", "more\n").commit("Same and more\n", 90);
  river.repo.push("main");
  river.only("return-stroke");
  EXPECT_THAT(river.only("sync-queue").effects(), ElementsAre("push.rewrite landed"));
  EXPECT_THAT(river.subjects("develop..ai/queue"), ElementsAre("Write same.txt", "b.txt"));
  EXPECT_EQ(river.tree("ai/queue^"), river.tree("develop"));
  river.commit("main", {"m.txt"});
  river.only("return-stroke");
  EXPECT_THAT(river.only("sync-queue").effects(), ElementsAre("push.rewrite landed"));
  EXPECT_THAT(river.subjects("develop..ai/queue"), ElementsAre("b.txt"));
  EXPECT_THAT(river.message("ai/queue"), HasSubstr(b.hex()));
}

TEST(SyncQueue, AConflictLeavesTheQueueAndSaysWhere) {
  River river(3);
  const Oid a = river.write("ai/queue", "base.txt", "ours\n");
  river.write("main", "base.txt", "theirs\n");
  river.only("return-stroke");
  for (const bool dry : {true, false}) {
    const Ran ran = dry ? river.run({{"--dry-run", "--only", "sync-queue"}}) : river.only("sync-queue");
    EXPECT_EQ(ran.outcome(), "continue");
    EXPECT_THAT(ran.effects(), IsEmpty());
    EXPECT_THAT(ran.reason_of("sync-queue"), HasSubstr("conflict in base.txt"));
    EXPECT_EQ(river.head("ai/queue"), a);
  }
}

TEST(SyncQueue, RebuildsTheLockfileAtEveryStop) {
  River river(9, kLockfile);
  depend_on(river, "ai/queue", "a");
  depend_on(river, "ai/queue", "b");
  depend_on(river, "main", "m");
  river.only("return-stroke");
  const Ran ran = river.only("sync-queue");
  EXPECT_THAT(ran.effects(), ElementsAre("push.rewrite landed")) << ran.reason_of("sync-queue");
  EXPECT_EQ(river.repo.remote_git({"show", "ai/queue:lock.txt"}), "a\nb\nm\n");
  EXPECT_EQ(river.repo.remote_git({"show", "ai/queue^:lock.txt"}), "a\nm\n");
}

TEST(SyncQueue, LeavesAStopOnAnotherPathAndARebuildThatFails) {
  River river(9, kLockfile);
  depend_on(river, "ai/queue", "a");
  const Oid a = river.write("ai/queue", "base.txt", "ours\n");
  depend_on(river, "main", "m");
  river.write("main", "base.txt", "theirs\n");
  river.only("return-stroke");
  EXPECT_THAT(river.only("sync-queue").reason_of("sync-queue"), HasSubstr("conflict in base.txt"));
  EXPECT_EQ(river.head("ai/queue"), a);

  River failing(9, "lockfile = { path = \"lock.txt\", command = [\"false\"] }\n");
  depend_on(failing, "ai/queue", "a");
  depend_on(failing, "main", "m");
  failing.only("return-stroke");
  const Oid queue = failing.head("ai/queue");
  EXPECT_THAT(failing.only("sync-queue").effects(), IsEmpty());
  EXPECT_EQ(failing.head("ai/queue"), queue);
}

TEST(SyncFixes, FollowAMovedDevelop) {
  River river(3);
  const Oid fix = river.fix({"f.txt"});
  const Oid main = river.commit("main", {"m.txt"});
  river.only("return-stroke");
  const Ran ran = river.only("sync-fixes");
  EXPECT_THAT(ran.effects(), ElementsAre("push.rewrite landed")) << ran.reason();
  EXPECT_THAT(river.parents("ai/review-fixes"), ElementsAre(main.hex()));
  EXPECT_THAT(river.message("ai/review-fixes"), HasSubstr("(cherry picked from commit " + fix.hex() + ")"));
  EXPECT_THAT(river.only("sync-fixes").effects(), IsEmpty());
}

TEST(SyncFixes, AFixThatDoesNotApplyHoldsEverythingAndIsNamed) {
  River river(3);
  river.fix({"f.txt"});
  const Oid fix = river.write("ai/review-fixes", "base.txt", "fixed\n", "Answers: 2");
  river.write("main", "base.txt", "theirs\n");
  river.queue({"a.txt"});
  const Ran dry = river.dry_run();
  EXPECT_EQ(dry.outcome(), "idle");
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "red");
  EXPECT_THAT(ran.reason(), HasSubstr(fix.brief()));
  EXPECT_THAT(ran.reason(), HasSubstr("conflict in base.txt"));
  EXPECT_EQ(river.head("develop"), river.head("main"));
  EXPECT_EQ(river.head("ai/review-fixes"), fix);
}

TEST(SyncFixes, AreIdleWhenTheyMoveMeanwhile) {
  River river(3);
  river.fix({"f.txt"});
  const Oid late = river.spare("ai/review-fixes", "late.txt", "late\n");
  river.commit("main", {"m.txt"});
  river.only("return-stroke");
  river.beat_next_push("ai/review-fixes", late.hex());
  const Ran ran = river.only("sync-fixes");
  EXPECT_EQ(ran.outcome(), "idle");
  EXPECT_EQ(ran.wake(), 60);
  EXPECT_EQ(river.head("ai/review-fixes"), late);
}

TEST(SyncFixes, ThatAWindowCarriedOweNothingAndStayWhereTheyAre) {
  River river(3);
  river.fix({"f.txt"});
  river.run();
  river.complete_review();
  river.run();
  const Oid fixes = river.head("ai/review-fixes");
  const Ran ran = river.run();
  EXPECT_EQ(ran.outcome(), "idle") << ran.reason();
  EXPECT_EQ(river.head("ai/review-fixes"), fixes);
  EXPECT_THAT(river.subjects("main"), Contains("f.txt"));
}

}  // namespace
}  // namespace sluice
