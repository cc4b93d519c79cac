#include "host/git/reshaped.hpp"

#include <algorithm>

#include "host/git/delta.hpp"
#include "host/git/message.hpp"

namespace sluice::git {

namespace {

const Change* change_at(const std::vector<Change>& changes, const std::string& path) {
  const auto at = std::lower_bound(changes.begin(), changes.end(), path,
                                   [](const Change& one, const std::string& p) { return one.path < p; });
  return at != changes.end() && at->path == path ? &*at : nullptr;
}

}  // namespace

std::optional<std::string> stray_part(ObjectStore& store, History& history, const Oid& base_tree,
                                      const Oid& whole_tree, const std::vector<Oid>& parts) {
  const auto whole = tree_delta(store, base_tree, whole_tree);
  for (const Oid& id : parts) {
    const Commit& part = history.commit(id);
    const bool claims = !read_trailers(part.message).express.empty();
    for (const Change& change : tree_delta(store, history.commit(part.parents.front()).tree, part.tree)) {
      const Change* meant = change_at(whole, change.path);
      if (meant == nullptr) return "its part " + id.brief() + " changes a path that the commit leaves alone";
      if (claims && !(meant->after == change.after))
        return "its part " + id.brief() + " claims the lane for what the commit does not hold";
    }
  }
  return std::nullopt;
}

PartRows::PartRows(ObjectStore& store, History& history, Picker& picker, const std::vector<Oid>& range,
                   const std::unordered_set<Oid>& not_these)
    : store_(store), history_(history), picker_(picker) {
  for (const Oid& id : range) {
    const Commit& commit = history.commit(id);
    const auto names = read_copies(commit.message);
    copied_.insert(names.begin(), names.end());
    if (commit.parents.size() != 1 || not_these.contains(id) || !names.empty()) continue;
    if (rows_.empty() || rows_.back().back() != commit.parents.front()) rows_.emplace_back();
    rows_.back().push_back(id);
  }
}

std::vector<Oid> PartRows::take(const Oid& original) {
  if (history_.commit(original).parents.size() > 1 || copied_.contains(original)) return {};
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (auto taken = take_from(rows_[i], original); !taken.empty()) return taken;
  }
  return {};
}

std::vector<Oid> PartRows::take_from(Row& row, const Oid& original) {
  for (std::size_t first = 0; first < row.size(); ++first) {
    const Oid before = history_.commit(row[first]).parents.front();
    const Pick pick = picker_.pick(original, before, {});
    if (pick.verdict != PickVerdict::applied) continue;
    const auto start = row.begin() + static_cast<std::ptrdiff_t>(first);
    const auto last = std::find_if(
        start, row.end(), [&](const Oid& id) { return history_.commit(id).tree == pick.merge.tree; });
    if (last == row.end()) continue;
    std::vector<Oid> taken(start, last + 1);
    if (stray_part(store_, history_, history_.commit(before).tree, pick.merge.tree, taken)) continue;
    Row behind(last + 1, row.end());
    row.erase(start, row.end());
    if (!behind.empty()) rows_.push_back(std::move(behind));  // `row` is not touched any more.
    return taken;
  }
  return {};
}

}  // namespace sluice::git
