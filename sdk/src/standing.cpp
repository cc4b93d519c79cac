#include "sluice/standing.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "sluice/say.hpp"

namespace sluice {
namespace {

void miss(std::vector<std::string>& missing, const std::optional<Sha>& sha, const std::string& name) {
  if (!sha) missing.push_back("'" + name + "'");
}

std::string sentence(const std::vector<std::string>& missing) {
  std::string names;
  for (const auto& name : missing) names += (names.empty() ? "" : ", ") + name;
  return "the remote has no branch " + names + "; push " + (missing.size() == 1 ? "it" : "them") +
         " or name another in the pipeline's [branches]";
}

}  // namespace

Standing standing(const Refs& refs, const Snapshot::Branches& names) {
  std::vector<std::string> missing;
  miss(missing, refs.main, names.main);
  miss(missing, refs.develop, names.develop);
  miss(missing, refs.queue, names.queue);
  if (!missing.empty()) throw RedError(sentence(missing));
  return {*refs.main, *refs.develop, *refs.queue, refs.fixes};
}

Standing standing(const Pass& pass) {
  return standing(pass.facts.refs(), pass.snapshot.branches);
}

std::optional<Pull> open_release(const std::vector<Pull>& releases) {
  const auto found = std::find_if(releases.begin(), releases.end(),
                                  [](const Pull& pull) { return pull.state == Pull::State::open; });
  if (found == releases.end()) return std::nullopt;
  return *found;
}

std::optional<Pull> pause(const Git& git, const std::vector<Pull>& releases, const Sha& develop,
                          const Sha& main) {
  const bool any_closed = std::any_of(releases.begin(), releases.end(),
                                      [](const Pull& pull) { return pull.state == Pull::State::closed; });
  if (!any_closed) return std::nullopt;
  std::set<Sha> above_main;
  for (const auto& commit : git.log(main, develop)) above_main.insert(commit.sha);
  for (const auto& pull : releases) {
    if (pull.state == Pull::State::closed && above_main.contains(pull.head_sha)) return pull;
  }
  return std::nullopt;
}

std::optional<Shed> only_on_main(const Git& git, const std::vector<Shed>& shed, const Sha& base,
                                 const Sha& main) {
  if (git.is_ancestor(main, base)) return std::nullopt;
  const auto found = std::find_if(shed.begin(), shed.end(), [&](const Shed& one) {
    return one.by && git.is_ancestor(*one.by, main) && !git.is_ancestor(*one.by, base);
  });
  if (found == shed.end()) return std::nullopt;
  return *found;
}

namespace {

std::string decided_by(const Knot& knot, const std::string& branch) {
  return branch + " holds the merge " + say::commit(knot.sha, knot.subject) + ", which " + knot.why +
         ": carried commit by commit, what it decided would be lost. ";
}

}  // namespace

std::string tied_up(const Knot& knot, const std::string& branch, const std::string& develop) {
  return decided_by(knot, branch) + "Rebase " + branch + " onto " + develop +
         ", which drops the merge, commit again what only it held (git show --remerge-diff " +
         say::brief(knot.sha) + " shows it), and push it with --force-with-lease";
}

std::string queue_tied_up(const Knot& knot, const std::string& queue) {
  return decided_by(knot, queue) + "`host queue unmerge` takes it out, and pushes under a lease";
}

}  // namespace sluice
