// What every forge owes about pull requests.

#include "forge/contract.hpp"

namespace sluice::test {

using forge::ForgeError;
using forge::State;
using Kind = forge::ForgeError::Kind;

std::string ForgeContract::work(const std::string& branch, const std::string& file) {
  const bool there = !repo().git({"branch", "--list", branch}).empty();
  if (there)
    repo().checkout(branch);
  else
    repo().branch(branch, "main");
  const auto made = repo().commit_file(file, ++commits);
  repo().push(branch);
  return made.hex();
}

forge::Pull ForgeContract::release() {
  work("develop", "work.txt");
  return forge().open("main", "develop", "release: develop → main", "opened at once");
}

std::string ForgeContract::remote_head(const std::string& branch) {
  return repo().remote_git({"rev-parse", branch}).substr(0, 40);
}

Kind refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const ForgeError& error) {
    EXPECT_FALSE(std::string(error.what()).empty());
    return error.kind;
  }
  throw std::runtime_error("the call was not refused");
}

TEST_P(ForgeContract, SaysWhetherItsOwnMergeWouldBeClean) {
  const auto pull = release();
  EXPECT_EQ(forge().mergeable(pull.number), true);
  // A tree's attributes settle this conflict in a clone, and nothing at a forge.
  repo()
      .branch("theirs", "main")
      .write(".gitattributes", "work.txt merge=union\n")
      .write("work.txt", "other\n");
  repo().commit("the same file", ++commits);
  repo().git({"push", "-q", "origin", "theirs:main"});
  EXPECT_EQ(forge().mergeable(pull.number), false);
  EXPECT_EQ(refusal([&] { forge().merge(pull.number, pull.head_sha); }), Kind::stale);
  forge().close(pull.number);
  EXPECT_EQ(forge().mergeable(pull.number), std::nullopt);
  EXPECT_EQ(refusal([&] { forge().mergeable(4711); }), Kind::missing);
}

TEST_P(ForgeContract, ActsAsItsViewer) {
  EXPECT_EQ(forge().viewer(), "collector");
}

TEST_P(ForgeContract, APullRequestReadsAsItWasOpened) {
  const auto head = work("develop", "a.txt");
  const auto made = forge().open("main", "develop", "release: develop → main", "the body\nof it");
  EXPECT_GT(made.number, 0);
  EXPECT_EQ(made.state, State::open);
  EXPECT_EQ(made.base, "main");
  EXPECT_EQ(made.head, "develop");
  EXPECT_FALSE(made.foreign);
  EXPECT_EQ(made.head_sha, head);
  EXPECT_EQ(made.title, "release: develop → main");
  EXPECT_EQ(made.body, "the body\nof it");
  EXPECT_EQ(made.author, "collector");
  EXPECT_NE(made.url, "");
  EXPECT_EQ(made.created_at, world->now());
  EXPECT_EQ(made.merged_at, std::nullopt);
  EXPECT_EQ(made.merge_sha, std::nullopt);

  const auto read = forge().pull(made.number);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->title, made.title);
  EXPECT_EQ(read->head_sha, head);
}

TEST_P(ForgeContract, ListsTheNewestOfTheTwoBranchesFirst) {
  const auto first = release();
  forge().close(first.number);
  world->advance(60);
  work("develop", "more.txt");
  const auto second = forge().open("main", "develop", "again", "");
  work("topic", "topic.txt");
  const auto other = forge().open("main", "topic", "another pair", "");

  const auto found = forge().pulls("main", "develop");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].number, second.number);
  EXPECT_EQ(found[1].number, first.number);
  EXPECT_EQ(found[1].state, State::closed);
  ASSERT_EQ(forge().pulls("main", "topic").size(), 1U);
  EXPECT_EQ(forge().pulls("main", "topic")[0].number, other.number);
  EXPECT_TRUE(forge().pulls("develop", "main").empty());
}

TEST_P(ForgeContract, AnUnknownNumberIsNoPullRequest) {
  EXPECT_EQ(forge().pull(4711), std::nullopt);
  EXPECT_EQ(forge().pull(-1), std::nullopt);
  EXPECT_EQ(refusal([&] { forge().close(4711); }), Kind::missing);
  EXPECT_EQ(refusal([&] { forge().merge(4711, std::string(40, 'a')); }), Kind::missing);
}

