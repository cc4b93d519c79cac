// Whatever clones commit, whoever rewrites the queue meanwhile, and in whatever order they push: nothing of
// theirs is lost. The model is a map of lamps: a file each, lit where it is there; only its owner's clone
// ever flips it, so that the last flip of the owner is what main must come to, however often the very same
// change was made before.

#include <gmock/gmock.h>

#include "host/queue/push.hpp"
#include "queue/working.hpp"
#include "support/file_contents.hpp"

namespace sluice::test {
namespace {

constexpr int kClones = 2, kSteps = 32, kLamps = 4;

class Storm {
 public:
  explicit Storm(std::uint64_t seed) : work_(100), dice_(seed) {
    for (int clone = 0; clone < kClones; ++clone) {
      clones_.push_back(work_.repo().another());
      clones_.back().git({"checkout", "--quiet", "-B", "ai/queue", "refs/remotes/origin/ai/queue"});
    }
  }

  void run() {
    for (int step = 0; step < kSteps && !::testing::Test::HasFailure(); ++step) {
      auto& clone = clones_[dice_.below(clones_.size())];
      switch (dice_.below(10)) {
        case 0:
        case 1:
        case 2:
        case 3:
          flip(clone);
          break;
        case 4:
        case 5:
          push(clone);
          break;
        case 6:
          pass();
          break;
        case 7:
          amend(clone);
          break;
        case 8:
          merge(clone);
          break;
        default:
          reword_the_remote();
      }
    }
    drain();
  }

 private:
  std::size_t number_of(const Repo& clone) const { return static_cast<std::size_t>(&clone - clones_.data()); }

  static bool is_claimed(const std::string& lamp) { return lamp.ends_with("-0"); }

  void flip(Repo& clone) {
    const std::string lamp =
        "lamp-" + std::to_string(number_of(clone)) + "-" + std::to_string(dice_.below(kLamps));
    const bool lit = std::filesystem::exists(clone.clone() / lamp);
    const bool claimed = is_claimed(lamp);
    // What the lane took to main is not in the queue's tree until develop follows main: it is not flipped
    // then.
    if (claimed && lit != lamps_[lamp]) return;
    ASSERT_EQ(lit, lamps_[lamp]) << lamp << " is not as its owner left it\n" << clone.graph();
    if (lit) {
      clone.remove(lamp);
    } else {
      clone.write(lamp, "lit\n");
    }
    lamps_[lamp] = !lit;
    const std::string express = claimed ? "\nExpress: a lamp\n" : "";
    clone.commit((lit ? "Put out " : "Light ") + lamp + "\n" + express, ++number_);
  }

  /// The newest commit under another message, while it is nobody else's.
  void amend(Repo& clone) {
    clone.fetch();
    for (const char* branch : {"ai/queue", "develop", "main"}) {
      const auto theirs = clone.git({"rev-list", "refs/remotes/origin/" + std::string(branch)});
      if (theirs.find(clone.id("HEAD").hex()) != std::string::npos) return;
    }
    clone.at(++number_).git({"commit", "--quiet", "--amend", "--allow-empty", "-m",
                             "Amended " + std::to_string(number_) + "\n\n" +
                                 clone.git({"log", "-1", "--format=%(trailers:key=Express)"})});
  }

  /// What nobody should do: git's own merge of the queue or of develop, while that holds what this clone has
  /// pushed. (Merged after a rewrite that names nothing, the clone would hold each change twice, and no rule
  /// tells which two are one.) A merge that brings back what was put out, as git's do where a side came and
  /// went, is undone.
  void merge(Repo& clone) {
    clone.fetch();
    const Oid before = clone.id("HEAD");
    const char* what = dice_.chance(50) ? "refs/remotes/origin/ai/queue" : "refs/remotes/origin/develop";
    const auto synced = synced_.find(number_of(clone));
    const std::string held =
        synced == synced_.end() ? clone.id("refs/remotes/origin/main").hex() : synced->second.hex();
    if (clone.git({"rev-list", what}).find(held) == std::string::npos) return;
    clone.at(++number_).git({"merge", "--quiet", "--no-edit", what});
    for (const auto& [lamp, lit] : lamps_) {
      if (!lamp.starts_with("lamp-" + std::to_string(number_of(clone)))) continue;
      if (std::filesystem::exists(clone.clone() / lamp) == lit) continue;
      clone.git({"reset", "--quiet", "--hard", before.hex()});
      return;
    }
  }

