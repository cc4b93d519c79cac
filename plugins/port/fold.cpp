#include "fold.hpp"

#include "sluice/lockfile.hpp"
#include "sluice/say.hpp"

namespace sluice::port {
namespace {

RoleReply ask_resolver(const Pass& pass, const Sha& candidate, const Sha& main, const FoldResult& fold) {
  if (pass.snapshot.dry_run) return {};
  Json paths = Json::array();
  for (const auto& path : fold.paths) paths.push_back(json_bytes(path));
  return ask_role(pass.host, "resolver",
                  {{"question", "work"},
                   {"purpose", "fold"},
                   {"candidate", candidate},
                   {"main", main},
                   {"conflict", {{"commit", main}, {"paths", paths}}}});
}

std::string gave_up(const Pass& pass, const RoleReply& reply) {
  if (pass.snapshot.dry_run) return "a dry run resolves nothing";
  return reply.kind == RoleReply::Kind::absent ? "no resolver is bound"
                                               : "the resolver has spent its attempts";
}

}  // namespace

Folding fold_main(Pass& pass, const Sha& candidate, const Sha& main) {
  const FoldResult fold = pass.git.fold(candidate, main, lockfile_of(pass.config));
  if (fold.verdict == FoldResult::Verdict::already) return {candidate, false, {}, {}};
  if (fold.verdict == FoldResult::Verdict::merged) return {fold.sha.value(), true, {}, {}};
  const RoleReply reply = ask_resolver(pass, candidate, main, fold);
  if (reply.kind == RoleReply::Kind::done) return {*reply.sha, true, {}, {}};
  const std::string conflict = pass.snapshot.branches.main + " at " + say::brief(main) +
                               " does not fold into the window: conflict in " + say::paths(fold.paths);
  if (reply.gives_up()) return {candidate, false, conflict + "; " + gave_up(pass, reply), {}};
  Outcome wait = Outcome::idle(conflict + ". The resolver will try again: " + reply.reason);
  wait.wake_after = reply.wake_after.value_or(60);
  return {candidate, false, {}, wait};
}

}  // namespace sluice::port
