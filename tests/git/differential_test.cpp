// Picks over random histories, held against git itself: the same tree or the same verdict of a conflict,
// every time. SLUICE_SEED=N makes other histories; each case prints the seed that makes it again.

#include <gtest/gtest.h>

#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "host/git/faithful.hpp"
#include "host/git/pick.hpp"
#include "support/merge_oracle.hpp"
#include "support/random_history.hpp"
#include "support/temp_dir.hpp"

namespace sluice::git {
namespace {

using test::FileTree;
using test::MergeQuestion;
using test::MergeVerdict;
using test::Profile;
using test::RandomHistory;

std::uint64_t seed_of(int number) {
  const char* chosen = std::getenv("SLUICE_SEED");
  return (chosen != nullptr ? std::strtoull(chosen, nullptr, 10) : 1) * 1000 +
         static_cast<std::uint64_t>(number);
}

process::Result git_in(const std::filesystem::path& folder, std::vector<std::string> arguments,
                       const std::string& input = {}) {
  process::Command command;
  command.input = input;
  command.argv = {"git", "-C", folder.string()};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  for (const char* name : {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_ATTR_NOSYSTEM",
                           "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"})
    command.environment[name] = std::getenv(name);
  return process::run(command);
}

/// Histories in a repository of their own, and a picker over it.
class World {
 public:
  World(std::uint64_t seed, Profile profile, int histories, bool line_endings) {
    git_in(home.path(), {"init", "-q", "-b", "main", "."});
    for (int i = 0; i < histories; ++i)
      all.emplace_back(seed * 100 + static_cast<unsigned>(i), profile, line_endings);
    test::import(home.path(), all);
    scratch = std::make_unique<Scratch>(home.path());
    store = std::make_unique<ObjectStore>(*scratch);
    picker = std::make_unique<Picker>(*scratch, *store, Identity{"P", "p@x", 1700000000});
  }

  struct Planned {
    const RandomHistory* history;
    int commit, onto;
    const RandomHistory::Step& step(int index) const {
      return history->steps().at(static_cast<std::size_t>(index));
    }
    MergeQuestion question() const {
      const RandomHistory::Step& picked = step(commit);
      return {picked.parent < 0 ? Oid{} : step(picked.parent).tree, step(onto).tree, picked.tree,
              test::attribute_files(step(onto).files)};
    }
  };

  /// Every commit of each line onto every one of the other.
  std::vector<Planned> picks(bool root_too) const {
    std::vector<Planned> plan;
    for (const RandomHistory& history : all)
      for (const bool second : {false, true})
        for (const int commit : history.line(second))
          for (const int onto : history.line(!second))
            if (commit != onto && (root_too || commit != 0)) plan.push_back({&history, commit, onto});
    return plan;
  }

  test::TempDir home;
  std::vector<RandomHistory> all;
  std::unique_ptr<Scratch> scratch;
  std::unique_ptr<ObjectStore> store;
  std::unique_ptr<Picker> picker;
};

struct Tally {
  std::size_t picks = 0, agreed = 0, conflicts = 0;
};

class Report {
 public:
  void add(const TreeMerge& ours, bool agrees) {
    Tally& tally = by_[ours.decided];
    ++tally.picks;
    tally.agreed += agrees ? 1 : 0;
    tally.conflicts += ours.clean ? 0 : 1;
  }
  void crashed() { ++crashes_; }
  std::size_t picks() const {
    std::size_t sum = 0;
    for (const auto& [decided, tally] : by_) sum += tally.picks;
    return sum;
  }
  double share_without_whole_merge() const {
    const auto whole = by_.find(Decided::merge);
    return 1.0 -
           static_cast<double>(whole == by_.end() ? 0 : whole->second.picks) / static_cast<double>(picks());
  }
  void print(std::uint64_t seed) const {
    static const std::map<Decided, const char*> words = {{Decided::descent, "by the descent alone"},
                                                         {Decided::content, "with contents by git"},
                                                         {Decided::merge, "whole by git"}};
    std::cout << "seed " << seed << ": " << picks() << " picks";
    for (const auto& [decided, tally] : by_)
      std::cout << "; " << words.at(decided) << " " << tally.picks << ", " << tally.agreed << " agree, "
                << tally.conflicts << " conflict";
    if (crashes_ > 0) std::cout << "; git itself crashed on " << crashes_ << ", which are conflicts to us";
    std::cout << "; " << std::setprecision(4) << 100 * share_without_whole_merge()
              << " % need no whole merge\n";
  }

