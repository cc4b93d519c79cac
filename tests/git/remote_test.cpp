#include <stdlib.h>

#include <fstream>

#include "git/remote_fixture.hpp"
#include "host/git/words.hpp"

namespace sluice::git {
namespace {

namespace fs = std::filesystem;
using test::Repo;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Status = PushResult::Status;

std::map<std::string, fs::file_time_type> files_below(const fs::path& folder) {
  std::map<std::string, fs::file_time_type> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[entry.path().string()] = entry.last_write_time();
  }
  return files;
}

INSTANTIATE_TEST_SUITE_P(Transports, RemoteOver, testing::Bool(),
                         [](const auto& info) { return info.param ? "Http" : "Path"; });

TEST_P(RemoteOver, FetchBringsWhatIsNewWithItsTrackingRef) {
  Repo other = repo.another();
  other.branch("develop", "origin/main");
  const Oid theirs = other.commit_file("b.txt", 2);
  other.push("develop");
  Pass pass(repo);
  const Refs refs = pass.remote.fetch({"main", "develop", "absent"});
  EXPECT_EQ(refs, (Refs{{"main", repo.id("main")}, {"develop", theirs}, {"absent", std::nullopt}}));
  EXPECT_EQ(pass.history.commit(theirs).subject(), "b.txt 2");
  EXPECT_EQ(repo.id("refs/remotes/origin/develop"), theirs);
  EXPECT_EQ(pass.remote.read("develop"), theirs);
  expect_sound_clone();
}

TEST_P(RemoteOver, FetchOfWhatIsHereIsOnlyAReading) {
  Pass(repo).remote.fetch({"main"});
  const auto before = files_below(repo.clone());
  EXPECT_EQ(Pass(repo).remote.fetch({"main"}).at("main"), repo.id("main"));
  EXPECT_EQ(files_below(repo.clone()), before);
}

TEST_P(RemoteOver, ADryFetchWritesNothingInTheClone) {
  repo.git({"config", "fetch.prune", "true"});
  repo.git({"config", "fetch.writeCommitGraph", "true"});
  repo.git({"config", "fetch.recurseSubmodules", "true"});
  Repo other = repo.another();
  other.branch("develop", "origin/main");
  const Oid theirs = other.commit_file("b.txt", 2);
  other.push("develop");
  const auto before = files_below(repo.clone());
  {
    Pass pass(repo, false);
    EXPECT_EQ(pass.remote.fetch({"develop"}).at("develop"), theirs);
    EXPECT_EQ(pass.history.range({repo.id("main")}, theirs), std::vector<Oid>{theirs});
    EXPECT_EQ(pass.remote.read("develop"), theirs);
    EXPECT_THROW(pass.remote.push({"develop", theirs, theirs}, pass.history), GitError);
  }
  EXPECT_EQ(files_below(repo.clone()), before);
}

TEST_P(RemoteOver, AStaleLockOnTheTrackingRefChangesNothing) {
  Repo other = repo.another();
  other.branch("develop", "origin/main");
  const Oid theirs = other.commit_file("b.txt", 2);
  other.push("develop");
  test::write_file(repo.clone() / ".git/refs/remotes/origin/develop.lock", "");
  Pass pass(repo);
  EXPECT_EQ(pass.remote.fetch({"develop"}).at("develop"), theirs);
  EXPECT_EQ(pass.history.commit(theirs).subject(), "b.txt 2");
}

TEST_P(RemoteOver, APushLandsWithObjectsThatOnlyWeHave) {
  Pass pass(repo);
  const Oid main = *pass.remote.read("main");
  const Oid mine = pass.child_of(main, "made in memory\n");
  const PushResult result = pass.remote.push({"main", main, mine}, pass.history);
  EXPECT_EQ(result.status, Status::landed) << result.reason;
  EXPECT_EQ(result.at, mine);
  EXPECT_EQ(remote_head("main"), mine);
  EXPECT_EQ(pass.remote.read("main"), mine);
  // The clone knows nothing of it: a ref to it would dangle when the pass is over.
  EXPECT_EQ(repo.id("refs/remotes/origin/main"), main);
  expect_sound_clone();
}

TEST_P(RemoteOver, ABranchIsMadeOnlyWhereNoneIs) {
  Pass pass(repo);
  const Oid main = *pass.remote.read("main");
  const Oid mine = pass.child_of(main, "new\n");
  EXPECT_EQ(pass.remote.push({"ai/queue", std::nullopt, main}, pass.history).status, Status::landed);
  const PushResult second = pass.remote.push({"ai/queue", std::nullopt, mine}, pass.history);
  EXPECT_EQ(second.status, Status::stale);
  EXPECT_EQ(second.at, main);
  EXPECT_EQ(remote_head("ai/queue"), main);
}

TEST_P(RemoteOver, ALostRaceIsStaleAndMovesNothing) {
  Pass pass(repo);
  const Oid main = *pass.remote.read("main");
  Repo other = repo.another();
  other.checkout("main");
  const Oid theirs = other.commit_file("b.txt", 2);
  other.push("main");
  const PushResult result = pass.remote.push({"main", main, pass.child_of(main, "late\n")}, pass.history);
  EXPECT_EQ(result.status, Status::stale);
  EXPECT_EQ(result.at, theirs);
  EXPECT_EQ(remote_head("main"), theirs);
}

TEST_P(RemoteOver, ARaceThatGitCannotSeeBeforeTheHookIsStaleToo) {
  Pass pass(repo);
  const Oid main = *pass.remote.read("main");
  Repo other = repo.another();
  other.branch("theirs", "origin/main");
  const Oid theirs = other.commit_file("b.txt", 2);
  other.push("theirs");
  repo.remote_hook("pre-receive",
                   "unset GIT_QUARANTINE_PATH\ngit update-ref refs/heads/main " + theirs.hex() + "\n");
  const PushResult result = pass.remote.push({"main", main, pass.child_of(main, "late\n")}, pass.history);
  EXPECT_EQ(result.status, Status::stale) << result.reason;
  EXPECT_EQ(result.at, theirs);
  EXPECT_EQ(remote_head("main"), theirs);
}

TEST_P(RemoteOver, WhatIsThereAlreadyHasLandedWhoeverMovedIt) {
  Pass pass(repo);
  const Oid main = *pass.remote.read("main");
  Repo other = repo.another();
  other.checkout("main");
  const Oid theirs = other.commit_file("b.txt", 2);
  other.push("main");
  pass.remote.read("main");
  const PushResult result = pass.remote.push({"main", main, theirs}, pass.history);
  EXPECT_EQ(result.status, Status::landed);
  EXPECT_EQ(result.at, theirs);
}

TEST_P(RemoteOver, AHooksRefusalIsItsWordsAndMovesNothing) {
  Pass pass(repo);
  const Oid main = *pass.remote.read("main");
  repo.remote_hook("pre-receive", "echo 'GH006: no \033[31mred\033[0m pushes' >&2\nexit 1\n");
  const PushResult result = pass.remote.push({"main", main, pass.child_of(main, "x\n")}, pass.history);
  EXPECT_EQ(result.status, Status::refused);
  EXPECT_EQ(result.at, main);
  EXPECT_THAT(result.reason, AllOf(HasSubstr("pre-receive hook declined"), HasSubstr("GH006: no red pushes"),
                                   Not(HasSubstr("\033"))));
}

TEST_P(RemoteOver, ALockedRefIsRefused) {
  Pass pass(repo);
  const Oid main = *pass.remote.read("main");
  test::write_file(repo.remote() / "refs/heads/main.lock", "");
  const PushResult result = pass.remote.push({"main", main, pass.child_of(main, "x\n")}, pass.history);
  EXPECT_EQ(result.status, Status::refused);
  EXPECT_EQ(result.at, main);
  EXPECT_FALSE(result.reason.empty());
}

TEST_P(RemoteOver, AFolderInTheWayIsRefused) {
  Pass pass(repo);
  const Oid main = *pass.remote.read("main");
  EXPECT_EQ(pass.remote.push({"review", std::nullopt, main}, pass.history).status, Status::landed);
  const PushResult result = pass.remote.push({"review/1", std::nullopt, main}, pass.history);
  EXPECT_EQ(result.status, Status::refused);
  EXPECT_EQ(result.at, std::nullopt);
}

TEST_P(RemoteOver, OnlyARewriteMayGoBack) {
  Pass pass(repo);
  const Oid main = *pass.remote.read("main");
  const Oid mine = pass.child_of(main, "one\n"), other = pass.child_of(main, "two\n");
  ASSERT_EQ(pass.remote.push({"ai/queue", std::nullopt, mine}, pass.history).status, Status::landed);
  const PushResult asserted = pass.remote.push({"ai/queue", mine, other}, pass.history);
  EXPECT_EQ(asserted.status, Status::refused);
  EXPECT_THAT(asserted.reason, HasSubstr("does not descend"));
  EXPECT_EQ(remote_head("ai/queue"), mine);

  repo.remote_git({"config", "receive.denyNonFastForwards", "true"});
  const PushResult denied = pass.remote.push({"ai/queue", mine, other, true}, pass.history);
  EXPECT_EQ(denied.status, Status::refused);
  EXPECT_THAT(denied.reason, HasSubstr("non-fast-forward"));
  EXPECT_EQ(remote_head("ai/queue"), mine);

  repo.remote_git({"config", "receive.denyNonFastForwards", "false"});
  EXPECT_EQ(pass.remote.push({"ai/queue", mine, other, true}, pass.history).status, Status::landed);
  EXPECT_EQ(remote_head("ai/queue"), other);
  EXPECT_EQ(pass.remote.push({"ai/queue", mine, main, true}, pass.history).status, Status::stale)
      << "a wrong lease";
}

TEST_P(RemoteOver, NothingButTheOneBranchIsPushed) {
  repo.git({"tag", "-a", "v1", "-m", "v1"});
  repo.git({"config", "push.followTags", "true"});
  repo.git({"config", "push.gpgSign", "if-asked"});
  repo.git({"config", "remote.origin.mirror", "true"});
  const fs::path hook = repo.clone() / ".git/hooks/pre-push";
  test::write_file(hook, "#!/bin/sh\nexit 1\n");
  fs::permissions(hook, fs::perms::owner_all);
  Pass pass(repo);
  const Oid main = *pass.remote.read("main");
  EXPECT_EQ(pass.remote.push({"develop", std::nullopt, pass.child_of(main, "x\n")}, pass.history).status,
            Status::landed);
  EXPECT_EQ(repo.remote_git({"for-each-ref", "--format=%(refname)"}),
            "refs/heads/develop\nrefs/heads/main\n");
}

TEST(Remote, ReachesObjectsOfACloneAtAnOddPath) {
  Repo repo;
  repo.commit_file("a.txt", 1);
  repo.push("main");
  const fs::path odd = repo.folder() / "a:b \"c\" \\d";
  repo.git({"clone", "-q", repo.remote().string(), odd.string()});
  const Scratch scratch(odd);
  ObjectStore store(scratch);
  History history(store);
  Remote remote(scratch, store, "origin", true);
  const Oid main = *remote.read("main");
  Commit commit = history.commit(main);
  commit.parents = {main};
  const Oid mine = store.put(Kind::commit, commit.serialize());
  EXPECT_EQ(remote.push({"main", main, mine}, history).status, Status::landed);
}

TEST(Words, AreWithoutCredentialsAndControlCharacters) {
  struct Case {
    std::string given, shown;
  };
  for (const auto& [given, shown] : {
           Case{"", ""},
           Case{"fatal: unable to access 'https://u:p@h/x.git/': no\n",
                "fatal: unable to access 'https://h/x.git/': no"},
           Case{"https://tok@h/x?access_token=abc end", "https://h/x end"},
           Case{"http://a:b@c@d/e and ssh://u@h/x", "http://d/e and ssh://h/x"},
           Case{"one\r\ntwo\n\n\nthree\t!", "one / two / three !"},
           Case{"\033[1;31mred\033[0m\a", "red"},
           Case{"caf\xe9", "caf?"},
           Case{"://", "://"},
       }) {
    EXPECT_EQ(inert_words(given), shown) << given;
  }
  EXPECT_THAT(inert_words(std::string(2000, 'x')), HasSubstr("(1400 more)"));
}

}  // namespace
}  // namespace sluice::git
