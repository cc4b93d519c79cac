#include "host/git/history.hpp"

#include <queue>
#include <unordered_map>

namespace sluice::git {

Commit read_commit(ObjectStore& store, const Oid& id) {
  const ObjectRef object = store.read(id, Kind::commit);
  return Commit::parse(id, object->data);
}

namespace {

enum Mark : unsigned { kOne = 1, kTwo = 2, kStale = 4, kResult = 8 };

struct Node {
  Commit commit;
  std::int64_t date = 0;
  std::vector<Node*> parents;
  bool linked = false;  ///< Its parents are read.
  unsigned marks = 0;   ///< Of the walk under way.
  unsigned queued = 0;  ///< How often it waits in that walk.
};

/// The commits read so far. Their places never move.
struct Graph {
  explicit Graph(ObjectStore& objects) : store(objects) {}

  Node& node(const Oid& id) {
    auto& slot = nodes[id];
    if (!slot) {
      auto fresh = std::make_unique<Node>();
      fresh->commit = read_commit(store, id);
      fresh->date = fresh->commit.committer_time();
      slot = std::move(fresh);
    }
    return *slot;
  }

  const std::vector<Node*>& parents(Node& child) {
    if (!child.linked) {
      child.parents.reserve(child.commit.parents.size());
      for (const Oid& id : child.commit.parents) child.parents.push_back(&node(id));
      child.linked = true;
    }
    return child.parents;
  }

  ObjectStore& store;
  std::unordered_map<Oid, std::unique_ptr<Node>> nodes;
};

/// A walk from newer to older commits that puts marks on them and takes all marks off when it ends. Dates
/// only decide in which order commits are looked at, never an answer: clocks are wrong.
class Walk {
 public:
  /// Entries whose marks hold one of `done` need no visit; the walk has ended when no other wait.
  Walk(Graph& graph, unsigned done) : graph_(graph), done_(done) {}
  ~Walk() {
    for (Node* node : touched_) node->marks = node->queued = 0;
  }
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  void mark(Node& node, unsigned marks) {
    if ((node.marks & marks) == marks) return;
    if (node.marks == 0 && node.queued == 0) touched_.push_back(&node);
    const bool was_open = (node.marks & done_) == 0;
    node.marks |= marks;
    const bool is_open = (node.marks & done_) == 0;
    if (was_open && !is_open) open_ -= node.queued;
    if (is_open) ++open_;
    ++node.queued;
    waiting_.push({node.date, ++count_, &node});
  }

  /// The newest that waits; of equals the first that came.
  Node& next() {
    Node& node = *waiting_.top().node;
    waiting_.pop();
    --node.queued;
    if ((node.marks & done_) == 0) --open_;
    return node;
  }

  void mark_parents(Node& node, unsigned marks) {
    for (Node* parent : graph_.parents(node)) mark(*parent, marks);
  }

  bool has_open() const { return open_ > 0; }
  bool empty() const { return waiting_.empty(); }
  std::int64_t newest_date() const { return waiting_.top().date; }
  const std::vector<Node*>& touched() const { return touched_; }

