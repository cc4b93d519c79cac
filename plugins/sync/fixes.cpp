#include "fixes.hpp"

#include "replay.hpp"
#include "sluice/say.hpp"
#include "sluice/standing.hpp"

namespace sluice::sync {
namespace {

Outcome stopped(const Pass& pass, const Replayed& replayed) {
  const std::string& fixes = pass.snapshot.branches.fixes;
  const std::string what = "fix " + replayed.stop + "; nothing may port ahead of an owed fix";
  if (pass.snapshot.dry_run) return Outcome::idle("A dry run resolves nothing: " + what);
  if (replayed.resolver.kind == RoleReply::Kind::waiting) {
    Outcome idle = Outcome::idle(what + ". The resolver will try again: " + replayed.resolver.reason);
    idle.wake_after = replayed.resolver.wake_after.value_or(60);
    return idle;
  }
  const std::string tried = replayed.resolver.kind == RoleReply::Kind::absent
                                ? "No resolver is bound"
                                : "The resolver has spent its attempts";
  return Outcome::red(what + ". " + tried + ": rebase " + fixes + " onto " + pass.snapshot.branches.develop +
                      " by hand and push it");
}

Outcome pushed(const Pass& pass, const Receipt& receipt, std::size_t commits) {
  const std::string& fixes = pass.snapshot.branches.fixes;
  if (receipt.kind == Receipt::Kind::stale) {
    return Outcome::idle(fixes + " moved while its fixes were replayed: " + receipt.reason).wake(60);
  }
  if (receipt.kind == Receipt::Kind::refused) {
    return Outcome::red(fixes + " could not be rewritten: " + receipt.reason);
  }
  const std::string replayed = receipt.kind == Receipt::Kind::would ? "would replay " : "replayed ";
  return Outcome::go_on(replayed + say::counted(static_cast<std::int64_t>(commits), "owed fix commit") +
                        " onto " + pass.snapshot.branches.develop);
}

}  // namespace

Outcome SyncFixes::run(Pass& pass) {
  const auto& names = pass.snapshot.branches;
  const Standing at = standing(pass);
  if (!at.fixes) return Outcome::go_on("there is no " + names.fixes);
  if (pass.git.is_ancestor(at.develop, *at.fixes))
    return Outcome::go_on(names.fixes + " sits on " + names.develop);
  const OwedSet set = pass.git.owed(at.develop, *at.fixes);
  if (set.knot) return Outcome::red(tied_up(*set.knot, names.fixes, names.develop));
  const std::vector<Owed>& owed = set.owed;
  if (owed.empty()) return Outcome::go_on(names.fixes + " owes " + names.develop + " nothing");
  const Replayed replayed = replay_owed(pass, "fixes", owed, at.develop);
  if (!replayed.tip) return stopped(pass, replayed);
  return pushed(pass, pass.effects.rewrite("fixes", *at.fixes, *replayed.tip), owed.size());
}

}  // namespace sluice::sync
