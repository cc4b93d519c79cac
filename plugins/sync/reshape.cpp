#include "reshape.hpp"

#include "sluice/roles.hpp"
#include "sluice/say.hpp"

namespace sluice::sync {
namespace {

struct Oversize {
  CommitInfo commit;
  std::int64_t files = 0;
};

/// A claimed commit is the lane's at any size.
std::optional<Oversize> first_oversize(const Pass& pass, const std::vector<Sha>& owed) {
  if (owed.empty()) return std::nullopt;
  for (const auto& commit : pass.git.log(owed)) {
    if (!commit.trailers.express.empty() || commit.parents.size() != 1) continue;
    const std::int64_t files = pass.git.count(commit.sha, commit.parents.front(), pass.snapshot.cap);
    if (files > pass.snapshot.cap) return Oversize{commit, files};
  }
  return std::nullopt;
}

/// What the remote knows a commit by that a replay of this pass may just have made.
Sha known_name(const Pass& pass, const CommitInfo& commit, const Sha& queue) {
  if (pass.git.is_ancestor(commit.sha, queue) || commit.copies.empty()) return commit.sha;
  return commit.copies.back();
}

Json request(const Pass& pass, const Oversize& oversize, const Sha& queue, const Sha& target,
             const Sha& tip) {
  return {{"question", "work"},
          {"purpose", "reshape"},
          {"branch", "queue"},
          {"target", target},
          {"tip", tip},
          {"commit", oversize.commit.sha},
          {"named", known_name(pass, oversize.commit, queue)},
          {"files", oversize.files},
          {"cap", pass.snapshot.cap}};
}

}  // namespace

Reshaped reshape_first(Pass& pass, const Sha& queue, const Sha& target, const std::vector<Sha>& owed,
                       const Sha& tip) {
  const auto oversize = first_oversize(pass, owed);
  if (!oversize) return {};
  const std::string what = say::commit(oversize->commit.sha, oversize->commit.subject);
  const std::string over = what + " alone changes " + say::counted(oversize->files, "file") +
                           " and the cap is " + std::to_string(pass.snapshot.cap);
  if (pass.snapshot.dry_run) {
    pass.host.info(over + "; a dry run reshapes nothing");
    return {};
  }
  const RoleReply reply = ask_role(pass.host, "reshaper", request(pass, *oversize, queue, target, tip));
  if (reply.kind == RoleReply::Kind::done) return {reply.sha, what, {}};
  if (reply.gives_up()) {
    pass.host.warn(over + "; " +
                   (reply.kind == RoleReply::Kind::absent ? "no reshaper is bound"
                                                          : "the reshaper has spent its attempts"));
    return {};
  }
  Outcome wait = Outcome::idle(over + ". The reshaper will try again: " + reply.reason);
  wait.wake_after = reply.wake_after.value_or(60);
  return {{}, what, wait};
}

}  // namespace sluice::sync
