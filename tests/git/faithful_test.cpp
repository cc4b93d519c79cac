// What may be answered where git's own pick or merge conflicts, each conflict made by git itself in a real
// work tree and settled there.

#include "host/git/faithful.hpp"

#include <gmock/gmock.h>

#include "git/owed_fixture.hpp"

namespace sluice::git {
namespace {

using testing::HasSubstr;
using testing::Optional;

constexpr const char* kLines = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

///   base --- theirs (the commit that is picked)
///       \--- ours (what it is picked onto)
class Faithful : public testing::Test {
 protected:
  Faithful() {
    repo.write("text", kLines).write("calm", "calm\n").write("dir/a", "a\n").write("dir/b", "b\n");
    repo.write("dir/c", "c\n").write("bin", std::string("\0\1", 2));
    repo.commit("base\n", 1);
    repo.git({"branch", "ours"});
    repo.branch("theirs");
  }
  /// What was written so far is the picked commit's; what follows is ours.
  void then_ours() {
    original = repo.commit("theirs\n", ++now);
    repo.checkout("ours");
  }
  /// git's own pick in the work tree, its conflicts open there.
  void pick() {
    onto = repo.commit("ours\n", ++now);
    repo.git({"cherry-pick", original.hex()}, 1);
  }
  /// The verdict on the files as they lie.
  std::optional<std::string> verdict() {
    repo.git({"add", "-A"});
    const Oid tree = *Oid::parse(repo.git({"write-tree"}).substr(0, 40));
    Opened opened(repo);
    return unfaithful_copy(opened.store, opened.history, opened.picker, original, onto, tree);
  }
  void expect_only_this_answer() {
    EXPECT_EQ(verdict(), std::nullopt);
    repo.write("calm", "touched\n");
    EXPECT_THAT(verdict(), Optional(HasSubstr("changes calm, which git merges by itself")));
    repo.git({"checkout", "-q", onto.hex(), "--", "calm"});
    repo.write("smuggled", "x\n");
    EXPECT_THAT(verdict(), Optional(HasSubstr("smuggled")));
    repo.remove("smuggled");
    EXPECT_EQ(verdict(), std::nullopt);
  }

