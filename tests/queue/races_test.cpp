// host queue push against everything that happens meanwhile: lost races, a killed host, odd files and odd
// clones.

#include <gmock/gmock.h>

#include "queue/working.hpp"

namespace sluice::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

/// A commit on the remote that continues its queue, and that no branch of ours holds.
Oid spare(Working& work, const std::string& file) {
  Repo other = work.repo().another();
  other.git({"checkout", "--quiet", "-B", "spare", "refs/remotes/origin/ai/queue"});
  const Oid made = work.commit_in(other, file, file + "\n");
  other.git({"push", "--quiet", "origin", "spare"});
  return made;
}

TEST(QueueRaces, ALostRaceIsRunAgainOnWhatWon) {
  Working work;
  work.fresh();
  work.commit("mine.txt", "mine\n");
  const Oid winner = spare(work, "winner.txt");
  work.river.beat_next_push("ai/queue", winner.hex());
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_THAT(said.errors, HasSubstr("moved meanwhile"));
  EXPECT_THAT(work.river.parents("ai/queue"), ElementsAre(winner.hex()));
  EXPECT_EQ(work.local(), work.remote());
  EXPECT_EQ(work.file("winner.txt"), "winner.txt\n");
}

TEST(QueueRaces, ARaceThatIsLostEachTimeMovesNothing) {
  Working work;
  work.fresh();
  const Oid mine = work.commit("mine.txt", "mine\n");
  work.repo().remote_hook("pre-receive",
                          "while read -r old new ref; do\n"
                          "  next=$(env -u GIT_QUARANTINE_PATH git -c user.name=w -c user.email=w@w "
                          "commit-tree -p $old -m again $old^{tree})\n"
                          "  env -u GIT_QUARANTINE_PATH git update-ref $ref $next\n"
                          "done\n");
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.reason(), HasSubstr("moved during each of 5"));
  EXPECT_EQ(work.local(), mine);
  EXPECT_THAT(work.status(), IsEmpty());
}

TEST(QueueRaces, KilledOnceThePushLandedItGoesOnWhenRunAgain) {
  Working work;
  work.fresh();
  const Oid mine = work.commit("mine.txt", "mine\n");
  work.another("theirs.txt", "theirs\n");
  work.repo().remote_hook("post-receive", Working::kill_the_host());
  const auto killed = work.queue({"push"});
  EXPECT_EQ(killed.signal, 9);
  const Oid pushed = work.remote();
  EXPECT_EQ(work.local(), mine);
  EXPECT_THAT(work.status(), IsEmpty());
  work.repo().remote_hook("post-receive", "exit 0\n");
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.outcome(), "followed") << said.errors;
  EXPECT_EQ(work.remote(), pushed);
  EXPECT_EQ(work.local(), pushed);
  EXPECT_EQ(said.document.at("dropped").at(0).at("by"), pushed.hex());
  EXPECT_THAT(work.river.subjects("develop..ai/queue"), ElementsAre("Write theirs.txt", "Write mine.txt"));
}

TEST(QueueRaces, KilledBeforeThePushLandedNothingMoved) {
  Working work;
  work.fresh();
  const Oid mine = work.commit("mine.txt", "mine\n");
  const Oid theirs = work.another("theirs.txt", "theirs\n");
  work.repo().remote_hook("pre-receive", Working::kill_the_host() + "exit 1\n");
  EXPECT_EQ(work.queue({"push"}).signal, 9);
  EXPECT_EQ(work.local(), mine);
  EXPECT_EQ(work.remote(), theirs);
  work.repo().remote_hook("pre-receive", "exit 0\n");
  EXPECT_EQ(work.queue({"push"}).outcome(), "pushed");
  EXPECT_EQ(work.local(), work.remote());
}

TEST(QueueRaces, KilledWhileTheWorkTreeMovesTheBranchesAreWhole) {
  Working work;
  work.fresh();
  const Oid mine = work.commit("mine.txt", "mine\n");
  work.another("theirs.txt", "theirs\n");
  const auto script = work.repo().folder() / "smudge.sh";
  write_file(script, Working::kill_the_host() + "cat\n");
  write_file(work.repo().clone() / ".git/info/attributes", "theirs.txt filter=killer\n");
  work.repo().git({"config", "filter.killer.smudge", "sh " + script.string()});
  EXPECT_EQ(work.queue({"push"}).signal, 9);
  EXPECT_EQ(work.local(), mine);
  EXPECT_THAT(work.river.subjects("develop..ai/queue"), ElementsAre("Write theirs.txt", "Write mine.txt"));
  work.repo().git({"config", "filter.killer.smudge", "cat"});
  const auto said = work.queue({"push"});
  EXPECT_THAT(said.reason(), HasSubstr("index.lock"));
  std::filesystem::remove(work.repo().clone() / ".git/index.lock");
  std::filesystem::remove(work.repo().clone() / "theirs.txt");
  EXPECT_EQ(work.queue({"push"}).outcome(), "followed");
  EXPECT_EQ(work.local(), work.remote());
  EXPECT_THAT(work.status(), IsEmpty());
}

