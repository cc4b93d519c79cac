#include "host/forge/local/follow.hpp"

namespace sluice::forge::local {

namespace {

/// The oldest commit on base's own line that holds the head beside what base was: the merge. Where base was
/// fast-forwarded, the head itself. Where base was rewritten meanwhile, what it was does not count.
std::string joined_at(const std::string& base, const std::string& base_before, const std::string& head,
                      Graph& graph) {
  const bool grew = graph.contains(base, base_before);
  std::string at = base;
  while (at != head) {
    const auto parents = graph.parents(at);
    if (parents.empty()) return at;
    const auto& older = parents.front();
    if (older == head) return parents.size() > 1 ? at : head;
    if (!graph.contains(older, head) || (grew && !graph.contains(older, base_before))) return at;
    at = older;
  }
  return at;
}

/// The head as it was merged: pushes that nobody looked at between show in the merge's own parents.
std::string merged_head(const std::string& merge, const std::string& head, Graph& graph) {
  if (merge == head) return head;
  for (const auto& parent : graph.parents(merge)) {
    if (graph.contains(parent, head)) return parent;
  }
  return head;
}

Standing merged(const Standing& before, const std::string& head, const std::string& base, Graph& graph) {
  const auto merge = joined_at(base, before.base_sha, head, graph);
  return {State::merged, merged_head(merge, head, graph), base, merge};
}

}  // namespace

Standing follow(const Standing& before, const std::optional<std::string>& head,
                const std::optional<std::string>& base, Graph& graph) {
  if (before.state != State::open) return before;
  auto closed = before;
  closed.state = State::closed;
  if (!base) return closed;
  if (head == before.head_sha && base == before.base_sha) return before;
  if (graph.contains(*base, before.head_sha)) return merged(before, before.head_sha, *base, graph);
  if (!head) return closed;
  if (!graph.contains(*base, *head)) return {State::open, *head, *base, std::nullopt};
  // The branch was rewritten, and nothing of it is left to merge: rewound onto what base held already, it was
  // given up, and is closed; moved to new work that base then took, it is merged.
  if (!graph.contains(before.base_sha, *head)) return merged(before, *head, *base, graph);
  closed.head_sha = *head;
  closed.base_sha = *base;
  return closed;
}

}  // namespace sluice::forge::local
