#include "landing.hpp"

#include "gate.hpp"
#include "sluice/lockfile.hpp"
#include "sluice/roles.hpp"
#include "sluice/say.hpp"

namespace sluice::release {
namespace {

/// What became of the act, as the stage's outcome.
Outcome outcome_of(const Receipt& receipt, const std::string& done, const std::string& tried) {
  switch (receipt.kind) {
    case Receipt::Kind::landed:
      return Outcome::end(done);
    case Receipt::Kind::would:
      return Outcome::end("would: " + done);
    case Receipt::Kind::stale:
      return Outcome::idle(tried + " lost a race: " + receipt.reason).wake(moved_wake);
    case Receipt::Kind::refused:
      break;
  }
  return Outcome::red(tried + " was refused: " + receipt.reason);
}

Outcome merge(Pass& pass, const Pull& pull, const std::string& why) {
  const auto what = named(pull) + " at " + say::brief(pull.head_sha);
  return outcome_of(pass.effects.merge(pull.number, pull.head_sha), "merged " + what + ": " + why,
                    "the merge of " + what);
}

Outcome push_fold(Pass& pass, const Pull& pull, const Sha& main, const Sha& fold,
                  const std::string& why = {}) {
  const auto& branch = pass.snapshot.branches.main;
  return outcome_of(pass.effects.push_fold(pull.number, pull.head_sha, main, fold),
                    "folded " + branch + " into " + named(pull) + " and pushed the fold " + say::brief(fold) +
                        " to " + branch + why,
                    "the push of the fold of " + named(pull) + " to " + branch);
}

RoleReply ask_resolver(const Pass& pass, const Pull& pull, const Sha& main, const FoldResult& fold) {
  if (pass.snapshot.dry_run) return {};
  Json paths = Json::array();
  for (const auto& path : fold.paths) paths.push_back(json_bytes(path));
  return ask_role(pass.host, "resolver",
                  {{"question", "work"},
                   {"purpose", "release"},
                   {"candidate", pull.head_sha},
                   {"main", main},
                   {"conflict", {{"commit", main}, {"paths", paths}}}});
}

Outcome unresolved(const Pass& pass, const Pull& pull, const Sha& main, const FoldResult& fold,
                   const RoleReply& reply) {
  const auto conflict = pass.snapshot.branches.develop + " at " + say::brief(pull.head_sha) +
                        ", the head of " + named(pull) + ", conflicts with " + pass.snapshot.branches.main +
                        " at " + say::brief(main) + " in " + say::paths(fold.paths);
  if (!reply.gives_up()) {
    return Outcome::idle(conflict + ". The resolver will try again: " + reply.reason)
        .wake(reply.wake_after.value_or(moved_wake));
  }
  auto why = std::string(reply.kind == RoleReply::Kind::absent ? "no resolver is bound"
                                                               : "the resolver has spent its attempts");
  if (pass.snapshot.dry_run) why = "a dry run resolves nothing";
  return Outcome::red(conflict + "; " + why + ": merge the two by hand and push the merge to " +
                      pass.snapshot.branches.main);
}

}  // namespace

Outcome land(Pass& pass, const Pull& pull, const Sha& main, const std::string& why) {
  if (pass.git.is_ancestor(main, pull.head_sha)) return merge(pass, pull, why);
  auto fold = pass.git.fold(pull.head_sha, main, std::nullopt);
  if (fold.verdict == FoldResult::Verdict::already) return merge(pass, pull, why);
  if (fold.verdict == FoldResult::Verdict::merged) {
    // What a tree's .gitattributes settle (merge=union) the forge may see as a conflict, and would for ever.
    if (pass.facts.mergeable(pull.number) != false) return merge(pass, pull, why);
    return push_fold(pass, pull, main, fold.sha.value(),
                     ": the forge sees a conflict in what git merges by the tree's .gitattributes");
  }
  if (const auto lockfile = lockfile_of(pass.config)) {
    fold = pass.git.fold(pull.head_sha, main, lockfile);
    if (fold.verdict == FoldResult::Verdict::merged) return push_fold(pass, pull, main, fold.sha.value());
  }
  const auto reply = ask_resolver(pass, pull, main, fold);
  if (reply.kind == RoleReply::Kind::done) return push_fold(pass, pull, main, *reply.sha);
  return unresolved(pass, pull, main, fold, reply);
}

}  // namespace sluice::release
