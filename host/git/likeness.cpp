#include "host/git/likeness.hpp"

#include <algorithm>

#include "host/git/delta.hpp"
#include "host/git/level.hpp"

namespace sluice::git {
namespace {

constexpr std::size_t kContext = 3;

class Comparer {
 public:
  Comparer(ObjectStore& store, bool only_equal) : store_(store), only_equal_(only_equal) {}

  Likeness compare(const Step& one, const Step& other) {
    if (one.before == other.before && one.after == other.after) return Likeness::equal;
    const bool changes = one.before != one.after, others_changes = other.before != other.after;
    if (!changes && !others_changes) return Likeness::equal;
    if (changes != others_changes) return Likeness::different;
    const ObjectRef trees[] = {read(one.before), read(one.after), read(other.before), read(other.after)};
    return compare_levels(level_changes(trees[0]->data, trees[1]->data),
                          level_changes(trees[2]->data, trees[3]->data));
  }

 private:
  ObjectRef read(const Oid& tree) { return store_.read(tree, Kind::tree); }

  Likeness compare_levels(const std::vector<LevelChange>& ones, const std::vector<LevelChange>& others) {
    if (ones.size() != others.size()) return Likeness::different;
    Likeness all = Likeness::equal;
    for (std::size_t i = 0; i < ones.size(); ++i) {
      const Likeness here = compare_entries(ones[i], others[i]);
      if (here == Likeness::different || (only_equal_ && here == Likeness::unsure)) return here;
      if (here == Likeness::unsure) all = here;
    }
    return all;
  }

  Likeness compare_entries(const LevelChange& one, const LevelChange& other) {
    if (one.name != other.name || one.is_tree != other.is_tree) return Likeness::different;
    if (one.before == other.before && one.after == other.after) return Likeness::equal;
    if (one.is_tree)
      return compare({tree_of(one.before), tree_of(one.after)},
                     {tree_of(other.before), tree_of(other.after)});
    if (one.before.mode != other.before.mode || one.after.mode != other.after.mode)
      return Likeness::different;
    if (!one.before.is_file() || !one.after.is_file()) return Likeness::different;
    return compare_files(one, other);
  }

  Likeness compare_files(const LevelChange& one, const LevelChange& other) {
    const ObjectRef blobs[] = {blob(one.before), blob(one.after), blob(other.before), blob(other.after)};
    const auto size = [&](int i) { return static_cast<std::int64_t>(blobs[i]->data.size()); };
    // Equal patches add and remove the same bytes.
    if (size(1) - size(0) != size(3) - size(2)) return Likeness::different;
    const bool same = same_edit(blobs[0]->data, blobs[1]->data, blobs[2]->data, blobs[3]->data);
    return same ? Likeness::equal : Likeness::unsure;
  }

  ObjectRef blob(const Entry& entry) { return store_.read(entry.id, Kind::blob); }
  static const Oid& tree_of(const Entry& entry) { return entry.mode == 0 ? kEmptyTree : entry.id; }

  ObjectStore& store_;
  const bool only_equal_;
};

bool is_binary(std::string_view text) {
  return text.substr(0, 8000).find('\0') != std::string_view::npos;
}

/// One edit, as the lines that it replaces and what stands around them.
struct Edit {
  std::string_view above, removed, added, below;

  Edit(std::string_view before, std::string_view after) {
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t start = static_cast<std::size_t>(
        std::mismatch(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(shorter), after.begin())
            .first -
        before.begin());
    // Back to where the line starts.
    const auto feed = start == 0 ? std::string_view::npos : before.rfind('\n', start - 1);
    start = feed == std::string_view::npos ? 0 : feed + 1;
    const std::size_t room = shorter - start;
    std::size_t tail = static_cast<std::size_t>(
        std::mismatch(before.rbegin(), before.rbegin() + static_cast<std::ptrdiff_t>(room), after.rbegin())
            .first -
        before.rbegin());
    // On to where a line starts in both: just behind a line feed.
    const auto next = before.find('\n', before.size() - tail);
    const bool starts_line = tail > 0 && before.size() > tail && before[before.size() - tail - 1] == '\n' &&
                             after.size() > tail && after[after.size() - tail - 1] == '\n';
    if (!starts_line) tail = next == std::string_view::npos ? 0 : before.size() - next - 1;
    above = before.substr(0, start);
    below = before.substr(before.size() - tail);
    removed = before.substr(start, before.size() - tail - start);
    added = after.substr(start, after.size() - tail - start);
  }
};

std::string_view last_lines(std::string_view text) {
  std::size_t start = text.size();
  for (std::size_t line = 0; line < kContext && start > 0; ++line) {
    const auto feed = start < 2 ? std::string_view::npos : text.rfind('\n', start - 2);
    start = feed == std::string_view::npos ? 0 : feed + 1;
  }
  return text.substr(start);
}

std::string_view first_lines(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t line = 0; line < kContext && end < text.size(); ++line) {
    const auto feed = text.find('\n', end);
    end = feed == std::string_view::npos ? text.size() : feed + 1;
  }
  return text.substr(0, end);
}

}  // namespace

Likeness likeness(ObjectStore& store, const Step& one, const Step& other, bool only_equal) {
  return Comparer(store, only_equal).compare(one, other);
}

bool same_edit(std::string_view before, std::string_view after, std::string_view other_before,
               std::string_view other_after) {
  if (is_binary(before) || is_binary(after) || is_binary(other_before) || is_binary(other_after))
    return false;
  const Edit one(before, after), other(other_before, other_after);
  return one.removed == other.removed && one.added == other.added &&
         last_lines(one.above) == last_lines(other.above) &&
         first_lines(one.below) == first_lines(other.below);
}

}  // namespace sluice::git
