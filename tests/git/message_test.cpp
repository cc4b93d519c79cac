#include "host/git/message.hpp"

#include <gmock/gmock.h>

#include <random>
#include <sstream>

#include "support/repo.hpp"

namespace sluice::git {
namespace {

using test::Repo;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kHexA(40, 'a'), kHexB(40, 'b');
std::string copy_of(const std::string& hex) {
  return "(cherry picked from commit " + hex + ")";
}

TEST(Trailers, AreReadFromTheWholeMessage) {
  const Trailers trailers = read_trailers(
      "Subject\n\nanswers: 12, 7,,x, -3, 0 ,12\nprose in between\n  Answers:\t99\r\nDRAINS: 5\nExpress: a "
      "gate, stuck\n"
      "Repairs: abc against:def\r\n\nCo-Authored-By: A <a@x>\nThe word Answers: 4 does not count, nor "
      "does\nAnswersX: 5\n"
      "Answers: 99999999999999999999, 8 9");
  EXPECT_THAT(trailers.answers, ElementsAre(12, 7, 12, 99));
  EXPECT_THAT(trailers.drains, ElementsAre(5));
  EXPECT_THAT(trailers.express, ElementsAre("a gate, stuck"));
  EXPECT_THAT(trailers.repairs, ElementsAre("abc against:def"));
}

TEST(Trailers, AClaimStandsAtTheFirstColumnWithAReason) {
  for (const char* message : {" Express: quoted", "> Express: quoted", "Express:", "Express: \r\n", "Express",
                              "", "x Express: no"}) {
    EXPECT_THAT(read_trailers(message).express, IsEmpty()) << message;
  }
  EXPECT_THAT(read_trailers("eXPRESS: why").express, ElementsAre("why"));
}

TEST(Copies, StandAloneOnTheirLineWithAFullId) {
  const Oid a = Oid::from_hex(kHexA), b = Oid::from_hex(kHexB);
  EXPECT_THAT(
      read_copies("s\n\n" + copy_of(kHexB) + "\r\n" + copy_of(kHexA) + "\n" + copy_of(kHexB) + "\n\nCo: x"),
      ElementsAre(b, a));
  EXPECT_THAT(read_copies(copy_of(kHexA)), ElementsAre(a));
  for (const std::string& line :
       {" " + copy_of(kHexA), "> " + copy_of(kHexA), copy_of(kHexA) + ".", copy_of(kHexA.substr(1)),
        copy_of(kHexA + "a"), copy_of(std::string(40, 'A')), "see " + copy_of(kHexA),
        std::string("(cherry picked from commit )")}) {
    EXPECT_THAT(read_copies("s\n\n" + line + "\n"), IsEmpty()) << line;
  }
}

/// What git writes for each of these, where its clean-up leaves them alone: empty commits, picked in one
/// sequence.
std::vector<std::string> gits_own(Repo& repo, const std::vector<std::string>& messages) {
  std::string stream = "reset refs/heads/originals\nfrom " + repo.id("main").hex() + "\n\n";
  for (const auto& message : messages) {
    stream += "commit refs/heads/originals\ncommitter A <a@x> 1700000000 +0000\ndata " +
              std::to_string(message.size()) + "\n" + message + "\n";
  }
  repo.git({"fast-import", "--quiet", "--force"}, 0, stream);
  repo.git({"checkout", "-q", "-B", "copies", "main"});
  repo.git({"cherry-pick", "-x", "--allow-empty", "--keep-redundant-commits", "--allow-empty-message",
            "main..originals"});
  std::vector<std::string> result;
  std::istringstream ids(repo.git({"rev-list", "--reverse", "--parents", "main..copies"}));
  std::istringstream originals(repo.git({"rev-list", "--reverse", "main..originals"}));
  for (std::string id, parent, original; ids >> id >> parent && originals >> original;) {
    std::string text = repo.message(Oid::from_hex(id));
    const auto at = text.find(original);
    result.push_back(at == std::string::npos ? text : text.replace(at, original.size(), kHexA));
  }
  return result;
}

void expect_as_git(const std::vector<std::string>& messages) {
  Repo repo;
  repo.commit_file("base", 1);
  const auto expected = gits_own(repo, messages);
  ASSERT_EQ(expected.size(), messages.size());
  for (std::size_t i = 0; i < messages.size(); ++i) {
    EXPECT_EQ(with_copy_line(messages[i], Oid::from_hex(kHexA)), expected[i]) << messages[i];
  }
}

TEST(CopyLine, StandsWhereGitPutsIt) {
  expect_as_git({
      std::string(),
      std::string("Subject only\n"),
      std::string("Key: subject only\n"),
      std::string("Subject\n\nbody\n"),
      std::string("Subject\n\nKey: value\n"),
      std::string("Subject\n\nKey: value\n folded\n"),
      std::string("Subject\n\n folded\nKey: value\n"),
      std::string("Subject\n\nKey : value\n"),
      std::string("Subject\n\nTwo words: value\n"),
      std::string("Subject\n\nPS: see https://example.com\n"),
      std::string("Subject\n\nhttps://example.com\n"),
      std::string("Subject\n\nprose\nKey: value\n"),
      std::string("Subject\n\nprose\nSigned-off-by: A <a@x>\n"),
      std::string("Subject\n\none\ntwo\nthree\nSigned-off-by: A <a@x>\n"),
      std::string("Subject\n\none\ntwo\nthree\nfour\nSigned-off-by: A <a@x>\n"),
      "Subject\n\none\ntwo\n" + copy_of(kHexB) + "\n",
      "Subject\n\n" + copy_of(kHexB) + "\n",
      "Subject\n\n" + copy_of(kHexB) + "\n\nCo-Authored-By: A <a@x>\n",
      std::string("Subject\n\nKey: value\n\nprose\n"),
      std::string("Subject\n\n---\n\nKey: value\n"),
      std::string("Subject\n\nbody\n\nConflicts:\n\ta.txt\n"),
      std::string("Subject\n\nKey: value\n\nConflicts:\n\ta.txt\n"),
      std::string("Subject\n\nKey: value\n# comment\n"),
      std::string("Subject\n\nKey: value\n\n# comment\n"),
      std::string("Subject\n\n# comment\nKey: value\n"),
      std::string("# comment\n\nKey: value\n"),
      std::string("Subject\n\nKey: value\n# ------------------------ >8 ------------------------\nrest\n"),
      std::string("Subject\n\n: no key\n"),
      std::string("Subject\n\n-dash: value\n"),
      std::string("Subject\n\nK\xc3\xa9y: value\n"),
  });
}

TEST(CopyLine, KeepsEveryByteThatGitWouldCleanAway) {
  const Oid a = Oid::from_hex(kHexA);
  const std::string line = copy_of(kHexA) + "\n";
  EXPECT_EQ(with_copy_line("Subject", a), "Subject\n\n" + line);
  EXPECT_EQ(with_copy_line("S\r\n\r\nbody  \r\n", a), "S\r\n\r\nbody  \r\n\n" + line);
  EXPECT_EQ(with_copy_line("S\r\n\r\nKey: value\r\n", a), "S\r\n\r\nKey: value\r\n" + line);
  EXPECT_EQ(with_copy_line("Caf\xe9\n\n\n\nbody\n\n\n", a), "Caf\xe9\n\n\n\nbody\n\n\n\n" + line);
  EXPECT_EQ(with_copy_line("\n\nS\n\nKey: v", a), "\n\nS\n\nKey: v\n" + line);
  EXPECT_EQ(with_copy_line("\n", a), "\n" + line);
}

TEST(CopyLine, StandsWhereGitPutsItInRandomMessages) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::vector<std::string> lines{"prose",        "Key: value", "Signed-off-by: A <a@x>",
                                       copy_of(kHexB), " folded",    "\tConflict",
                                       "# comment",    "Conflicts:", "Key-2 : x",
                                       "two words: x", "http://x",   ":x",
                                       "---"};
  std::vector<std::string> messages;
  for (int round = 0; round < 150; ++round) {
    std::string message = "Subject\n";
    const auto count = random() % 9;
    bool blank = false;
    for (unsigned i = 0; i < count; ++i) {
      const bool breaks = !blank && i + 1 < count && random() % 3 == 0;
      message += breaks ? "\n" : lines[random() % lines.size()] + "\n";
      blank = breaks;
    }
    messages.push_back(message);
  }
  expect_as_git(messages);
}

}  // namespace
}  // namespace sluice::git