TEST(QueueRaces, ACommitThatSomebodyMakesMeanwhileKeepsTheBranch) {
  Working work;
  work.fresh();
  work.commit("mine.txt", "mine\n");
  work.another("theirs.txt", "theirs\n");
  // While the remote takes the push, somebody commits in the very same clone.
  const std::string git =
      "env -u GIT_DIR -u GIT_QUARANTINE_PATH -u GIT_OBJECT_DIRECTORY -u "
      "GIT_ALTERNATE_OBJECT_DIRECTORIES git -C " +
      work.repo().clone().string();
  work.repo().remote_hook(
      "post-receive",
      git + " -c user.name=w -c user.email=w@w commit --quiet --allow-empty -m Meanwhile >&2\n");
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.outcome(), "left") << said.errors;
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(work.repo().git({"log", "-2", "--format=%s"}), HasSubstr("Meanwhile\nWrite mine.txt"));
  EXPECT_THAT(work.status(), IsEmpty());
  EXPECT_THAT(work.river.subjects("develop..ai/queue"), ElementsAre("Write theirs.txt", "Write mine.txt"));
}

TEST(QueueRaces, AFileEditedMeanwhileIsKept) {
  Working work;
  work.fresh();
  work.commit("mine.txt", "mine\n");
  work.another("mine.txt.orig", "theirs\n");
  work.repo().remote_hook("post-receive",
                          "echo draft > " + (work.repo().clone() / "mine.txt.orig").string() + "\n");
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.outcome(), "left");
  EXPECT_EQ(work.file("mine.txt.orig"), "draft\n");
  std::filesystem::remove(work.repo().clone() / "mine.txt.orig");
  EXPECT_EQ(work.queue({"push"}).outcome(), "followed");
}

// --- what is only on main, and taken back here

TEST(QueueRaces, ARevertOfWhatOnlyMainHasIsNotLost) {
  Working work;
  work.fresh();
  const Oid claim = work.commit("gone.txt", "gone\n", "Express: generated");
  ASSERT_EQ(work.queue({"push"}).outcome(), "pushed");
  // The lane takes it to main; the queue is rewritten without it by somebody before develop follows.
  ASSERT_EQ(work.river.only("express").outcome(), "end");
  work.repo().remote_git({"update-ref", "refs/heads/ai/queue", work.river.head("develop").hex()});
  work.another("other.txt", "other\n");
  work.repo().git({"rm", "--quiet", "gone.txt"});
  const Oid taken_back = work.repo().commit("Take it back\n", 3000);
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_THAT(work.river.message("ai/queue"), HasSubstr(taken_back.hex()));
  EXPECT_THAT(work.river.message("ai/queue~1"), HasSubstr(claim.hex()));
  for (int pass = 0; pass < 6; ++pass) {
    work.river.run();
    if (work.river.newest().state == forge::State::open) work.river.complete_review();
  }
  EXPECT_THAT(work.river.files("main"), ElementsAre("base.txt", "other.txt"));
}

// --- odd files, odd clones

