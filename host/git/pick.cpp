#include "host/git/pick.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

#include "host/git/content_merge.hpp"
#include "host/git/descent.hpp"
#include "host/git/look_ahead.hpp"
#include "host/git/message.hpp"
#include "host/git/whole_merge.hpp"

namespace sluice::git {
namespace {

TreeMerge as_tree_merge(GitMerge merge) {
  return {merge.clean, merge.tree, std::move(merge.paths), Decided::merge};
}

}  // namespace

struct Picker::Impl {
  Impl(const Scratch& scratch_repository, ObjectStore& objects, Identity identity)
      : scratch(scratch_repository),
        store(objects),
        committer(std::move(identity)),
        contents(scratch, store),
        whole(scratch, store) {}

  TreeMerge merge(const TreesOfPick& trees, std::span<const Oid> following) {
    const auto& [base, ours, theirs] = trees;
    if (base == theirs || ours == theirs) return {true, ours, {}, Decided::descent};
    if (base == ours) return {true, theirs, {}, Decided::descent};
    const Descent first = descend(store, base, ours, theirs, {});
    if (!first.doubt.empty()) return as_tree_merge(whole.merge_trees(base, ours, theirs));
    if (first.contents.empty()) return {true, first.tree, {}, Decided::descent};

    Settled settled;
    std::vector<std::string> conflicts;
    for (const ContentMerger::Question& question : answered(trees, first.contents, following)) {
      const MergedContent* answer = contents.known(question);
      if (answer == nullptr) return as_tree_merge(whole.merge_trees(base, ours, theirs));
      if (answer->data) store.put(answer->entry.id, Kind::blob, answer->data->data);
      settled.emplace(question.content.path, answer->entry);
      if (answer->conflict) conflicts.push_back(question.content.path);
    }
    std::sort(conflicts.begin(), conflicts.end());
    const Descent second = descend(store, base, ours, theirs, settled);
    return {conflicts.empty(), second.tree, std::move(conflicts), Decided::content};
  }

  /// The pick's questions, asked where they were not before, and with them what the picks that follow will
  /// ask.
  std::vector<ContentMerger::Question> answered(const TreesOfPick& trees,
                                                const std::vector<ContentMerge>& merges,
                                                std::span<const Oid> following) {
    std::vector<ContentMerger::Question> questions;
    questions.reserve(merges.size());
    for (const ContentMerge& content : merges) questions.push_back(contents.question(trees.ours, content));
    if (std::all_of(questions.begin(), questions.end(),
                    [&](const auto& question) { return contents.known(question); }))
      return questions;
    const ObjectStore::Speculation speculation(store);
    std::vector<ContentMerger::Question> all = questions;
    if (!following.empty())
      for (ContentMerger::Question& question : look_ahead(store, contents, trees, following))
        all.push_back(std::move(question));
    contents.ask(all);
    return questions;
  }

  std::span<const Oid> after(const Oid& commit) const {
    const auto place = place_of.find(commit);
    if (place == place_of.end()) return {};
    return std::span(expected).subspan(place->second + 1);
  }

  Oid make(Commit commit) {
    commit.committer = committer.line();
    return store.put(Kind::commit, commit.serialize());
  }

  const Scratch& scratch;
  ObjectStore& store;
  Identity committer;
  ContentMerger contents;
  WholeMerger whole;
  std::vector<Oid> expected;
  std::unordered_map<Oid, std::size_t> place_of;
};

Picker::Picker(const Scratch& scratch, ObjectStore& store, Identity committer)
    : impl_(std::make_unique<Impl>(scratch, store, std::move(committer))) {}
Picker::~Picker() = default;

const Scratch& Picker::scratch() const {
  return impl_->scratch;
}

void Picker::expect(std::vector<Oid> commits) {
  impl_->expected = std::move(commits);
  impl_->place_of.clear();
  for (std::size_t i = 0; i < impl_->expected.size(); ++i) impl_->place_of.emplace(impl_->expected[i], i);
}

TreeMerge Picker::merge(const Oid& base_tree, const Oid& our_tree, const Oid& their_tree) {
  return impl_->merge({base_tree, our_tree, their_tree}, {});
}

Pick Picker::pick(const Oid& commit, const Oid& onto, const PickOptions& options) {
  const Commit picked = read_commit(impl_->store, commit);
  if (picked.parents.size() > 1)
    throw GitError("cannot pick " + commit.hex() + ": it is a merge of " +
                   std::to_string(picked.parents.size()) +
                   " parents, and a pick has one side; replay what it merged instead");
  const Oid base =
      picked.parents.empty() ? empty_tree() : read_commit(impl_->store, picked.parents.front()).tree;
  const Oid target = read_commit(impl_->store, onto).tree;

  Pick result;
  result.commit = commit;
  result.merge = impl_->merge({base, target, picked.tree}, impl_->after(commit));
  if (!result.merge.clean) return result;
  result.verdict = result.merge.tree == target ? PickVerdict::empty : PickVerdict::applied;
  if (result.verdict == PickVerdict::applied || options.keep_empty)
    result.made = recommit(picked, result.merge.tree, {onto}, options.copy_line);
  return result;
}

std::optional<Picker::Fold> Picker::fold(const Oid& ours, const Oid& theirs, std::string_view message) {
  impl_->store.flush();
  const process::Result ancestor =
      impl_->scratch.git({"merge-base", "--is-ancestor", theirs.hex(), ours.hex()});
  if (ancestor.ok()) return std::nullopt;
  if (ancestor.code != 1)
    throw GitError("cannot fold " + theirs.hex() + " into " + ours.hex() + ": " + ancestor.error);

  Fold fold;
  fold.merge = as_tree_merge(impl_->whole.merge_commits(ours, theirs, read_commit(impl_->store, ours).tree));
  if (!fold.merge.clean) return fold;
  Commit made;
  made.tree = fold.merge.tree;
  made.parents = {ours, theirs};
  made.author = impl_->committer.line();
  made.message = message;
  fold.made = impl_->make(std::move(made));
  return fold;
}

Oid Picker::recommit(const Commit& commit, const Oid& tree, const std::vector<Oid>& parents, bool copy_line) {
  Commit made = commit;
  made.tree = tree;
  made.parents = parents;
  if (copy_line) made.message = with_copy_line(commit.message, commit.id);
  return impl_->make(std::move(made));
}

}  // namespace sluice::git
