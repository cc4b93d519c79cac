#include "host/git/delta.hpp"

#include <algorithm>

namespace sluice::git {
namespace {

class Comparison {
 public:
  explicit Comparison(ObjectStore& store) : store_(store) {}

  void compare(const Oid& before, const Oid& after) {
    if (before == after) return;
    const ObjectRef one = store_.read(before, Kind::tree), two = store_.read(after, Kind::tree);
    compare_data(one->data, two->data);
  }

  std::vector<Change> take() {
    std::sort(changes_.begin(), changes_.end(),
              [](const Change& a, const Change& b) { return a.path < b.path; });
    return std::move(changes_);
  }

 private:
  void compare_data(std::string_view before, std::string_view after) {
    TreeReader one(before), two(after);
    while (!one.at_end() || !two.at_end()) {
      const int order = one.at_end()   ? 1
                        : two.at_end() ? -1
                                       : compare_names(one.entry().name, one.entry().is_tree(),
                                                       two.entry().name, two.entry().is_tree());
      visit(order <= 0 ? &one.entry() : nullptr, order >= 0 ? &two.entry() : nullptr);
      if (order <= 0) one.advance();
      if (order >= 0) two.advance();
    }
  }

  /// A file and a folder of one name stand at two places of their trees, so what meets here is of one kind.
  void visit(const TreeEntry* before, const TreeEntry* after) {
    if (before != nullptr && after != nullptr && static_cast<const Entry&>(*before) == *after) return;
    const TreeEntry& named = before != nullptr ? *before : *after;
    const auto length = folder_.size();
    folder_ += named.name;
    if (named.is_tree()) {
      folder_ += '/';
      compare(before != nullptr ? before->id : kEmptyTree, after != nullptr ? after->id : kEmptyTree);
    } else {
      changes_.push_back({folder_, before != nullptr ? Entry(*before) : Entry{},
                          after != nullptr ? Entry(*after) : Entry{}});
    }
    folder_.resize(length);
  }

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