  void push(Repo& clone) {
    const pipeline::Repository names;
    queue::Side side(names, {clone.clone(), 1'700'000'000 + number_ * 60, false});
    const auto pushed = queue::push(side, [](const std::string&) {});
    EXPECT_TRUE(pushed.reason.empty()) << pushed.reason << "\n" << clone.graph();
    EXPECT_EQ(clone.id("HEAD"), work_.remote());
    EXPECT_EQ(clone.git({"status", "--porcelain"}), "");
    synced_.insert_or_assign(number_of(clone), clone.id("HEAD"));
    for (const auto& [lamp, lit] : lamps_) {
      if (is_claimed(lamp) || !lamp.starts_with("lamp-" + std::to_string(number_of(clone)))) continue;
      EXPECT_EQ(std::filesystem::exists(clone.clone() / lamp), lit) << lamp << " after a push\n"
                                                                    << clone.graph();
    }
  }

  void pass() {
    const auto ran = work_.river.run();
    EXPECT_LE(ran.code, 0) << ran.report.dump(1);
    if (!work_.river.forge().all_pulls().empty() && work_.river.newest().state == forge::State::open &&
        dice_.chance(70)) {
      work_.river.complete_review();
    }
  }

  /// Somebody rewrites what the queue has above develop under other messages: the same changes, no copy
  /// lines.
  void reword_the_remote() {
    auto& repo = work_.repo();
    std::string tip = first(repo.remote_git({"merge-base", "develop", "ai/queue"}));
    std::istringstream rows(repo.remote_git({"rev-list", "--reverse", "ai/queue", "^develop"}));
    bool moved = false;
    for (std::string id; std::getline(rows, id);) {
      if (first(repo.remote_git({"rev-parse", id + "^@"})) != tip && !moved)
        return;  // No single line: left alone.
      tip = first(
          repo.remote_git({"commit-tree", "-p", tip, "-m",
                           "Reworded " + std::to_string(++number_) + "\n\n" +
                               repo.remote_git({"log", "-1", "--format=%s%n%n%(trailers:key=Express)", id}),
                           id + "^{tree}"}));
      moved = true;
    }
    if (moved) repo.remote_git({"update-ref", "refs/heads/ai/queue", tip});
  }

  /// Everything is pushed, and passes take it to main.
  void drain() {
    for (int round = 0; round < 2; ++round) {
      for (auto& clone : clones_) push(clone);
    }
    for (int pass = 0; pass < 12; ++pass) {
      const auto ran = work_.river.run();
      ASSERT_EQ(ran.code, 0) << ran.report.dump(1);
      const auto pulls = work_.river.forge().all_pulls();
      if (!pulls.empty() && pulls.front().state == forge::State::open) {
        work_.river.complete_review();
      } else if (ran.outcome() == "idle") {
        break;
      }
    }
    std::vector<std::string> expected = {"base.txt"};
    for (const auto& [lamp, lit] : lamps_) {
      if (lit) expected.push_back(lamp);
    }
    EXPECT_THAT(work_.river.files("main"), ::testing::UnorderedElementsAreArray(expected));
  }

  static std::string first(const std::string& text) { return text.substr(0, text.find('\n')); }

  Working work_;
  Dice dice_;
  std::vector<Repo> clones_;
  std::map<std::string, bool> lamps_;
  std::map<std::size_t, Oid> synced_;  ///< Where each clone's last push left it.
  int number_ = 100;
};

class QueueStorm : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(QueueStorm, LosesNoCommit) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  Storm(GetParam()).run();
}

INSTANTIATE_TEST_SUITE_P(Seeds, QueueStorm, ::testing::Values(1, 9, 20));

}  // namespace
}  // namespace sluice::test