TEST_P(ForgeContract, RefusesToOpenWithNothingBetween) {
  repo().branch("develop", "main").push("develop");
  EXPECT_EQ(refusal([&] { forge().open("main", "develop", "empty", ""); }), Kind::refused);
  EXPECT_TRUE(forge().pulls("main", "develop").empty());
}

TEST_P(ForgeContract, RefusesToOpenFromOrIntoABranchThatIsNotThere) {
  work("develop", "a.txt");
  EXPECT_NE(refusal([&] { forge().open("main", "absent", "t", ""); }), Kind::stale);
  EXPECT_NE(refusal([&] { forge().open("absent", "develop", "t", ""); }), Kind::stale);
}

TEST_P(ForgeContract, ASecondOfTheSameBranchesIsStale) {
  release();
  EXPECT_EQ(refusal([&] { forge().open("main", "develop", "twice", ""); }), Kind::stale);
  EXPECT_EQ(forge().pulls("main", "develop").size(), 1U);
}

TEST_P(ForgeContract, TheHeadFollowsItsBranchWhileOpen) {
  const auto pull = release();
  world->advance(60);
  const auto later = work("develop", "later.txt");
  EXPECT_EQ(forge().pull(pull.number)->head_sha, later);
  EXPECT_EQ(forge().pull(pull.number)->updated_at, world->now());

  forge().close(pull.number);
  work("develop", "after.txt");
  EXPECT_EQ(forge().pull(pull.number)->head_sha, later);
  EXPECT_EQ(forge().pull(pull.number)->state, State::closed);
}

TEST_P(ForgeContract, ClosingTwiceIsClosed) {
  const auto pull = release();
  forge().close(pull.number);
  forge().close(pull.number);
  EXPECT_EQ(forge().pull(pull.number)->state, State::closed);
}

TEST_P(ForgeContract, AReopenedOneFollowsAgain) {
  const auto pull = release();
  forge().close(pull.number);
  const auto later = work("develop", "later.txt");
  world->reopen(pull.number);
  EXPECT_EQ(forge().pull(pull.number)->state, State::open);
  EXPECT_EQ(forge().pull(pull.number)->head_sha, later);
}

// main   A----M          M: parents A, B
//         \  /
// develop  B
TEST_P(ForgeContract, MergesByAMergeCommit) {
  const auto pull = release();
  const auto base = remote_head("main");
  world->advance(60);
  const auto merge = forge().merge(pull.number, pull.head_sha);
  EXPECT_EQ(remote_head("main"), merge);
  EXPECT_EQ(repo().remote_git({"log", "-1", "--format=%P", merge}), base + " " + pull.head_sha + "\n");
  EXPECT_EQ(repo().remote_git({"log", "-1", "--format=%s", merge}),
            "Merge pull request #" + std::to_string(pull.number) + " from develop\n");
  EXPECT_EQ(repo().remote_git({"rev-parse", merge + "^{tree}"}),
            repo().remote_git({"rev-parse", "develop^{tree}"}));

  const auto read = forge().pull(pull.number);
  EXPECT_EQ(read->state, State::merged);
  EXPECT_EQ(read->head_sha, pull.head_sha);
  EXPECT_EQ(read->merge_sha, merge);
  EXPECT_EQ(read->merged_at, world->now());
}

TEST_P(ForgeContract, MergesBesideWhatMainGotMeanwhile) {
  const auto pull = release();
  const auto other = work("main", "main.txt");
  const auto merge = forge().merge(pull.number, pull.head_sha);
  EXPECT_EQ(repo().remote_git({"log", "-1", "--format=%P", merge}), other + " " + pull.head_sha + "\n");
  EXPECT_EQ(repo().remote_git({"ls-tree", "--name-only", merge, "main.txt", "work.txt"}),
            "main.txt\nwork.txt\n");
}

