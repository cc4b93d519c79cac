// One pick at a time: what is kept of the commit, what is refused, and the guard's cases, each as a small
// story.

#include <string>

#include "git/pick_fixture.hpp"

namespace sluice::git {
namespace {

// base -- mine (queue)
//     \-- theirs (main)
TEST_F(PickTest, MakesTheCommitThatGitMakes) {
  repo.branch("queue").write("b/b.txt", "b\nmine\n");
  const Oid mine = repo.commit("Mine\n\nWith a body.\n", 2);
  repo.checkout("main").write("c/d/e.txt", "e\ntheirs\n");
  const Oid theirs = repo.commit("Theirs", 3);
  const Oid gits = repo.cherry_pick(mine, 4);

  const Pick made = pick(mine, theirs);
  ASSERT_EQ(made.verdict, PickVerdict::applied);
  EXPECT_EQ(made.merge.decided, Decided::descent);
  EXPECT_EQ(made.merge.tree, repo.tree(gits));
  EXPECT_EQ(git_bytes(*made.made), "tree " + repo.tree(gits).hex() + "\nparent " + theirs.hex() +
                                       "\nauthor " + read_commit(room().store, mine).author + "\ncommitter " +
                                       committer.line() + "\n\n" + repo.message(gits));
  EXPECT_TRUE(room().scratch.git({"fsck", "--strict", made.made->hex()}).ok());
}

TEST_F(PickTest, KeepsMessageBytesAuthorAndEncodingAndDropsTheSignature) {
  const std::string head = "tree " + repo.tree(base).hex() + "\nparent " + base.hex() + "\n";
  const std::string author = "author \xe9lodie <e@x> 1600000000 -0730\n";
  const std::string text = head + author + "committer X <x@x> 1600000001 +0000\nencoding ISO-8859-1\n" +
                           "gpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\n" +
                           "\ncaf\xe9  \n\n\n\nbody \r\n";
  const Oid signed_commit = Oid::from_hex(
      repo.git({"hash-object", "-t", "commit", "-w", "--stdin", "--literally"}, 0, text).substr(0, 40));
  const Oid onto = repo.commit_file("other.txt", 2);
  const Pick made = pick(signed_commit, onto, {.copy_line = false, .keep_empty = true});
  ASSERT_TRUE(made.made.has_value());
  EXPECT_EQ(git_bytes(*made.made), "tree " + repo.tree(onto).hex() + "\nparent " + onto.hex() + "\n" +
                                       author + "committer " + committer.line() +
                                       "\nencoding ISO-8859-1\n\ncaf\xe9  \n\n\n\nbody \r\n");
}

TEST_F(PickTest, ARootCommitIsPickedAgainstNothing) {
  repo.git({"checkout", "-q", "--orphan", "other"});
  repo.git({"rm", "-rfq", "."});
  repo.write("new.txt", "new\n");
  const Oid root = repo.commit("Root", 2);
  const Pick made = pick(root, base);
  ASSERT_EQ(made.verdict, PickVerdict::applied);
  EXPECT_EQ(git_file(*made.made, "new.txt"), "new\n");
  EXPECT_EQ(git_file(*made.made, "b/b.txt"), "b\n");
}

TEST_F(PickTest, AMergeIsRefusedByName) {
  repo.branch("side");
  repo.commit_file("side.txt", 2);
  repo.checkout("main");
  repo.commit_file("main.txt", 3);
  const Oid merge = repo.merge("side", 4);
  try {
    pick(merge, base);
    FAIL() << "a merge was picked";
  } catch (const GitError& error) {
    EXPECT_NE(std::string(error.what()).find(merge.hex()), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("it is a merge of 2 parents"), std::string::npos);
  }
}

TEST_F(PickTest, WhatIsThereAlreadyIsEmpty) {
  const Oid mine = repo.commit_file("a.txt", 2);
  const Oid after = repo.commit_file("z.txt", 3);
  const Pick dropped = pick(mine, after);
  EXPECT_EQ(dropped.verdict, PickVerdict::empty);
  EXPECT_FALSE(dropped.made.has_value());
  const Pick kept = pick(mine, after, {.copy_line = true, .keep_empty = true});
  EXPECT_EQ(kept.verdict, PickVerdict::empty);
  ASSERT_TRUE(kept.made.has_value());
  EXPECT_EQ(read_commit(room().store, *kept.made).tree, repo.tree(after));
}

TEST_F(PickTest, APickOntoItsOwnParentsTreeTakesItsTree) {
  const Oid mine = repo.commit_file("a.txt", 2);
  repo.checkout("main");
  const Pick made = pick(mine, base);
  EXPECT_EQ(made.merge.tree, repo.tree(mine));
  EXPECT_EQ(room().store.pending(), 1U) << "the commit alone is new";
}

TEST_F(PickTest, AConflictNamesItsPathsAndMakesNothing) {
  repo.branch("queue").write("a.txt", "1\n2\nmine\n4\n5\n");
  const Oid mine = repo.commit("Mine", 2);
  repo.checkout("main").write("a.txt", "1\n2\ntheirs\n4\n5\n");
  const Oid theirs = repo.commit("Theirs", 3);
  const Pick refused = pick(mine, theirs);
  EXPECT_EQ(refused.verdict, PickVerdict::conflict);
  EXPECT_FALSE(refused.made.has_value());
  EXPECT_EQ(refused.merge.paths, std::vector<std::string>{"a.txt"});
  EXPECT_EQ(refused.merge.decided, Decided::content);
  room().store.flush();
  EXPECT_NE(room().scratch.must({"cat-file", "blob", refused.merge.tree.hex() + ":a.txt"}).find("<<<<<<<"),
            std::string::npos);
}

TEST_F(PickTest, ContentsOfManyFoldersAreMergedInOneQuestion) {
  // Three names whose order as paths is not their order in a tree.
  repo.write("a/x", "1\n2\n3\n").write("a.b/y", "1\n2\n3\n").write("a0", "1\n2\n3\n");
  const Oid common = repo.commit("Common", 2);
  repo.branch("queue", common.hex());
  repo.write("a/x", "0\n1\n2\n3\n").write("a.b/y", "0\n1\n2\n3\n").write("a0", "0\n1\n2\n3\n");
  const Oid mine = repo.commit("Mine", 3);
  repo.checkout("main")
      .write("a/x", "1\n2\n3\n4\n")
      .write("a.b/y", "1\n2\n3\n4\n")
      .write("a0", "1\n2\n3\n4\n");
  const Oid theirs = repo.commit("Theirs", 4);
  const Pick made = pick(mine, theirs);
  ASSERT_EQ(made.verdict, PickVerdict::applied);
  EXPECT_EQ(made.merge.decided, Decided::content);
  EXPECT_EQ(made.merge.tree, repo.tree(repo.cherry_pick(mine, 5)));
}

// A queue whose every commit changes what main changed: the first pick asks about all the files there are.
TEST_F(PickTest, ExpectedPicksAreTheSamePicks) {
  const auto lines = [](const std::string& first, const std::string& last) {
    return first + "\n2\n3\n4\n" + last + "\n";
  };
  for (int file = 0; file < 4; ++file) repo.write("f" + std::to_string(file), lines("1", "5"));
  repo.write(".gitattributes", "f3 merge=union\n");
  repo.commit("Files", 2);
  repo.branch("queue");
  std::vector<Oid> queue;
  for (int i = 0; i < 12; ++i) {
    repo.write("f" + std::to_string(i % 4), lines("1", std::to_string(i)));
    queue.push_back(repo.commit("Change " + std::to_string(i), 3 + i));
  }
  repo.checkout("main");
  for (int file = 0; file < 4; ++file) repo.write("f" + std::to_string(file), lines("main", "5"));
  const Oid main = repo.commit("Main", 20);
  repo.git({"checkout", "-q", "-b", "gits", main.hex()});
  for (const Oid& commit : queue) repo.cherry_pick(commit, 30);

  room().picker.expect(queue);
  Oid tip = main;
  for (const Oid& commit : queue) {
    const Pick made = pick(commit, tip);
    ASSERT_EQ(made.verdict, PickVerdict::applied);
    EXPECT_EQ(made.merge.decided, Decided::content);
    tip = *made.made;
  }
  EXPECT_EQ(read_commit(room().store, tip).tree, repo.tree("gits"));
  // A commit, a tree and a blob for each, and nothing of what was only tried.
  EXPECT_EQ(room().store.pending(), 3 * queue.size());
}

// The target's attributes decide, at any depth, whatever the clone has checked out; another target's have no
// say.
TEST_F(PickTest, AttributesAreTheTargetTrees) {
  repo.write("b/deep/.gitattributes", "*.log merge=union\n").write("b/deep/x.log", "1\n");
  const Oid common = repo.commit("Attributes", 2);
  repo.branch("queue").write("b/deep/x.log", "1\nmine\n");
  const Oid mine = repo.commit("Mine", 3);
  repo.checkout("main").write("b/deep/x.log", "1\ntheirs\n");
  const Oid with = repo.commit("Theirs", 4);
  repo.remove("b/deep/.gitattributes");
  const Oid without = repo.commit("No attributes", 5);
  repo.write(".gitattributes", "*.log binary\n").write("b/deep/.gitattributes", "*.log merge=union\n");
  const Oid nearer = repo.commit("The nearer file wins", 6);
  repo.checkout("main");
  repo.git({"checkout", "-q", "--detach", base.hex()});

  for (int round = 0; round < 2; ++round) {
    const Pick united = pick(mine, with);
    ASSERT_EQ(united.verdict, PickVerdict::applied);
    EXPECT_EQ(git_file(*united.made, "b/deep/x.log"), "1\ntheirs\nmine\n");
    EXPECT_EQ(pick(mine, without).verdict, PickVerdict::conflict);
    EXPECT_EQ(pick(mine, nearer).verdict, PickVerdict::applied);
  }
  EXPECT_FALSE(common.is_zero());
}

// A whole merge reads the same attributes: here the commit's file has moved, so that git decides on
// everything.
TEST_F(PickTest, AWholeMergeReadsTheTargetsAttributesToo) {
  repo.write("b/.gitattributes", "*.log merge=union\n").write("b/x.log", "1\n2\n3\n4\n5\n6\n7\n8\n");
  repo.commit("Attributes", 2);
  repo.branch("queue").write("b/x.log", "1\n2\n3\n4\n5\n6\n7\n8\nmine\n");
  const Oid mine = repo.commit("Mine", 3);
  repo.checkout("main").rename("b/x.log", "b/y.log").append("b/y.log", "theirs\n");
  const Oid moved = repo.commit("Moved", 4);
  const Pick made = pick(mine, moved);
  ASSERT_EQ(made.verdict, PickVerdict::applied);
  EXPECT_EQ(made.merge.decided, Decided::merge);
  EXPECT_EQ(git_file(*made.made, "b/y.log"), "1\n2\n3\n4\n5\n6\n7\n8\ntheirs\nmine\n");
}

TEST_F(PickTest, NeitherTheUsersConfigurationNorTheCloneDecides) {
  repo.branch("queue").write("a.txt", "1\n2\n3\n4\n5\nmine\n");
  const Oid mine = repo.commit("Mine", 2);
  repo.checkout("main").write("a.txt", "1\n2\n3\n4\n5\ntheirs\n");
  const Oid theirs = repo.commit("Theirs", 3);
  test::write_file(repo.clone() / ".git/info/attributes", "* merge=union\n");
  repo.git({"config", "merge.default", "union"});
  test::write_file(repo.clone() / ".gitattributes", "* merge=union\n");
  EXPECT_EQ(pick(mine, theirs).verdict, PickVerdict::conflict);
}

/// A tree that git of today would not write, by the raw bytes of its entries.
Oid raw_tree(const Repo& repo, const std::vector<std::pair<std::string, Oid>>& entries) {
  std::string data;
  for (const auto& [head, id] : entries) {
    data += head;
    data.push_back('\0');
    data.append(reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size());
  }
  return Oid::from_hex(
      repo.git({"hash-object", "-t", "tree", "-w", "--stdin", "--literally"}, 0, data).substr(0, 40));
}

// Old repositories hold group-writable modes. git writes a folder anew with modes of today once it went into
// it, so such a pick is git's.
TEST_F(PickTest, ModesOfOldAreLeftToGit) {
  const auto blob = [&](const char* text) {
    return Oid::from_hex(repo.git({"hash-object", "-w", "--stdin"}, 0, text).substr(0, 40));
  };
  const Oid one = blob("1\n"), two = blob("2\n"), three = blob("3\n");
  const Oid before = raw_tree(repo, {{"100664 a", one}, {"100664 b", one}});
  const Oid ours = raw_tree(repo, {{"100664 a", two}, {"100664 b", one}});
  const Oid theirs = raw_tree(repo, {{"100664 a", one}, {"100664 b", three}});
  const TreeMerge merged = room().picker.merge(before, ours, theirs);
  EXPECT_EQ(merged.decided, Decided::merge);
  EXPECT_TRUE(merged.clean);
  EXPECT_EQ(room().scratch.must({"ls-tree", merged.tree.hex()}),
            "100644 blob " + two.hex() + "\ta\n100644 blob " + three.hex() + "\tb\n");
}

TEST_F(PickTest, ATreeWhoseFoldersLeadOutsideWritesNothingThere) {
  const auto blob = [&](const std::string& text) {
    return Oid::from_hex(repo.git({"hash-object", "-w", "--stdin"}, 0, text).substr(0, 40));
  };
  const Oid rules = raw_tree(repo, {{"100644 .gitattributes", blob("* merge=union\n")}});
  const auto tree = [&](const std::string& text) {
    return raw_tree(repo, {{"40000 ..", rules}, {"40000 .git", rules}, {"100644 f", blob(text)}});
  };
  const Oid target = tree("1\n2\n3\n4\n"), picked = tree("0\n1\n2\n3\n");
  const TreeMerge merged = room().picker.merge(tree("1\n2\n3\n"), target, picked);
  EXPECT_EQ(merged.decided, Decided::content);
  EXPECT_TRUE(merged.clean);
  EXPECT_FALSE(std::filesystem::exists(room().scratch.directory() / ".gitattributes"));
}

TEST_F(PickTest, TheSameQuestionHasTheSameAnswerAfterAFlush) {
  repo.branch("queue").write("a.txt", "0\n1\n2\n3\n4\n5\n");
  const Oid mine = repo.commit("Mine", 2);
  repo.checkout("main").write("a.txt", "1\n2\n3\n4\n5\n6\n");
  const Oid theirs = repo.commit("Theirs", 3);
  const Pick first = pick(mine, theirs);
  const std::size_t made = room().store.pending();
  EXPECT_EQ(pick(mine, theirs).made, first.made);
  EXPECT_EQ(room().store.pending(), made);
  room().store.flush();
  EXPECT_EQ(pick(mine, theirs).made, first.made);
  EXPECT_EQ(room().store.pending(), 0U);
}

}  // namespace
}  // namespace sluice::git