 private:
  struct Entry {
    std::int64_t date;
    std::uint64_t order;
    Node* node;
    bool operator<(const Entry& other) const {
      return date != other.date ? date < other.date : order > other.order;
    }
  };
  Graph& graph_;
  const unsigned done_;
  std::priority_queue<Entry> waiting_;
  std::vector<Node*> touched_;
  std::uint64_t count_ = 0;
  std::size_t open_ = 0;
};

/// Common ancestors in the order that git finds them. A path down from `twos` to `one` holds no ancestor of
/// `one`, so nothing on it is ever stale: whether `one` ends up marked kTwo is right whatever the dates say.
std::vector<Node*> paint_down_to_common(Walk& walk, Node& one, const std::vector<Node*>& twos,
                                        bool only_ancestry) {
  std::vector<Node*> results;
  walk.mark(one, kOne);
  for (Node* two : twos) walk.mark(*two, kTwo);
  while (walk.has_open() && !(only_ancestry && (one.marks & kTwo) != 0)) {
    Node& node = walk.next();
    unsigned marks = node.marks & (kOne | kTwo | kStale);
    if (marks == (kOne | kTwo)) {
      if ((node.marks & kResult) == 0) {
        node.marks |= kResult;
        results.push_back(&node);
      }
      marks |= kStale;
    }
    walk.mark_parents(node, marks);
  }
  std::erase_if(results, [](const Node* node) { return (node->marks & kStale) != 0; });
  return results;
}

bool reaches(Graph& graph, const std::vector<Node*>& tips, Node& ancestor) {
  Walk walk(graph, kStale);
  paint_down_to_common(walk, ancestor, tips, true);
  return (ancestor.marks & kTwo) != 0;
}

/// Everything that head reaches and the marks of `without` did not meet, as far as dates led.
std::vector<Node*> paint_range(Graph& graph, const std::vector<Node*>& without, Node& head) {
  Walk walk(graph, kTwo);
  walk.mark(head, kOne);
  for (Node* node : without) walk.mark(*node, kTwo);
  std::int64_t oldest = head.date;
  // On past the last open commit while a marked one could still, by its date, reach one that was let through.
  while (walk.has_open() || (!walk.empty() && walk.newest_date() >= oldest)) {
    Node& node = walk.next();
    const bool is_without = (node.marks & kTwo) != 0;
    if (!is_without) oldest = std::min(oldest, node.date);
    walk.mark_parents(node, is_without ? kTwo : kOne);
  }
  std::vector<Node*> result;
  for (Node* node : walk.touched()) {
    if ((node->marks & kTwo) == 0) result.push_back(node);
  }
  return result;
}

/// The same without trust in dates: every ancestor of `without` is visited.
std::vector<Node*> walk_range(Graph& graph, const std::vector<Node*>& without, Node& head) {
  Walk walk(graph, 0);
  for (Node* node : without) walk.mark(*node, kTwo);
  while (!walk.empty()) walk.mark_parents(walk.next(), kTwo);
  std::vector<Node*> result;
  const auto enter = [&](Node& node) {
    if (node.marks != 0) return;
    walk.mark(node, kOne);
    result.push_back(&node);
  };
  enter(head);
  while (!walk.empty()) {
    for (Node* parent : graph.parents(walk.next())) enter(*parent);
  }
  return result;
}

/// Children first, one line of history after the other, as git's --topo-order has it.
std::vector<Oid> sort_topologically(Graph& graph, const std::vector<Node*>& nodes, Node& head) {
  std::unordered_map<Node*, std::size_t> children;
  for (Node* node : nodes) children.emplace(node, 0);
  for (Node* node : nodes) {
    for (Node* parent : graph.parents(*node)) {
      if (const auto entry = children.find(parent); entry != children.end()) ++entry->second;
    }
  }
  std::vector<Oid> order;
  std::vector<Node*> ready;
  if (children.contains(&head)) ready.push_back(&head);
  while (!ready.empty()) {
    Node* node = ready.back();
    ready.pop_back();
    order.push_back(node->commit.id);
    for (Node* parent : graph.parents(*node)) {
      const auto entry = children.find(parent);
      if (entry != children.end() && --entry->second == 0) ready.push_back(parent);
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace

struct History::Impl : Graph {
  using Graph::Graph;
};

History::History(ObjectStore& store) : impl_(std::make_unique<Impl>(store)) {}
History::~History() = default;

const Commit& History::commit(const Oid& id) {
  return impl_->node(id).commit;
}

bool History::is_ancestor(const Oid& ancestor, const Oid& of) {
  return ancestor == of || reaches(*impl_, {&impl_->node(of)}, impl_->node(ancestor));
}

std::optional<Oid> History::merge_base(const Oid& a, const Oid& b) {
  if (a == b) return impl_->node(a).commit.id;
  std::vector<Node*> bases;
  {
    Walk walk(*impl_, kStale);
    bases = paint_down_to_common(walk, impl_->node(a), {&impl_->node(b)}, false);
  }
  if (bases.empty()) return std::nullopt;
  // Where dates lie, one base may still be an ancestor of another.
  std::vector<Node*> best;
  for (Node* base : bases) {
    std::vector<Node*> others;
    std::copy_if(bases.begin(), bases.end(), std::back_inserter(others),
                 [&](Node* other) { return other != base; });
    if (others.empty() || !reaches(*impl_, others, *base)) best.push_back(base);
  }
  const auto newest =
      std::max_element(best.begin(), best.end(), [](Node* x, Node* y) { return x->date < y->date; });
  return (*newest)->commit.id;
}

std::vector<Oid> History::range(const std::vector<Oid>& without, const Oid& head) {
  Node& tip = impl_->node(head);
  std::vector<Node*> excluded;
  excluded.reserve(without.size());
  for (const Oid& id : without) excluded.push_back(&impl_->node(id));
  auto nodes = paint_range(*impl_, excluded, tip);
  // What is wrongly in it has all its ancestors wrongly in it: so if its oldest are right, all are.
  const std::unordered_set<Node*> inside(nodes.begin(), nodes.end());
  const bool is_right = excluded.empty() || std::all_of(nodes.begin(), nodes.end(), [&](Node* node) {
                          const auto& parents = impl_->parents(*node);
                          const bool is_oldest = std::none_of(parents.begin(), parents.end(),
                                                              [&](Node* p) { return inside.contains(p); });
                          return !is_oldest || !reaches(*impl_, excluded, *node);
                        });
  if (!is_right) nodes = walk_range(*impl_, excluded, tip);
  return sort_topologically(*impl_, nodes, tip);
}

}  // namespace sluice::git