TEST_P(ForgeContract, MergesOnlyTheHeadThatWasNamed) {
  const auto pull = release();
  const auto base = remote_head("main");
  const auto later = work("develop", "later.txt");
  EXPECT_EQ(refusal([&] { forge().merge(pull.number, pull.head_sha); }), Kind::stale);
  EXPECT_EQ(remote_head("main"), base);
  EXPECT_EQ(forge().pull(pull.number)->state, State::open);
  forge().merge(pull.number, later);
  EXPECT_EQ(forge().pull(pull.number)->head_sha, later);
}

TEST_P(ForgeContract, MergesOnce) {
  const auto pull = release();
  const auto merge = forge().merge(pull.number, pull.head_sha);
  EXPECT_EQ(refusal([&] { forge().merge(pull.number, pull.head_sha); }), Kind::stale);
  EXPECT_EQ(remote_head("main"), merge);
}

TEST_P(ForgeContract, AConflictIsStaleAndMovesNothing) {
  const auto pull = release();
  repo().checkout("main").write("work.txt", "main's own\n");
  const auto other = repo().commit("The same file on main", ++commits);
  repo().push("main");
  EXPECT_EQ(refusal([&] { forge().merge(pull.number, pull.head_sha); }), Kind::stale);
  EXPECT_EQ(remote_head("main"), other.hex());
  EXPECT_EQ(forge().pull(pull.number)->state, State::open);
}

TEST_P(ForgeContract, AClosedOneIsNotMerged) {
  const auto pull = release();
  const auto base = remote_head("main");
  forge().close(pull.number);
  EXPECT_EQ(refusal([&] { forge().merge(pull.number, pull.head_sha); }), Kind::stale);
  EXPECT_EQ(remote_head("main"), base);
}

TEST_P(ForgeContract, AMergedOneIsNotClosed) {
  const auto pull = release();
  forge().merge(pull.number, pull.head_sha);
  EXPECT_EQ(refusal([&] { forge().close(pull.number); }), Kind::stale);
  EXPECT_EQ(forge().pull(pull.number)->state, State::merged);
}

// main is pushed by hand to a commit that holds the head, as the fold of a release is.
TEST_P(ForgeContract, AHeadThatBaseCameToHoldReadsAsMerged) {
  const auto pull = release();
  work("main", "main.txt");
  repo().checkout("develop");
  const auto fold = repo().merge("main", ++commits);
  repo().git({"push", "-q", "origin", fold.hex() + ":refs/heads/main"});
  world->advance(60);

  const auto read = forge().pull(pull.number);
  EXPECT_EQ(read->state, State::merged);
  EXPECT_EQ(read->head_sha, pull.head_sha);
  EXPECT_EQ(read->merge_sha, fold.hex());
  EXPECT_EQ(read->merged_at, world->now());
  EXPECT_EQ(forge().pulls("main", "develop").front().state, State::merged);
}

TEST_P(ForgeContract, AMergedOneStaysAsItWas) {
  const auto pull = release();
  const auto merge = forge().merge(pull.number, pull.head_sha);
  repo().fetch().branch("develop", merge).push("develop");  // The return stroke,
  work("develop", "next.txt");                              // and the next window.
  const auto read = forge().pull(pull.number);
  EXPECT_EQ(read->state, State::merged);
  EXPECT_EQ(read->head_sha, pull.head_sha);
  EXPECT_EQ(read->merge_sha, merge);
  EXPECT_NE(forge().open("main", "develop", "next", "").number, pull.number);
}

TEST_P(ForgeContract, SaysThatAHeadIsForeign) {
  const auto sha = work("elsewhere", "evil.txt");
  const auto foreign = world->foreign_pull("main", "develop", sha);
  EXPECT_TRUE(foreign.foreign);
  const auto own = release();  // A fork's pull request with our branch's name is in nobody's way.
  const auto found = forge().pulls("main", "develop");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].number, own.number);
  EXPECT_FALSE(found[0].foreign);
  EXPECT_EQ(found[1].number, foreign.number);
  EXPECT_TRUE(found[1].foreign);
  EXPECT_EQ(found[1].head_sha, sha);
  EXPECT_EQ(found[1].state, State::open);
}

}  // namespace sluice::test