  Repo repo;
  Oid original, onto;
  int now = 1;
};

TEST_F(Faithful, ACleanPickIsGitsOwnToTheByte) {
  repo.write("text", std::string("0\n") + kLines);
  then_ours();
  repo.write("text", std::string(kLines) + "10\n");
  onto = repo.commit("ours\n", ++now);
  repo.git({"cherry-pick", original.hex()});
  EXPECT_EQ(verdict(), std::nullopt);
  repo.write("text", std::string("0\n") + kLines + "10 \n");
  EXPECT_THAT(verdict(), Optional(HasSubstr("changes text")));
  repo.git({"checkout", "-q", onto.hex(), "--", "."});
  EXPECT_THAT(verdict(), Optional(HasSubstr("changes text"))) << "an empty copy drops what applies";
}

TEST_F(Faithful, WhatIsThereAlreadyIsAnEmptyCopy) {
  repo.write("text", "new\n");
  then_ours();
  repo.write("text", "new\n");
  onto = repo.commit("ours\n", ++now);
  EXPECT_EQ(verdict(), std::nullopt);
  repo.write("text", "other\n");
  EXPECT_THAT(verdict(), Optional(HasSubstr("changes text")));
}

TEST_F(Faithful, AConflictIsAnsweredInItsFile) {
  repo.write("text", "theirs\n").write("dir/a", "theirs\n");
  then_ours();
  repo.write("text", "ours\n");
  pick();
  EXPECT_THAT(verdict(), Optional(HasSubstr("text still holds git's conflict marks")));
  repo.write("text", "both\n");
  expect_only_this_answer();
  repo.write("dir/a", "a\n");
  EXPECT_THAT(verdict(), Optional(HasSubstr("changes dir/a"))) << "what applied cleanly is not taken back";
  repo.write("dir/a", "theirs\n").remove("text");
  EXPECT_EQ(verdict(), std::nullopt) << "to delete it is an answer, too";
  repo.git({"checkout", "-q", "--force", onto.hex(), "--", "."});
  EXPECT_THAT(verdict(), Optional(HasSubstr("changes dir/a"))) << "an empty copy drops what applied cleanly";
}

TEST_F(Faithful, NobodyMakesANameUnderWhichGitSetsAside) {
  repo.write("text", "theirs\n");
  then_ours();
  repo.write("text", "ours\n");
  pick();
  repo.write("text", "both\n").write("text~" + std::string(40, 'a'), "never read\n");
  EXPECT_THAT(verdict(), Optional(HasSubstr("changes text~aaaa")));
}

TEST_F(Faithful, AnAnswerIsOfAKindThatASideHad) {
  repo.write("text", "theirs\n");
  then_ours();
  repo.write("text", "ours\n");
  pick();
  repo.write("text", "both\n");
  EXPECT_EQ(verdict(), std::nullopt);
  const auto file = repo.clone() / "text";
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  EXPECT_THAT(verdict(), Optional(HasSubstr("neither side had")));
  std::filesystem::remove(file);
  std::filesystem::create_symlink("/etc/passwd", file);
  EXPECT_THAT(verdict(), Optional(HasSubstr("neither side had")));
}

TEST_F(Faithful, LongerMarksAreMarks) {
  repo.write(".gitattributes", "text conflict-marker-size=12\n");
  repo.write("text", "theirs\n");
  then_ours();
  repo.write("text", "ours\n");
  pick();
  repo.write("text", std::string(12, '<') + " HEAD\nours\n" + std::string(12, '=') + "\ntheirs\n" +
                         std::string(12, '>') + " x\n");
  EXPECT_THAT(verdict(), Optional(HasSubstr("conflict marks")));
}

TEST_F(Faithful, AFileDeletedThereAndChangedHere) {
  repo.write("text", std::string(kLines) + "theirs\n");
  then_ours();
  repo.remove("text");
  pick();
  expect_only_this_answer();
  repo.remove("text");
  repo.write("dir/a", "a\n");
  EXPECT_EQ(verdict(), std::nullopt) << "an empty copy";
}

TEST_F(Faithful, ABinaryFileIsOneOfTheTwo) {
  repo.write("bin", std::string("\0\2", 2));
  then_ours();
  repo.write("bin", std::string("\0\3", 2));
  pick();
  repo.git({"checkout", "-q", "--theirs", "bin"});
  expect_only_this_answer();
}

// git lays the file aside as "spot~<commit>", because a folder claims its name.
TEST_F(Faithful, AFileWhereAFolderStands) {
  repo.write("spot", "file\n");
  then_ours();
  repo.write("spot/in", "in\n").write("spot/deep/in", "deep\n").write("spotless", "x\n");
  pick();
  const auto aside = repo.git({"ls-files", "--unmerged"});
  ASSERT_THAT(aside, HasSubstr("spot~")) << "git names it otherwise now";
  const auto name = aside.substr(aside.find("spot~"), aside.find('\n') - aside.find("spot~"));
  EXPECT_THAT(verdict(), Optional(HasSubstr("spot~"))) << "what git set aside is not left lying";
  repo.remove(name);
  expect_only_this_answer();  // The folder stays, the file goes.
  repo.remove("spot").write("spot", "file\n");
  expect_only_this_answer();  // The file stays, the folder goes.
  repo.remove("spotless");
  EXPECT_THAT(verdict(), Optional(HasSubstr("spotless")));
}

TEST_F(Faithful, AFolderIsNotEmptiedForNothing) {
  repo.write("spot", "file\n");
  then_ours();
  repo.write("spot/in", "in\n").write("spot/more", "more\n");
  pick();
  const auto aside = repo.git({"ls-files", "--unmerged"});
  repo.remove(aside.substr(aside.find("spot~"), aside.find('\n') - aside.find("spot~")));
  repo.remove("spot/in");
  EXPECT_THAT(verdict(), Optional(HasSubstr("changes spot/in")));
}

TEST_F(Faithful, AFileRenamedTwoWays) {
  repo.rename("text", "left");
  then_ours();
  repo.rename("text", "right");
  pick();
  repo.remove("right");
  expect_only_this_answer();
}

TEST_F(Faithful, AFileRenamedHereAndDeletedThere) {
  repo.rename("text", "left").write("left", std::string(kLines) + "10\n");
  then_ours();
  repo.remove("text");
  pick();
  expect_only_this_answer();
}

// git moves the new file along with its folder and asks.
TEST_F(Faithful, AFileInAFolderThatWasRenamed) {
  repo.write("dir/new", "new\n");
  then_ours();
  repo.rename("dir", "moved");
  pick();
  ASSERT_THAT(repo.git({"ls-files", "--unmerged"}), HasSubstr("moved/new"));
  expect_only_this_answer();
  repo.rename("moved/new", "dir/new");
  EXPECT_EQ(verdict(), std::nullopt) << "left where its commit has it";
  repo.write("dir/new", "changed\n");
  EXPECT_THAT(verdict(), Optional(HasSubstr("dir/new")));
  repo.write("dir/new", "new\n").rename("dir/new", "elsewhere");
  EXPECT_THAT(verdict(), Optional(HasSubstr("elsewhere")));
}

TEST_F(Faithful, ANameThatIsNoTextIsShown) {
  then_ours();
  repo.write("x", "x\n");
  onto = repo.commit("ours\n", ++now);
  repo.write("caf\xe9\n", "x\n");
  EXPECT_THAT(verdict(), Optional(HasSubstr("changes caf\\xe9\\x0a,")));
}

TEST_F(Faithful, AFoldIsHeldToTheMergeOfTwoHistories) {
  repo.write("text", "theirs\n").write("dir/a", "theirs\n");
  then_ours();
  repo.write("text", "ours\n").write("dir/b", "ours\n");
  onto = repo.commit("ours\n", ++now);
  repo.git({"merge", "-q", "--no-ff", "theirs"}, 1);
  const auto fold = [&](const Oid& ours, const Oid& theirs) {
    repo.git({"add", "-A"});
    const Oid tree = *Oid::parse(repo.git({"write-tree"}).substr(0, 40));
    Opened opened(repo);
    return unfaithful_fold(opened.store, opened.history, opened.picker, ours, theirs, tree);
  };
  EXPECT_THAT(fold(onto, original), Optional(HasSubstr("text still holds git's conflict marks")));
  repo.write("text", "both\n");
  EXPECT_EQ(fold(onto, original), std::nullopt);
  repo.write("dir/b", "b\n");
  EXPECT_THAT(fold(onto, original), Optional(HasSubstr("changes dir/b, which git merges by itself")));
  EXPECT_THAT(fold(onto, repo.id("main")), Optional(HasSubstr("already had")));
  repo.git({"checkout", "-q", "--force", onto.hex(), "--", "."});
  EXPECT_THAT(fold(onto, original), Optional(HasSubstr("changes dir/a"))) << "no fold is an empty one";
}

}  // namespace
}  // namespace sluice::git
