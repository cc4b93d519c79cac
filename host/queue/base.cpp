#include "host/queue/base.hpp"

#include <algorithm>

#include "host/git/owed.hpp"
#include "host/report/inert_text.hpp"

namespace sluice::queue {

Base base_of(const Side& side, const snapshot::Heads& heads) {
  const auto& names = side.names();
  const auto& git = side.git();
  for (const auto& [head, name] :
       {std::pair{heads.main, names.main}, {heads.develop, names.develop}, {heads.queue, names.queue}}) {
    if (!head) throw Refusal("the remote has no branch " + report::one_line(name) + "; push it first");
  }
  if (!heads.fixes) return {*heads.develop, names.develop};
  if (const auto& knot = git.knots.find({*heads.develop, *heads.main}, *heads.fixes)) {
    throw Refusal("the fixes branch holds the merge " + named(side, knot->merge) + ", which " + knot->why +
                  "; that has to be taken out of it first");
  }
  const auto owed =
      git::owed(git.store, git.history, git.picker, {*heads.develop, *heads.main}, *heads.fixes);
  if (owed.owed.empty()) return {*heads.develop, names.develop};
  return {*heads.fixes, names.fixes};
}

std::optional<std::string> would_lose(const Side& side, const snapshot::Heads& heads,
                                      const git::Oid& rewritten, const std::vector<git::Oid>& excused) {
  const auto& git = side.git();
  const auto accounting = git::account(git.store, git.history, git.picker, {*heads.main, *heads.develop},
                                       *heads.queue, rewritten);
  for (const auto& lost : accounting.lost) {
    if (std::ranges::find(excused, lost.id) != excused.end()) continue;
    return named(side, lost.id) + " of the remote's queue would be lost: " + lost.why;
  }
  return std::nullopt;
}

std::vector<git::Oid> merges_above(const effects::GitCore& git, const std::vector<git::Oid>& upstreams,
                                   const git::Oid& head) {
  auto range = git.history.range(upstreams, head);
  std::erase_if(range, [&](const git::Oid& id) { return git.history.commit(id).parents.size() < 2; });
  return range;
}

}  // namespace sluice::queue
