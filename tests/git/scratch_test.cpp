#include "host/git/scratch.hpp"

#include <gmock/gmock.h>
#include <stdlib.h>

#include "support/repo.hpp"

namespace sluice::git {
namespace {

namespace fs = std::filesystem;
using test::Repo;
using test::TempDir;
using testing::AllOf;
using testing::HasSubstr;

std::string refusal(const fs::path& clone) {
  try {
    const Scratch scratch(clone);
  } catch (const GitError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Scratch, ReadsTheClonesObjectsAndIsGoneAfterwards) {
  Repo repo;
  const Oid commit = repo.commit_file("a.txt", 1);
  fs::path folder;
  {
    const Scratch scratch(repo.clone());
    folder = scratch.directory();
    EXPECT_EQ(scratch.clone(), repo.clone());
    EXPECT_EQ(scratch.must({"cat-file", "blob", commit.hex() + ":a.txt"}), "a.txt 1\n");
    EXPECT_EQ(scratch.must({"rev-parse", "--is-bare-repository"}), "true\n");
  }
  EXPECT_FALSE(fs::exists(folder));
}

TEST(Scratch, WritesNothingIntoTheClone) {
  Repo repo;
  repo.commit_file("a.txt", 1);
  const auto count = [&] { return repo.git({"count-objects"}); };
  const std::string before = count();
  const Scratch scratch(repo.clone());
  scratch.must({"hash-object", "-w", "--stdin"}, "new");
  EXPECT_EQ(count(), before);
}

TEST(Scratch, OpensBareClonesFoldersInsideAndLinkedWorkTrees) {
  Repo repo;
  const Oid commit = repo.commit_file("deep/er/a.txt", 1);
  repo.push("main");
  repo.git({"worktree", "add", "-q", "--detach", (repo.folder() / "linked").string()});
  struct Case {
    fs::path given, root;
  };
  for (const auto& [given, root] :
       {Case{repo.remote(), repo.remote()}, Case{repo.clone() / "deep/er", repo.clone()},
        Case{repo.clone() / ".git", repo.clone()},
        Case{repo.folder() / "linked", repo.folder() / "linked"}}) {
    SCOPED_TRACE(given);
    const Scratch scratch(given);
    EXPECT_EQ(scratch.clone(), root);
    EXPECT_EQ(scratch.must({"cat-file", "-t", commit.hex()}), "commit\n");
    EXPECT_EQ(process::run(scratch.clone_command({"cat-file", "-t", commit.hex()})).output, "commit\n");
  }
}

TEST(Scratch, FollowsWhatTheCloneItselfBorrows) {
  Repo repo;
  const Oid commit = repo.commit_file("a.txt", 1);
  // clone <- relative <- absolute: libgit2 follows a relative alternate of the first repository only.
  const auto borrower = repo.folder() / "borrower.git";
  repo.git({"clone", "-q", "--bare", "--shared", repo.clone().string(), borrower.string()});
  test::write_file(borrower / "objects/info/alternates", "# ours\n../../clone/.git/objects\n");
  const Scratch scratch(borrower);
  EXPECT_EQ(scratch.must({"cat-file", "-t", commit.hex()}), "commit\n");
  EXPECT_THAT(scratch.alternates(),
              testing::ElementsAre(borrower / "objects", repo.clone() / ".git/objects"));
}

TEST(Scratch, RefusesByName) {
  Repo repo;
  repo.commit_file("a.txt", 1);
  repo.commit_file("a.txt", 2);
  const auto at = [&](const char* name) { return (repo.folder() / name).string(); };
  const std::string url = "file://" + repo.clone().string();
  repo.git({"clone", "-q", "--depth=1", url, at("shallow")});
  repo.git({"-C", repo.clone().string(), "config", "uploadpack.allowFilter", "true"});
  repo.git({"clone", "-q", "--no-checkout", "--filter=blob:none", url, at("partial")});
  repo.git({"init", "-q", "--object-format=sha256", at("sha256")});
  repo.git({"init", "-q", at("reftable")});
  test::write_file(repo.folder() / "reftable/.git/config",
                   "[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefstorage = reftable\n");
  const TempDir empty;
  fs::create_directory(repo.folder() / "odd\nname");
  repo.git({"init", "-q", at("odd\nname")});

  EXPECT_THAT(refusal(at("shallow")), AllOf(HasSubstr("shallow"), HasSubstr("git fetch --unshallow")));
  EXPECT_THAT(refusal(at("partial")), AllOf(HasSubstr("partial clone"), HasSubstr("--filter")));
  EXPECT_THAT(refusal(at("sha256")), AllOf(HasSubstr("object format is sha256"), HasSubstr("sha1")));
  EXPECT_THAT(refusal(at("reftable")), AllOf(HasSubstr("reftable"), HasSubstr("files")));
  EXPECT_THAT(refusal(empty.path()), HasSubstr("no git repository at " + empty.path().string()));
  EXPECT_THAT(refusal(empty.path() / "absent"), HasSubstr("No such file"));
  EXPECT_THAT(refusal(at("odd\nname")), HasSubstr("line break"));
}

TEST(Scratch, IsConfiguredByNobody) {
  Repo repo;
  const Oid good = repo.commit_file("a.txt", 1);
  const Oid other = repo.commit_file("b.txt", 2);
  repo.git({"replace", good.hex(), other.hex()});
  repo.git({"config", "diff.renames", "false"});
  repo.git({"config", "commit.gpgsign", "true"});
  test::write_file(repo.clone() / ".git/index.lock", "");
  test::write_file(repo.folder() / "home/.gitconfig", "[user]\n\tname = From Home\n");
  test::write_file(repo.folder() / "home/.config/git/attributes", "* merge=union\n");
  const std::string home = ::getenv("HOME");
  ::setenv("HOME", (repo.folder() / "home").c_str(), 1);
  const Scratch scratch(repo.clone());
  EXPECT_NE(scratch.git({"config", "user.name"}).code, 0);
  EXPECT_NE(scratch.git({"config", "diff.renames"}).code, 0);
  EXPECT_EQ(scratch.must({"log", "-1", "--format=%s", good.hex()}), "a.txt 1\n");
  EXPECT_EQ(scratch.must({"check-attr", "merge", "--", "x"}), "x: merge: unspecified\n");
  ::setenv("HOME", home.c_str(), 1);
}

TEST(Scratch, SaysWhatGitSaid) {
  Repo repo;
  repo.commit_file("a.txt", 1);
  const Scratch scratch(repo.clone());
  try {
    scratch.must({"cat-file", "-t", std::string(40, '1')});
    FAIL() << "no object has that id";
  } catch (const GitError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("cat-file"), HasSubstr("128"), HasSubstr(repo.clone().string())));
  }
}

TEST(Scratch, SaysWhereItCannotBeMade) {
  Repo repo;
  repo.commit_file("a.txt", 1);
  const char* before = ::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/no/such/folder", 1);
  const std::string said = refusal(repo.clone());
  if (before == nullptr) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", kept.c_str(), 1);
  }
  EXPECT_THAT(said, HasSubstr("TMPDIR"));
}

}  // namespace
}  // namespace sluice::git
