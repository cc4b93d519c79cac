#include "host/git/delta.hpp"

#include <algorithm>

#include "host/git/level.hpp"

namespace sluice::git {
namespace {

class Comparison {
 public:
  explicit Comparison(ObjectStore& store) : store_(store) {}

  void compare(const Oid& before, const Oid& after) {
    if (before == after) return;
    const ObjectRef one = store_.read(before, Kind::tree), two = store_.read(after, Kind::tree);
    for (const LevelChange& change : level_changes(one->data, two->data)) visit(change);
  }

  std::vector<Change> take() {
    std::sort(changes_.begin(), changes_.end(),
              [](const Change& a, const Change& b) { return a.path < b.path; });
    return std::move(changes_);
  }

 private:
  void visit(const LevelChange& change) {
    const auto length = folder_.size();
    folder_ += change.name;
    if (change.is_tree) {
      folder_ += '/';
      compare(tree_of(change.before), tree_of(change.after));
    } else {
      changes_.push_back({folder_, change.before, change.after});
    }
    folder_.resize(length);
  }

  static const Oid& tree_of(const Entry& entry) { return entry.mode == 0 ? kEmptyTree : entry.id; }

  ObjectStore& store_;
  std::string folder_;
  std::vector<Change> changes_;
};

}  // namespace

std::vector<Change> tree_delta(ObjectStore& store, const Oid& before, const Oid& after) {
  Comparison comparison(store);
  comparison.compare(before, after);
  return comparison.take();
}

}  // namespace sluice::git
