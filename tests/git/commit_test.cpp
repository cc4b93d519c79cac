#include "host/git/commit.hpp"

#include <gmock/gmock.h>

#include "support/repo.hpp"

namespace sluice::git {
namespace {

using test::Repo;
using namespace std::string_literals;

const std::string kTree(40, '1');
const std::string kParent(40, '2');

TEST(Oid, IsFortyLowercaseDigitsAndNothingElse) {
  const std::string hex = "0123456789abcdef0123456789abcdef01234567";
  EXPECT_EQ(Oid::from_hex(hex).hex(), hex);
  EXPECT_EQ(Oid::from_raw(Oid::from_hex(hex).bytes.data()).hex(), hex);
  for (const std::string& wrong :
       {std::string(), hex.substr(1), hex + "0", "G" + hex.substr(1), "A" + hex.substr(1)}) {
    EXPECT_FALSE(Oid::parse(wrong)) << wrong;
    EXPECT_THROW(Oid::from_hex(wrong), std::invalid_argument);
  }
}

TEST(Commit, KeepsEveryByteOfItsParts) {
  const std::string head = "tree " + kTree + "\nparent " + kParent + "\nparent " + kTree +
                           "\nauthor J\xe9 <j@x> 1700000000 +0100\ncommitter C <c@x> 1700000001 -0330\n";
  const std::string message = "Subject\xe9\n\nBody with \0 a zero\r\n\n\ntail"s;
  const std::string data = head + "encoding ISO-8859-1\nHG:extra a b\n\n" + message;
  const Commit commit = Commit::parse(Oid{}, data);
  EXPECT_EQ(commit.parents.size(), 2U);
  EXPECT_EQ(commit.author, "J\xe9 <j@x> 1700000000 +0100");
  EXPECT_EQ(commit.author_time(), 1700000000);
  EXPECT_EQ(commit.committer_time(), 1700000001);
  EXPECT_EQ(commit.message, message);
  EXPECT_EQ(commit.serialize(), data);
}

TEST(Commit, LeavesSignaturesOut) {
  const std::string head = "tree " + kTree + "\nauthor A <a@x> 1 +0000\ncommitter A <a@x> 1 +0000\n";
  const std::string signature = "gpgsig -----BEGIN\n \n abc\n -----END\n";
  const std::string tag = "mergetag object " + kTree + "\n type commit\n tag v1\n \n text\n";
  const Commit commit = Commit::parse(Oid{}, head + tag + "encoding latin1\n" + signature + "\nmessage");
  ASSERT_EQ(commit.headers.size(), 3U);
  EXPECT_EQ(commit.headers[2].second, "-----BEGIN\n \n abc\n -----END");
  EXPECT_EQ(commit.serialize(), head + "encoding latin1\n\nmessage");
}

TEST(Commit, RefusesWhatIsNone) {
  for (const char* data : {"", "blob", "tree 123\n\nx", "author A <a> 1 +0\n\nx"}) {
    EXPECT_THROW(Commit::parse(Oid{}, data), GitError) << data;
  }
}

TEST(Commit, DatesThatGitDoesNotReadAreZero) {
  Commit commit;
  for (const char* author : {"", "A <a@x>", "A <a@x> ", "A <a@x> soon", "A <a@x> 99999999999999999999 +0000",
                             "A <a@x> -5 +0000"}) {
    commit.author = author;
    EXPECT_EQ(commit.author_time(), 0) << author;
  }
}

TEST(Commit, SubjectIsWhatGitPrints) {
  Repo repo;
  repo.write("a", "1");
  int number = 0;
  for (const char* message : {"One line", "One line\n", "Two\nlines\n\nbody", "\n\n  lead  \n more \n\nbody",
                              "trailing   \t\nnext\n", "crlf\r\nsecond\r\n\r\nbody\r\n", "\n \n\t\nlate", "",
                              "\n\n", "caf\xe9\n"}) {
    const Oid id = repo.commit(message, ++number);
    const Commit commit = Commit::parse(id, repo.git({"cat-file", "commit", id.hex()}));
    const std::string printed =
        repo.git({"-c", "i18n.logOutputEncoding=x-none", "log", "-1", "--format=%s", id.hex()});
    EXPECT_EQ(commit.subject() + "\n", printed) << message;
  }
}

TEST(Identity, IsTheClonesOrOurs) {
  Repo repo;
  repo.commit_file("a.txt", 1);
  const Scratch scratch(repo.clone());
  EXPECT_EQ(pass_identity(scratch, 5).line(), "Sluice <sluice@localhost> 5 +0000");
  repo.git({"config", "user.name", " Grace <Hopper>\n"});
  repo.git({"config", "user.email", "grace@example.com"});
  EXPECT_EQ(pass_identity(scratch, 5).line(), "Grace Hopper <grace@example.com> 5 +0000");
}

}  // namespace
}  // namespace sluice::git
