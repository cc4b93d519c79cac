#include "replay.hpp"

#include <algorithm>

#include "sluice/say.hpp"

namespace sluice::sync {
namespace {

std::string stop_sentence(const PickResult& stop, const std::vector<Owed>& owed, const Sha& onto) {
  const auto named =
      std::find_if(owed.begin(), owed.end(), [&](const Owed& one) { return one.sha == stop.commit; });
  const std::string subject = named == owed.end() ? "" : named->subject;
  return say::commit(stop.commit, subject) + " does not apply on " + say::brief(onto) + ": conflict in " +
         say::paths(stop.paths);
}

Json request(const std::string& branch, const std::vector<Owed>& owed, const Sha& onto,
             const ReplayResult& stopped) {
  Json paths = Json::array();
  for (const auto& path : stopped.conflict->paths) paths.push_back(json_bytes(path));
  return {{"question", "work"},
          {"purpose", "replay"},
          {"branch", branch},
          {"commits", shas_of(owed)},
          {"onto", onto},
          {"tip", stopped.tip},
          {"conflict", {{"commit", stopped.conflict->commit}, {"paths", paths}}}};
}

void ask_resolver(const Pass& pass, const Json& request, Replayed& replayed) {
  replayed.resolver = ask_role(pass.host, "resolver", request);
  if (replayed.resolver.kind != RoleReply::Kind::done) return;
  replayed.tip = replayed.resolver.sha;
  replayed.commits.clear();
  for (const auto& commit : pass.git.log(request.at("onto").get<Sha>(), *replayed.tip)) {
    replayed.commits.push_back(commit.sha);
  }
}

}  // namespace

std::vector<Sha> shas_of(const std::vector<Owed>& owed) {
  std::vector<Sha> shas;
  shas.reserve(owed.size());
  for (const auto& one : owed) shas.push_back(one.sha);
  return shas;
}

Replayed replay_owed(Pass& pass, const std::string& branch, const std::vector<Owed>& owed, const Sha& onto) {
  Replayed replayed;
  replayed.tip = onto;
  if (owed.empty()) return replayed;
  const ReplayResult result = pass.git.replay(shas_of(owed), onto, lockfile_of(pass.config));
  replayed.tip = result.tip;
  for (const auto& pick : result.picks) {
    if (pick.sha) replayed.commits.push_back(*pick.sha);
  }
  if (!result.conflict) return replayed;
  replayed.tip.reset();
  replayed.conflict = result.conflict;
  replayed.stop = stop_sentence(*result.conflict, owed, onto);
  if (!pass.snapshot.dry_run) ask_resolver(pass, request(branch, owed, onto, result), replayed);
  return replayed;
}

}  // namespace sluice::sync
