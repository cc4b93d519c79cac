#include "host/git/look_ahead.hpp"

#include <optional>
#include <unordered_set>

#include "host/git/commit.hpp"
#include "host/git/descent.hpp"
#include "host/git/tree.hpp"

namespace sluice::git {
namespace {

constexpr std::size_t most_picks = 400;
constexpr std::size_t most_questions = 128;

class Foresight {
 public:
  Foresight(ObjectStore& store, const ContentMerger& contents) : store_(store), contents_(contents) {}

  /// The tree that the pick comes to, as far as it is known; nullopt where there is no seeing further.
  std::optional<Oid> step(const TreesOfPick& pick) {
    if (pick.base == pick.theirs || pick.ours == pick.theirs) return pick.ours;
    if (pick.base == pick.ours) return pick.theirs;
    const Descent first = descend(store_, pick.base, pick.ours, pick.theirs, {});
    if (!first.doubt.empty()) return std::nullopt;
    if (first.contents.empty()) return first.tree;
    Settled settled;
    for (const ContentMerge& content : first.contents)
      if (!settle(pick.ours, content, settled)) return std::nullopt;
    const Descent second = descend(store_, pick.base, pick.ours, pick.theirs, settled);
    if (!second.doubt.empty()) return std::nullopt;
    return second.tree;
  }

  std::vector<ContentMerger::Question> take() { return std::move(questions_); }
  bool full() const { return questions_.size() >= most_questions; }

 private:
  bool settle(const Oid& our_tree, const ContentMerge& content, Settled& settled) {
    if (open_.contains(content.path)) return false;
    ContentMerger::Question question = contents_.question(our_tree, content);
    const MergedContent* answer = contents_.known(question);
    if (answer == nullptr) {
      // Unknown yet, the file is left as it is; what else the picks do is seen all the same.
      settled.emplace(content.path, content.ours);
      open_.insert(content.path);
      questions_.push_back(std::move(question));
      return true;
    }
    if (answer->conflict) return false;
    if (answer->data) store_.put(answer->entry.id, Kind::blob, answer->data->data);
    settled.emplace(content.path, answer->entry);
    return true;
  }

  ObjectStore& store_;
  const ContentMerger& contents_;
  std::unordered_set<std::string> open_;
  std::vector<ContentMerger::Question> questions_;
};

}  // namespace

std::vector<ContentMerger::Question> look_ahead(ObjectStore& store, const ContentMerger& contents,
                                                const TreesOfPick& start, std::span<const Oid> following) {
  Foresight walk(store, contents);
  std::optional<Oid> tree = walk.step(start);
  for (const Oid& id : following.first(std::min(following.size(), most_picks))) {
    if (!tree || walk.full()) break;
    const Commit commit = read_commit(store, id);
    if (commit.parents.size() > 1) break;
    const Oid base = commit.parents.empty() ? empty_tree() : read_commit(store, commit.parents.front()).tree;
    tree = walk.step({base, *tree, commit.tree});
  }
  return walk.take();
}

}  // namespace sluice::git