 private:
  std::map<Decided, Tally> by_;
  std::size_t crashes_ = 0;
};

constexpr Oid empty_tree{{0x4b, 0x82, 0x5d, 0xc6, 0x42, 0xcb, 0x6e, 0xb9, 0xa0, 0x60,
                          0xe5, 0x4b, 0xf8, 0xd6, 0x92, 0x88, 0xfb, 0xee, 0x49, 0x04}};

std::string listed(const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths) text += " " + ::testing::PrintToString(path);
  return text;
}

std::string describe(const World::Planned& planned, const TreeMerge& ours, const MergeVerdict& theirs) {
  const MergeQuestion question = planned.question();
  return "commit " + planned.step(planned.commit).commit.hex() + " onto " +
         planned.step(planned.onto).commit.hex() + "\n  base " + question.base.hex() + " ours " +
         question.ours.hex() + " theirs " + question.theirs.hex() + "\n  we (" +
         std::to_string(static_cast<int>(ours.decided)) + "): " + (ours.clean ? "clean " : "conflict ") +
         ours.tree.hex() + listed(ours.paths) + "\n  git: " + (theirs.clean ? "clean " : "conflict ") +
         theirs.tree.hex() + listed(theirs.paths);
}

Report compare_with_merge_tree(World& world, bool root_too) {
  const std::vector<World::Planned> plan = world.picks(root_too);
  std::vector<MergeQuestion> questions;
  for (const World::Planned& planned : plan) questions.push_back(planned.question());
  const std::vector<MergeVerdict> verdicts = test::ask_git(world.home.path(), questions);
  Report report;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const MergeQuestion& question = questions[i];
    if (verdicts[i].crashed) report.crashed();
    const TreeMerge ours = world.picker->merge(question.base.is_zero() ? empty_tree : question.base,
                                               question.ours, question.theirs);
    const bool agrees = verdicts[i].crashed ? !ours.clean
                                            : ours.clean == verdicts[i].clean &&
                                                  (ours.clean ? ours.tree == verdicts[i].tree
                                                              : ours.paths == verdicts[i].paths);
    report.add(ours, agrees);
    if (!agrees && !::testing::Test::HasFailure()) ADD_FAILURE() << describe(plan[i], ours, verdicts[i]);
  }
  return report;
}

class HostileHistories : public ::testing::TestWithParam<int> {};

TEST_P(HostileHistories, MergeAsGitMergesThem) {
  const std::uint64_t seed = seed_of(GetParam());
  SCOPED_TRACE("seed " + std::to_string(seed));
  World world(seed, Profile::hostile, 7, true);
  const Report report = compare_with_merge_tree(world, true);
  report.print(seed);
  EXPECT_GE(report.picks(), 1000U);
}

INSTANTIATE_TEST_SUITE_P(Differential, HostileHistories, ::testing::Range(0, 10));

class OrdinaryHistories : public ::testing::TestWithParam<int> {};

TEST_P(OrdinaryHistories, MergeAsGitMergesThemAndSeldomNeedAWholeMerge) {
  const std::uint64_t seed = seed_of(500 + GetParam());
  SCOPED_TRACE("seed " + std::to_string(seed));
  World world(seed, Profile::ordinary, 14, true);
  const Report report = compare_with_merge_tree(world, false);
  report.print(seed);
  EXPECT_GE(report.picks(), 2000U);
  EXPECT_GT(report.share_without_whole_merge(), 0.95);
}

INSTANTIATE_TEST_SUITE_P(Differential, OrdinaryHistories, ::testing::Range(0, 5));

class Sequences : public ::testing::TestWithParam<int> {};

/// One line of a history replayed onto the other's tip; what conflicts is left out.
std::vector<Oid> replayed(World& world, const RandomHistory& history, bool expecting) {
  Scratch scratch(world.home.path());
  ObjectStore store(scratch);
  Picker picker(scratch, store, {"P", "p@x", 1700000000});
  const auto commit = [&](int step) { return history.steps()[static_cast<std::size_t>(step)].commit; };
  std::vector<Oid> queue;
  for (const int step : history.line(true))
    if (step != 0) queue.push_back(commit(step));
  if (expecting) picker.expect(queue);
  std::vector<Oid> tips = {commit(history.line(false).back())};
  for (const Oid& next : queue)
    if (const Pick pick = picker.pick(next, tips.back(), {.copy_line = true, .keep_empty = true}); pick.made)
      tips.push_back(*pick.made);
  store.flush();
  EXPECT_TRUE(scratch.git({"fsck", "--connectivity-only", tips.back().hex()}).ok());
  EXPECT_TRUE(scratch.git({"rev-list", "--objects", tips.back().hex()}).ok());
  return tips;
}

// Looking ahead changes what git is asked at once, and no answer.
TEST_P(Sequences, ComeOutTheSameWhetherExpectedOrNot) {
  const std::uint64_t seed = seed_of(800 + GetParam());
  SCOPED_TRACE("seed " + std::to_string(seed));
  World world(seed, GetParam() % 4 == 0 ? Profile::hostile : Profile::ordinary, 10, true);
  for (const RandomHistory& history : world.all)
    EXPECT_EQ(replayed(world, history, true), replayed(world, history, false));
}

INSTANTIATE_TEST_SUITE_P(Differential, Sequences, ::testing::Range(0, 4));

