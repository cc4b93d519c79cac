#include "host/git/knots.hpp"

#include <algorithm>

namespace sluice::git {

namespace {

bool is_merge(const Commit& commit) {
  return commit.parents.size() > 1;
}

}  // namespace

std::optional<Oid> automatic_merge(History& history, Picker& picker, const Commit& merge) {
  Oid tip = merge.parents.front();
  for (std::size_t i = 1; i < merge.parents.size(); ++i) {
    if (!history.merge_base(tip, merge.parents[i])) return std::nullopt;
    const auto fold = picker.fold(tip, merge.parents[i], "merge");
    if (!fold) continue;
    if (!fold->made) return std::nullopt;
    tip = *fold->made;
  }
  return history.commit(tip).tree;
}

const std::optional<Knot>& Knots::find(std::vector<Oid> upstreams, const Oid& head) {
  auto key = std::pair(std::move(upstreams), head);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  auto knot = look(key.first, head);
  return known_.emplace(std::move(key), std::move(knot)).first->second;
}

std::optional<Knot> Knots::look(const std::vector<Oid>& upstreams, const Oid& head) {
  const auto range = history_.range(upstreams, head);
  std::optional<Oid> newest;
  for (const Oid& id : range) {
    const Commit merge = history_.commit(id);
    if (!is_merge(merge)) continue;
    newest = id;
    if (automatic_merge(history_, picker_, merge) != merge.tree)
      return Knot{id, "is not git's own merge of its parents"};
  }
  if (!newest) return std::nullopt;
  const auto from = start(upstreams, head);
  if (!from) return std::nullopt;
  const auto tree = in_a_row(*from, range);
  // Commits that conflict in a row are met where they are picked, and told there.
  if (!tree || *tree == history_.commit(head).tree) return std::nullopt;
  return Knot{*newest, "comes to another tree than the commits that it merges, one after the other"};
}

/// The tree that head's own commits stand on: what it has of the upstreams, merged where that is several.
std::optional<Oid> Knots::start(const std::vector<Oid>& upstreams, const Oid& head) {
  std::optional<Oid> from;
  for (const Oid& upstream : upstreams) {
    const auto base = history_.merge_base(upstream, head);
    if (!base || (from && history_.is_ancestor(*base, *from))) continue;
    if (!from || history_.is_ancestor(*from, *base)) {
      from = base;
      continue;
    }
    const auto fold = picker_.fold(*from, *base, "merge");
    if (!fold || !fold->made) return std::nullopt;
    from = fold->made;
  }
  return from ? std::optional(history_.commit(*from).tree) : std::nullopt;
}

/// The tree that the commits, merges left out, come to on top of a tree; nullopt where one conflicts.
std::optional<Oid> Knots::in_a_row(const Oid& start, const std::vector<Oid>& commits) {
  Oid tree = start;
  for (const Oid& id : commits) {
    const Commit commit = history_.commit(id);
    if (is_merge(commit)) continue;
    const Oid before = commit.parents.empty() ? store_.put(Kind::tree, "")
                                              : Oid(history_.commit(commit.parents.front()).tree);
    const TreeMerge merged = picker_.merge(before, tree, commit.tree);
    if (!merged.clean) return std::nullopt;
    tree = merged.tree;
  }
  return tree;
}

}  // namespace sluice::git
