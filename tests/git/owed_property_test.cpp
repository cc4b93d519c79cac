#include <gmock/gmock.h>

#include <random>
#include <sstream>

#include "host/git/owed.hpp"
#include "support/repo.hpp"

namespace sluice::git {
namespace {

using test::Repo;

constexpr std::size_t kSlots = 6, kGap = 12, kImage = kSlots;

/// A queue of edits, each of one line far from the others or of a binary file, with changes taken back, made
/// again and made in whitespace alone. Part of it is carried to develop by real git in every way that a
/// person might: of each line's edits the first few, since what follows needs them.
class Story {
 public:
  struct Edit {
    Oid id;
    std::size_t slot;
  };

  explicit Story(std::mt19937& random) : random_(random) {
    write();
    repo.write("image", std::string_view("\0", 1)).commit("base\n", 0);
    repo.git({"branch", "develop"});
    repo.branch("queue");
    for (int i = 0; i < 18; ++i) edit(random_() % (kSlots + 1));
    choose();
    repo.checkout("develop").write("drift", "d\n").commit("drift\n", ++now_);
    while (!carried_.empty()) carry_some();
    squash(absorbed_, false);
  }

  /// develop with all that the queue has.
  Oid expected_tree() {
    repo.branch("expected", "queue").write("drift", "d\n").commit("drift\n", ++now_);
    return repo.tree("expected");
  }

  Repo repo;
  std::vector<Oid> left;       ///< Nothing of it is on develop, or nothing says so, in the queue's order.
  std::set<Oid> absorbed_ids;  ///< Those whose change is there under no name of theirs.

 private:
  void write() {
    std::ostringstream all;
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      all << lines_[slot] << "\n";
      for (std::size_t i = 0; i < kGap; ++i) all << "between " << slot << " " << i << "\n";
    }
    repo.write("file", all.str());
  }

  void edit(std::size_t slot) {
    static const std::vector<std::string> kValues{"0", "1", " 1", "\t1", "2"};
    if (slot == kImage) {
      const char bytes[] = {'\0', static_cast<char>('a' + random_() % 3)};
      repo.write("image", std::string_view(bytes, 2));
    } else {
      lines_[slot] = kValues[random_() % kValues.size()];
      write();
    }
    const Oid id = repo.commit("edit\n", ++now_);
    if (repo.tree(id) != repo.tree(id.hex() + "~")) queue_.push_back({id, slot});
  }

  void choose() {
    std::array<std::size_t, kSlots + 1> limits{}, counts{};
    std::array<std::optional<Edit>, kSlots + 1> last;
    for (auto& limit : limits) limit = random_() % 4;
    for (const Edit& edit : queue_) {
      if (counts[edit.slot]++ < limits[edit.slot]) last[edit.slot] = edit;
    }
    // Only the last of a line's can be absorbed: onto what follows it no pick of it would come out empty.
    for (const auto& edit : last) {
      if (edit && random_() % 3 == 0) absorbed_.push_back(*edit);
    }
    if (absorbed_.size() < 2) absorbed_.clear();  // One alone would be a plain pick, and found.
    for (const Edit& edit : absorbed_) absorbed_ids.insert(edit.id);
    counts = {};
    for (const Edit& edit : queue_) {
      const bool is_carried = counts[edit.slot]++ < limits[edit.slot];
      if (!is_carried || absorbed_ids.contains(edit.id)) {
        left.push_back(edit.id);
      } else {
        carried_.push_back(edit);
      }
    }
  }

  /// The next one by a pick with or without its name, or the next few as a squash that names them.
  void carry_some() {
    std::vector<Edit> some{carried_.front()};
    std::set<std::size_t> slots{some[0].slot};
    if (random_() % 4 == 0) {
      while (some.size() < 3 && some.size() < carried_.size() &&
             slots.insert(carried_[some.size()].slot).second) {
        some.push_back(carried_[some.size()]);
      }
    }
    carried_.erase(carried_.begin(), carried_.begin() + static_cast<std::ptrdiff_t>(some.size()));
    if (some.size() > 1) return squash(some, true);
    repo.cherry_pick(some[0].id, ++now_, random_() % 2 == 0);
  }

  void squash(const std::vector<Edit>& edits, bool names) {
    if (edits.empty()) return;
    std::string message = "squash\n\n";
    for (const Edit& edit : edits) {
      repo.git({"cherry-pick", "--no-commit", edit.id.hex()});
      if (names) message += "(cherry picked from commit " + edit.id.hex() + ")\n";
    }
    repo.commit(message, ++now_);
  }

  std::mt19937& random_;
  std::array<std::string, kSlots> lines_{"0", "0", "0", "0", "0", "0"};
  int now_ = 0;
  std::vector<Edit> queue_, carried_, absorbed_;
};

// What is owed, picked onto develop, comes to the tree that has everything; what was carried is not owed; and
// from there on nothing is owed but what left no name and no change of its own.
TEST(OwedProperty, NothingIsLostAndNothingIsPickedTwice) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 6; ++round) {
    Story story(random);
    SCOPED_TRACE(story.repo.graph());
    const Scratch scratch(story.repo.clone());
    ObjectStore store(scratch);
    History history(store);
    Picker picker(scratch, store, pass_identity(scratch, 1));
    const Oid queue = story.repo.id("queue");
    const auto owed_ids = [&](const Oid& upstream) {
      std::vector<Oid> ids;
      for (const auto& commit : owed(store, history, picker, {upstream}, queue).owed)
        ids.push_back(commit.id);
      return ids;
    };

    Oid tip = story.repo.id("develop");
    const auto ids = owed_ids(tip);
    ASSERT_EQ(ids, story.left);
    for (const Oid& id : ids) {
      const Pick pick = picker.pick(id, tip);
      ASSERT_EQ(pick.verdict, story.absorbed_ids.contains(id) ? PickVerdict::empty : PickVerdict::applied)
          << id.hex();
      if (pick.made) tip = *pick.made;
    }
    EXPECT_EQ(history.commit(tip).tree, story.expected_tree());
    const auto again = owed_ids(tip);
    EXPECT_EQ(std::set<Oid>(again.begin(), again.end()), story.absorbed_ids);
  }
}

}  // namespace
}  // namespace sluice::git