class CherryPicks : public ::testing::TestWithParam<int> {
 protected:
  /// The tree of git's own pick; nullopt for a conflict.
  static std::optional<Oid> cherry_pick(const World& world, const Oid& commit, const Oid& onto) {
    const std::filesystem::path& folder = world.home.path();
    std::filesystem::remove(folder / ".git/index.lock");  // Of a pick that git crashed on.
    git_in(folder, {"reset", "-q", "--hard", onto.hex()});
    git_in(folder, {"clean", "-q", "-ffdx"});
    const process::Result picked =
        git_in(folder, {"cherry-pick", "--allow-empty", "--keep-redundant-commits", commit.hex()});
    if (picked.ok()) return Oid::from_hex(git_in(folder, {"rev-parse", "HEAD^{tree}"}).output.substr(0, 40));
    if (picked.signal != 0) return std::nullopt;  // An assertion of git's own: a conflict to us.
    if (picked.error.find("could not apply") == std::string::npos)
      throw std::runtime_error("git cherry-pick gave no verdict: " + picked.error);
    return std::nullopt;
  }
};

TEST_P(CherryPicks, ComeOutAsGitsOwn) {
  const std::uint64_t seed = seed_of(900 + GetParam());
  SCOPED_TRACE("seed " + std::to_string(seed));
  // Without attributes that change files on their way to a work tree: there git refuses picks for the work
  // tree's sake.
  World world(seed, GetParam() % 2 == 0 ? Profile::hostile : Profile::ordinary, 1, false);
  git_in(world.home.path(), {"checkout", "-q", "--detach", world.all.front().steps().front().commit.hex()});
  Report report;
  for (const World::Planned& planned : world.picks(true)) {
    const Oid commit = planned.step(planned.commit).commit, onto = planned.step(planned.onto).commit;
    const std::optional<Oid> expected = cherry_pick(world, commit, onto);
    const Pick ours = world.picker->pick(commit, onto, {.copy_line = false, .keep_empty = true});
    const bool agrees =
        ours.merge.clean == expected.has_value() && (!expected || ours.merge.tree == *expected);
    report.add(ours.merge, agrees);
    if (!agrees && !HasFailure())
      ADD_FAILURE() << describe(planned, ours.merge,
                                {expected.has_value(), false, expected.value_or(Oid{}), {}});
  }
  report.print(seed);
  EXPECT_GE(report.picks(), 140U);
}

// What git's own pick left is a faithful copy: its tree where it was clean; where it conflicts, its index
// with what is unmerged there left out. With one more file it is none.
TEST_P(CherryPicks, AreFaithfulAsGitLeavesThemAndWithNothingMore) {
  const std::uint64_t seed = seed_of(950 + GetParam());
  SCOPED_TRACE("seed " + std::to_string(seed));
  World world(seed, GetParam() % 2 == 0 ? Profile::hostile : Profile::ordinary, 1, false);
  const auto git = [&](std::vector<std::string> arguments, const std::string& input = {}) {
    return git_in(world.home.path(), std::move(arguments), input).output;
  };
  git({"checkout", "-q", "--detach", world.all.front().steps().front().commit.hex()});
  const std::string blob = git({"hash-object", "-w", "--stdin"}, "smuggled").substr(0, 40);
  History history(*world.store);
  std::size_t conflicts = 0;
  for (std::size_t i = 0; const World::Planned& planned : world.picks(true)) {
    if (i++ % 4 != 0) continue;
    const Oid commit = planned.step(planned.commit).commit, onto = planned.step(planned.onto).commit;
    const auto verdict = [&] {
      const auto tree = Oid::from_hex(git({"write-tree"}).substr(0, 40));
      world.store->refresh();
      return unfaithful_copy(*world.store, history, *world.picker, commit, onto, tree);
    };
    // What the last one left and its index no longer knows.
    for (const auto& entry : std::filesystem::directory_iterator(world.home.path())) {
      if (entry.path().filename() != ".git") std::filesystem::remove_all(entry.path());
    }
    if (!cherry_pick(world, commit, onto)) {
      const std::string unmerged = git({"ls-files", "-u", "-z", "--format=%(path)"});
      if (unmerged.empty()) continue;  // git crashed on it.
      git({"update-index", "-z", "--force-remove", "--stdin"}, unmerged);
      ++conflicts;
    }
    EXPECT_EQ(verdict(), std::nullopt) << commit.hex() << " onto " << onto.hex();
    git({"update-index", "--add", "--cacheinfo", "100644," + blob + ",smuggled"});
    const auto fault = verdict();
    EXPECT_TRUE(fault && fault->find("changes smuggled") != std::string::npos) << fault.value_or("faithful");
  }
  std::cout << "seed " << seed << ": " << conflicts << " conflicts\n";
}

INSTANTIATE_TEST_SUITE_P(Differential, CherryPicks, ::testing::Range(0, 8));

}  // namespace
}  // namespace sluice::git
