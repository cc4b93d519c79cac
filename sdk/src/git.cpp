#include "sluice/git.hpp"

#include "answer.hpp"

namespace sluice {

namespace {

CommitInfo commit(const Json& from) {
  CommitInfo commit;
  commit.sha = from.at("sha");
  commit.tree = from.at("tree");
  commit.parents = from.at("parents").get<std::vector<Sha>>();
  commit.subject = bytes_of(from.at("subject"));
  commit.message = bytes_of(from.at("message"));
  commit.author = bytes_of(from.at("author"));
  commit.author_time = from.at("author_time");
  const Json& trailers = from.at("trailers");
  trailers.at("express").get_to(commit.trailers.express);
  trailers.at("repairs").get_to(commit.trailers.repairs);
  trailers.at("answers").get_to(commit.trailers.answers);
  trailers.at("drains").get_to(commit.trailers.drains);
  from.at("copies").get_to(commit.copies);
  return commit;
}

Owed owed_commit(const Json& from) {
  return {from.at("sha"),
          bytes_of(from.at("subject")),
          from.at("claimed"),
          from.at("answers").get<std::vector<std::int64_t>>(),
          from.at("drains").get<std::vector<std::int64_t>>(),
          from.at("why")};
}

Shed shed_commit(const Json& from) {
  return {from.at("sha"), bytes_of(from.at("subject")), from.at("verdict"), from.at("why"),
          maybe<Sha>(from, "by")};
}

std::vector<std::string> paths(const Json& from) {
  return list<std::string>(from, bytes_of);
}

PickResult pick_result(const Json& from) {
  const std::string verdict = from.at("verdict");
  PickResult pick;
  if (verdict == "applied") {
    pick.verdict = PickResult::Verdict::applied;
  } else if (verdict == "empty") {
    pick.verdict = PickResult::Verdict::empty;
  } else if (verdict != "conflict") {
    throw DocumentError("a pick is applied, empty or a conflict, not \"" + verdict + "\"");
  }
  pick.commit = from.at("commit");
  pick.sha = maybe<Sha>(from, "sha");
  pick.paths = paths(from.at("paths"));
  return pick;
}

std::optional<Knot> knot_of(const Json& answer) {
  const auto found = answer.find("knot");
  if (found == answer.end() || found->is_null()) return std::nullopt;
  return Knot{found->at("sha"), bytes_of(found->at("subject")), found->at("why")};
}

ReplayResult replay_result(const Json& from) {
  ReplayResult replay;
  replay.tip = from.at("tip");
  replay.picks = list<PickResult>(from.at("picks"), pick_result);
  if (const Json& conflict = from.at("conflict"); !conflict.is_null())
    replay.conflict = pick_result(conflict);
  return replay;
}

FoldResult fold_result(const Json& from) {
  const std::string verdict = from.at("verdict");
  FoldResult fold;
  if (verdict == "merged") {
    fold.verdict = FoldResult::Verdict::merged;
  } else if (verdict == "already") {
    fold.verdict = FoldResult::Verdict::already;
  } else if (verdict != "conflict") {
    throw DocumentError("a fold is merged, already or a conflict, not \"" + verdict + "\"");
  }
  fold.sha = maybe<Sha>(from, "sha");
  fold.paths = paths(from.at("paths"));
  return fold;
}

void add_lockfile(Json& params, const std::optional<Lockfile>& lockfile) {
  if (!lockfile) return;
  params["lockfile"] = {
      {"path", json_bytes(lockfile->path)}, {"command", lockfile->command}, {"seconds", lockfile->seconds}};
}

Resolution resolution(const Json& answer) {
  return {maybe<Sha>(answer, "sha"), answer.at("fault")};
}

std::vector<CommitInfo> commits(const Json& answer) {
  return list<CommitInfo>(answer.at("commits"), commit);
}

}  // namespace

std::vector<CommitInfo> Git::log(const std::vector<Sha>& shas) const {
  return ask(*host_, "git.log", {{"shas", shas}}, commits);
}

std::vector<CommitInfo> Git::log(const Sha& from, const Sha& to) const {
  return ask(*host_, "git.log", {{"from", from}, {"to", to}}, commits);
}

OwedSet Git::owed(const Sha& upstream, const Sha& head) const {
  return ask(*host_, "git.owed", {{"upstream", upstream}, {"head", head}}, [](const Json& answer) {
    return OwedSet{list<Owed>(answer.at("owed"), owed_commit), list<Shed>(answer.at("shed"), shed_commit),
                   knot_of(answer)};
  });
}

std::vector<Owed> Git::claims() const {
  return ask(*host_, "git.claims", Json::object(),
             [](const Json& answer) { return list<Owed>(answer.at("claims"), owed_commit); });
}

bool Git::is_ancestor(const Sha& ancestor, const Sha& of) const {
  return ask(*host_, "git.ancestor", {{"ancestor", ancestor}, {"of", of}},
             [](const Json& answer) { return answer.at("yes").get<bool>(); });
}

std::optional<Sha> Git::merge_base(const Sha& a, const Sha& b) const {
  return ask(*host_, "git.merge_base", {{"a", a}, {"b", b}},
             [](const Json& answer) { return maybe<Sha>(answer, "sha"); });
}

PickResult Git::pick(const Sha& commit, const Sha& onto, bool keep_empty) const {
  return ask(*host_, "git.pick", {{"commit", commit}, {"onto", onto}, {"keep_empty", keep_empty}},
             pick_result);
}

ReplayResult Git::replay(const std::vector<Sha>& commits, const Sha& onto,
                         const std::optional<Lockfile>& lockfile) const {
  Json params{{"commits", commits}, {"onto", onto}};
  add_lockfile(params, lockfile);
  return ask(*host_, "git.replay", params, replay_result);
}

FoldResult Git::fold(const Sha& candidate, const Sha& main, const std::optional<Lockfile>& lockfile) const {
  Json params{{"candidate", candidate}, {"main", main}};
  add_lockfile(params, lockfile);
  return ask(*host_, "git.fold", params, fold_result);
}

Sha Git::commit(const Sha& tree, const std::vector<Sha>& parents, const std::string& message,
                const std::optional<Sha>& author_of) const {
  Json params{{"tree", tree}, {"parents", parents}, {"message", json_bytes(message)}};
  if (author_of) params["author_of"] = *author_of;
  return ask(*host_, "git.commit", params, [](const Json& answer) { return answer.at("sha").get<Sha>(); });
}

Resolution Git::resolved(const Sha& commit, const Sha& onto, const Sha& tree) const {
  return ask(*host_, "git.resolved", {{"commit", commit}, {"onto", onto}, {"tree", tree}}, resolution);
}

Resolution Git::resolved_fold(const Sha& candidate, const Sha& main, const Sha& tree) const {
  return ask(*host_, "git.resolved_fold", {{"candidate", candidate}, {"main", main}, {"tree", tree}},
             resolution);
}

std::optional<std::string> Git::stray_part(const Sha& base_tree, const Sha& whole_tree,
                                           const std::vector<Sha>& parts) const {
  const Json params{{"base_tree", base_tree}, {"whole_tree", whole_tree}, {"parts", parts}};
  const auto fault = ask(*host_, "git.stray_part", params,
                         [](const Json& answer) { return answer.at("fault").get<std::string>(); });
  return fault.empty() ? std::nullopt : std::optional(fault);
}

std::int64_t Git::count(const Sha& head, const Sha& main, std::int64_t at_most) const {
  return ask(*host_, "git.count", {{"head", head}, {"main", main}, {"at_most", at_most}},
             [](const Json& answer) { return answer.at("files").get<std::int64_t>(); });
}

std::int64_t Git::files(const Sha& commit) const {
  return ask(*host_, "git.files", {{"commit", commit}},
             [](const Json& answer) { return answer.at("files").get<std::int64_t>(); });
}

}  // namespace sluice