TEST(QueueRaces, NamesOfAnyBytesMoveAndAreSaid) {
  Working work;
  work.fresh();
  const std::vector<std::string> names = {"-rf",    "a\nb",     "a\tb",        "q\"uote",
                                          "sp ace", "\xff\xfe", "\xe2\x86\x92"};
  for (const auto& name : names) work.another("dir/" + name, name);
  work.commit("mine.txt", "mine\n");
  EXPECT_EQ(work.queue({"push"}).outcome(), "pushed");
  for (const auto& name : names) EXPECT_EQ(work.file("dir/" + name), name);
  work.another("in the way \xff\n", "theirs\n");
  work.repo().write("in the way \xff\n", "draft\n");
  const auto refused = work.queue({"push"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.errors.find('\xff'), std::string::npos);
  std::filesystem::remove(work.repo().clone() / "in the way \xff\n");
  work.commit("in the way \xff\n", "mine\n");
  const auto conflict = work.queue({"push"});
  EXPECT_EQ(bytes_of(conflict.document.at("conflict").at("paths").at(0)), "in the way \xff\n");
}

TEST(QueueRaces, LineEndingsAreTheClonesOwn) {
  Working work;
  work.fresh();
  work.repo().git({"config", "core.autocrlf", "true"});
  work.commit("mine.txt", "mine\r\n");
  work.another("theirs.txt", "one\ntwo\n");
  EXPECT_EQ(work.queue({"push"}).outcome(), "pushed");
  EXPECT_EQ(work.file("theirs.txt"), "one\r\ntwo\r\n");
  EXPECT_THAT(work.status(), IsEmpty());
  EXPECT_EQ(work.repo().show("HEAD", "mine.txt"), "mine\n");
}

TEST(QueueRaces, ASubmodulesOwnWorkTreeIsLeftAlone) {
  Working work;
  work.fresh();
  const auto add = [](Repo& repo, const std::string& commit) {
    repo.git({"update-index", "--add", "--cacheinfo", "160000," + commit + ",module"});
    repo.git({"commit", "--quiet", "-m", "Point at " + commit.substr(0, 4)});
  };
  Repo other = work.repo().another();
  other.git({"checkout", "--quiet", "-B", "ai/queue", "refs/remotes/origin/ai/queue"});
  add(other, std::string(40, '1'));
  other.git({"push", "--quiet", "origin", "ai/queue"});
  work.fresh();
  add(other, std::string(40, '2'));
  other.git({"push", "--quiet", "origin", "ai/queue"});
  std::filesystem::create_directories(work.repo().clone() / "module");
  work.repo().git({"config", "submodule.recurse", "true"});
  write_file(work.repo().clone() / "mine.txt", "mine\n");
  work.repo().git({"add", "mine.txt"});
  work.repo().git({"commit", "--quiet", "-m", "Mine"});
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_THAT(work.repo().git({"ls-tree", "HEAD", "module"}), HasSubstr(std::string(40, '2')));
  EXPECT_THAT(work.status(), IsEmpty());
}

TEST(QueueRaces, ALinkedWorkTreeIsAWorkingSideToo) {
  Working work;
  work.fresh();
  work.repo().checkout("main");
  const auto linked = work.repo().folder() / "linked";
  work.repo().git({"worktree", "add", "--quiet", linked.string(), "ai/queue"});
  const auto git = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"-C", linked.string()});
    return work.repo().git(words);
  };
  write_file(linked / "mine.txt", "mine\n");
  git({"add", "mine.txt"});
  git({"commit", "--quiet", "-m", "Mine"});
  work.another("theirs.txt", "theirs\n");
  const auto said = work.queue_in(linked / ".", {"push"});
  EXPECT_EQ(said.outcome(), "pushed") << said.errors;
  EXPECT_EQ(work.local(), work.remote());
  EXPECT_EQ(read_file(linked / "theirs.txt"), "theirs\n");
  EXPECT_THAT(git({"status", "--porcelain"}), IsEmpty());
  EXPECT_THAT(work.status(), IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(work.repo().clone() / "theirs.txt"));
}

TEST(QueueRaces, AFolderTakesAFilesPlaceAndTheReverse) {
  Working work;
  work.fresh();
  work.another("a", "file\n");
  work.another("b/c", "in a folder\n");
  work.queue({"push"});
  Repo other = work.repo().another();
  other.git({"checkout", "--quiet", "-B", "ai/queue", "refs/remotes/origin/ai/queue"});
  other.remove("a").remove("b").write("a/x", "x\n").write("b", "b\n").commit("Swap\n", 4000);
  other.git({"push", "--quiet", "origin", "ai/queue"});
  work.commit("mine.txt", "mine\n");
  EXPECT_EQ(work.queue({"push"}).outcome(), "pushed");
  EXPECT_EQ(work.file("a/x"), "x\n");
  EXPECT_EQ(work.file("b"), "b\n");
  EXPECT_THAT(work.status(), IsEmpty());
}

TEST(QueueRaces, UntrackedFilesInAFolderThatGoesKeepIt) {
  Working work;
  work.another("b/c", "in a folder\n");
  work.fresh();
  Repo other = work.repo().another();
  other.git({"checkout", "--quiet", "-B", "ai/queue", "refs/remotes/origin/ai/queue"});
  other.remove("b").write("b", "b\n").commit("Swap\n", 4000);
  other.git({"push", "--quiet", "origin", "ai/queue"});
  work.repo().write("b/draft", "draft\n");
  const auto said = work.queue({"push"});
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(work.file("b/draft"), "draft\n");
  EXPECT_EQ(work.file("b/c"), "in a folder\n");
}

TEST(QueueRaces, NoHookOfTheCloneRunsButThatOfThePush) {
  Working work;
  work.fresh();
  work.commit("mine.txt", "mine\n");
  work.another("theirs.txt", "theirs\n");
  const auto ran = work.repo().folder() / "ran";
  for (const char* name : {"post-checkout", "post-merge", "post-rewrite", "reference-transaction",
                           "post-index-change", "pre-push", "pre-commit", "commit-msg"}) {
    const auto hook = work.repo().clone() / ".git/hooks" / name;
    write_file(hook, "#!/bin/sh\necho " + std::string(name) + " >> " + ran.string() + "\n");
    std::filesystem::permissions(hook, std::filesystem::perms::owner_all);
  }
  work.repo().git({"config", "core.fsmonitor", "echo fsmonitor >> " + ran.string() + "; true"});
  EXPECT_EQ(work.queue({"push"}).outcome(), "pushed");
  EXPECT_EQ(read_file(ran), "pre-push\n");
}

}  // namespace
}  // namespace sluice::test
