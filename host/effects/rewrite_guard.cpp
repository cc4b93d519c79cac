#include "host/effects/rewrite_guard.hpp"

#include <algorithm>
#include <set>

#include "host/git/faithful.hpp"
#include "host/git/message.hpp"

namespace sluice::effects {

using git::Oid;
using snapshot::Heads;

namespace {

/// A commit that the push brings, and the commit of the old branch that it copies.
struct Brought {
  Oid id;
  std::optional<Oid> original;
};

/// The newest of its names that the old branch holds: what it was picked from.
std::optional<Oid> original_of(const std::vector<Oid>& names, const std::set<Oid>& old) {
  const auto found =
      std::find_if(names.rbegin(), names.rend(), [&](const Oid& id) { return old.contains(id); });
  return found != names.rend() ? std::optional(*found) : std::nullopt;
}

bool say_the_same(const git::Trailers& one, const git::Trailers& other) {
  return one.express == other.express && one.repairs == other.repairs && one.answers == other.answers &&
         one.drains == other.drains;
}

/// A copy says of itself what its original says, and names of the old branch only that original and whatever
/// it names: else one commit would stand for two.
Verdict object_to_words(const git::Commit& copy, const git::Commit& original, const std::set<Oid>& old) {
  const auto own = git::read_copies(original.message);
  for (const Oid& name : git::read_copies(copy.message)) {
    if (name == original.id || !old.contains(name) || std::ranges::find(own, name) != own.end()) continue;
    return wrong("the copy " + copy.id.brief() + " of " + original.id.brief() + " names " + name.brief() +
                 " too, which is another commit");
  }
  if (say_the_same(git::read_trailers(copy.message), git::read_trailers(original.message)))
    return std::nullopt;
  return wrong("the copy " + copy.id.brief() + " has other trailers than its original " +
               original.id.brief());
}

Verdict object_to_copy(const git::Commit& copy, const Oid& original, const std::set<Oid>& old,
                       const GitCore& git) {
  if (auto verdict = object_to_words(copy, git.history.commit(original), old)) return verdict;
  const auto fault =
      git::unfaithful_copy(git.store, git.history, git.picker, original, copy.parents.front(), copy.tree);
  if (!fault) return std::nullopt;
  return wrong("the copy " + copy.id.brief() + " of " + original.brief() + " is not faithful: " + *fault);
}

/// The parts of a commit may claim the lane. On the fixes a commit that is no copy names none.
Verdict object_to_new(const git::Commit& commit, Ref ref, bool is_part) {
  const auto trailers = git::read_trailers(commit.message);
  const std::string new_one = "the new commit " + commit.id.brief() + " of the " + std::string(name(ref));
  if (!trailers.express.empty() && !is_part) return wrong(new_one + " claims the express lane");
  if (!trailers.repairs.empty()) return wrong(new_one + " says that it repairs main");
  if (ref != Ref::fixes) return std::nullopt;
  const auto names = git::read_copies(commit.message);
  if (names.empty()) return std::nullopt;
  return wrong(new_one + " says that it copies " + names.back().brief() + ", which the branch does not hold");
}

/// What the remote does not hold yet of the branch, oldest first. A queue may stand on the fixes.
std::vector<Brought> brought_by(const Effect& effect, const Heads& heads, const std::set<Oid>& old,
                                const GitCore& git) {
  std::vector<Oid> there = {*heads.main, *heads.develop};
  if (effect.expected) there.push_back(*effect.expected);
  if (*effect.ref == Ref::queue && heads.fixes) there.push_back(*heads.fixes);
  std::vector<Brought> brought;
  for (const Oid& id : git.history.range(there, effect.target)) {
    brought.push_back({id, original_of(git::read_copies(git.history.commit(id).message), old)});
  }
  return brought;
}

/// Pick follows pick, so that git is asked about the contents of many at once.
void expect(const std::vector<Brought>& brought, git::Picker& picker) {
  std::vector<Oid> originals;
  for (const auto& each : brought) {
    if (each.original) originals.push_back(*each.original);
  }
  picker.expect(std::move(originals));
}

Verdict object_to_brought(const Effect& effect, const Heads& heads, const std::vector<Oid>& parts,
                          const GitCore& git) {
  std::set<Oid> old;
  if (effect.expected) {
    const auto range = git.history.range({*heads.main, *heads.develop}, *effect.expected);
    old.insert(range.begin(), range.end());
  }
  const std::set<Oid> part(parts.begin(), parts.end());
  const auto brought = brought_by(effect, heads, old, git);
  expect(brought, git.picker);
  for (const auto& [id, original] : brought) {
    const auto& commit = git.history.commit(id);
    if (commit.parents.size() != 1) {
      return wrong("the new commit " + id.brief() + " has " + std::to_string(commit.parents.size()) +
                   " parents; the " + std::string(name(*effect.ref)) + " takes on commits of one parent");
    }
    auto verdict = original ? object_to_copy(commit, *original, old, git)
                            : object_to_new(commit, *effect.ref, part.contains(id));
    if (verdict) return verdict;
  }
  return std::nullopt;
}

}  // namespace

Verdict without_knots(Ref ref, const std::optional<Oid>& head, const Heads& heads, const GitCore& git) {
  if (!head) return std::nullopt;
  const auto& knot = git.knots.find({*heads.develop, *heads.main}, *head);
  if (!knot) return std::nullopt;
  return wrong("the merge " + knot->merge.brief() + " of the " + std::string(name(ref)) + " " + knot->why);
}

Verdict object_to_rewrite(const Effect& effect, const Heads& heads, const GitCore& git,
                          const Accounted& accounted) {
  const auto& old = heads.of(*effect.ref);
  if (old != effect.expected)
    return moved("the branch is no longer at the commit that the rewrite was made from");
  if (!old || git.history.is_ancestor(*old, effect.target)) return object_to_brought(effect, heads, {}, git);
  if (auto verdict = without_knots(*effect.ref, old, heads, git)) return verdict;
  const auto accounting =
      git::account(git.store, git.history, git.picker, {*heads.main, *heads.develop}, *old, effect.target);
  accounted(accounting);
  if (!accounting.lost.empty()) {
    return wrong("the rewrite would lose " + accounting.lost.front().id.brief() + ": " +
                 accounting.lost.front().why);
  }
  return object_to_brought(effect, heads, accounting.parts, git);
}

}  // namespace sluice::effects
