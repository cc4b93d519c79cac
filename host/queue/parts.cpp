#include "host/queue/parts.hpp"

#include <algorithm>
#include <unordered_set>

#include "host/git/count.hpp"
#include "host/git/message.hpp"
#include "host/git/reshaped.hpp"
#include "host/report/inert_text.hpp"

namespace sluice::queue {
namespace {

using git::Oid;

std::optional<std::string> fault_of_part(const Side& side, const Oid& id, std::int64_t cap) {
  const auto& git = side.git();
  const git::Commit part = git.history.commit(id);
  if (part.parents.size() != 1) return named(side, id) + " is a merge; parts stand in one line";
  if (!git::read_copies(part.message).empty()) {
    return named(side, id) +
           " has a line \"(cherry picked from commit ...)\": a part is not the whole, and would pass "
           "for it; take the line out (`git commit --amend`, or `git rebase -i`)";
  }
  if (!git::read_trailers(part.message).express.empty()) return std::nullopt;
  const auto files = git::count_own_files(git.scratch, git.store, git.history, id, cap).files;
  if (files <= cap) return std::nullopt;
  return named(side, id) + " alone changes " + std::to_string(files) + " files, over the cap of " +
         std::to_string(cap) +
         ": split it further, or, where it needs no review, say why in an Express: line";
}

/// An answer of the whole that no part gives.
std::optional<std::string> lost_answer(const git::Trailers& whole, const git::Trailers& parts) {
  const auto missing = [](const std::vector<std::int64_t>& from, const std::vector<std::int64_t>& in) {
    return std::ranges::find_if(from, [&](std::int64_t id) { return std::ranges::find(in, id) == in.end(); });
  };
  if (const auto answer = missing(whole.answers, parts.answers); answer != whole.answers.end()) {
    return "no part says \"Answers: " + std::to_string(*answer) +
           "\", as the whole did; add it to the part that does it";
  }
  if (const auto drain = missing(whole.drains, parts.drains); drain != whole.drains.end()) {
    return "no part says \"Drains: " + std::to_string(*drain) +
           "\", as the whole did; add it to the part that does it";
  }
  return std::nullopt;
}

}  // namespace

void shed_what_stands_in_parts(const effects::GitCore& git, const std::vector<Oid>& fresh,
                               git::OwedSet& set) {
  std::unordered_set<Oid> used;  // What stands for one commit is no part of another.
  for (const auto& one : set.shed) {
    if (one.by) used.insert(*one.by);
  }
  git::PartRows rows(git.store, git.history, git.picker, fresh, used);
  std::erase_if(set.owed, [&](const git::OwedCommit& owed) {
    const auto parts = rows.take(owed.id);
    if (parts.empty()) return false;
    set.shed.push_back({owed.id, git::Shed::equal, parts.back(),
                        "stands in parts, the last of them " + parts.back().brief()});
    return true;
  });
}

std::optional<std::string> unfinished(const Checkout& checkout) {
  if (!checkout.operation.empty()) {
    return "a " + checkout.operation + " is still open; resolve it and `git " + checkout.operation +
           " --continue`";
  }
  if (checkout.branch) {
    return "HEAD is on " + report::one_line(*checkout.branch) +
           ", not detached where this was laid out; `git switch "
           "--detach` to what you made, or `host queue held --abort`";
  }
  if (!checkout.head) return "HEAD names no commit";
  if (!checkout.staged.empty()) return "staged and not committed: " + listed(checkout.staged);
  if (!checkout.changed.empty()) return "changed and not committed: " + listed(checkout.changed);
  return std::nullopt;
}

std::optional<std::string> fault_of_parts(const Side& side, const Oid& whole, const Oid& base,
                                          const Oid& head, std::int64_t cap) {
  const auto& git = side.git();
  git.store.refresh();
  const auto parts = git.history.range({base}, head);
  if (parts.empty()) return "no part is committed yet";
  git::Trailers together;
  for (const auto& id : parts) {
    if (auto fault = fault_of_part(side, id, cap)) return fault;
    const auto trailers = git::read_trailers(git.history.commit(id).message);
    together.answers.insert(together.answers.end(), trailers.answers.begin(), trailers.answers.end());
    together.drains.insert(together.drains.end(), trailers.drains.begin(), trailers.drains.end());
  }
  const git::Commit commit = git.history.commit(whole);
  const auto differ = git::changed_paths(git.store, commit.tree, git.history.commit(head).tree);
  if (!differ.empty()) {
    return "the parts come to another tree than " + named(side, whole) + ": they differ in " +
           listed(differ) + " (`git diff " + whole.brief() + "` shows it)";
  }
  return lost_answer(git::read_trailers(commit.message), together);
}

}  // namespace sluice::queue
