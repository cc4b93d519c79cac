// A host that dies at any effect leaves the remote as it was before or after that effect; the next pass
// finishes.

#include <set>

#include "passes/settled.hpp"

namespace sluice {
namespace {

using test::Ran;
using test::River;

/// A story with every kind of push, an opening and a merge: a fix, plain commits over two windows, a claim.
void tell(River& river) {
  river.queue({"a.txt"});
  river.claim({"c.txt"});
  river.queue({"b1.txt", "b2.txt"});
  river.fix({"f.txt"});
}

/// Passes, each review completed, until one changes nothing; false when that takes too long.
bool drain(River& river) {
  for (int pass = 0; pass < 30; ++pass) {
    const std::string before = river.state();
    const Ran ran = river.run();
    if (ran.code != 0) return false;
    const auto pulls = river.forge().all_pulls();
    const bool open = !pulls.empty() && pulls.front().state == forge::State::open;
    if (open) river.complete_review();
    if (!open && river.state() == before) return true;
  }
  return false;
}

/// What must be the same however the story was interrupted.
std::string ending(River& river) {
  std::string text = river.tree("main");
  std::multiset<std::string> subjects;
  for (const auto& subject : river.subjects("main")) {
    if (subject.ends_with(".txt")) subjects.insert(subject);
  }
  for (const auto& subject : subjects) text += subject + "\n";
  for (const auto& pull : river.forge().all_pulls()) {
    text += "#" + std::to_string(pull.number) + " " + std::to_string(static_cast<int>(pull.state)) + "\n";
  }
  return text;
}

bool release_is_open(River& river) {
  const auto pulls = river.forge().all_pulls();
  return !pulls.empty() && pulls.front().state == forge::State::open;
}

class Kill : public testing::TestWithParam<int> {};

/// Every pass dies before its Nth effect, then after it, until one gets through; N = 1 kills at every effect
/// there is.
TEST_P(Kill, TheNextPassFinishes) {
  River whole(3);
  tell(whole);
  ASSERT_TRUE(drain(whole));

  River river(3);
  tell(river);
  const std::string effect = std::to_string(GetParam());
  int killed = 0;
  for (bool settled = false; !settled;) {
    const std::string before = river.state();
    const bool died = river.run({{}, "before:" + effect}).signal != 0;
    if (died && GetParam() == 1) {
      EXPECT_EQ(river.state(), before);
    }
    killed += died ? 1 : 0;
    if (died) {
      const Ran after = river.run({{}, "after:" + effect});
      killed += after.signal != 0 ? 1 : 0;
    }
    settled = !died && !release_is_open(river) && river.state() == before;
    if (!died && release_is_open(river)) river.complete_review();
    ASSERT_LT(killed, 100);
  }
  EXPECT_GE(killed, GetParam() == 1 ? 20 : 2);
  EXPECT_EQ(ending(river), ending(whole));
}

/// The names in a folder.
std::set<std::string> names_in(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

TEST(KilledHost, LeavesNoTemporaryFileBehindTheNextPass) {
  River river(3);
  tell(river);
  const auto temporary = river.repo.folder() / "tmp";
  std::filesystem::create_directory(temporary);
  const std::map<std::string, std::string> environment{{"TMPDIR", temporary.string()}};
  ASSERT_NE(river.run({{}, "before:1", environment}).signal, 0);
  EXPECT_FALSE(names_in(temporary).empty());
  const Ran ran = river.run({{}, {}, environment});
  EXPECT_EQ(ran.code, 0) << ran.errors;
  EXPECT_EQ(ran.errors.find("cannot remove"), std::string::npos) << ran.errors;
  EXPECT_EQ(names_in(temporary), std::set<std::string>());
}

INSTANTIATE_TEST_SUITE_P(Passes, Kill, testing::Values(1, 2, 3));

}  // namespace
}  // namespace sluice
