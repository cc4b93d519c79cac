#include <string>

#include "host/engine/methods.hpp"
#include "host/engine/parameters.hpp"
#include "host/engine/replay.hpp"
#include "host/engine/resolved.hpp"
#include "host/git/count.hpp"
#include "host/git/message.hpp"
#include "host/git/owed.hpp"
#include "host/git/reshaped.hpp"

namespace sluice::engine {

namespace {

using git::Oid;

Json describe_commit(const git::Commit& commit) {
  const auto trailers = git::read_trailers(commit.message);
  return {{"sha", commit.id.hex()},
          {"tree", commit.tree.hex()},
          {"parents", hexes(commit.parents)},
          {"subject", json_bytes(commit.subject())},
          {"message", json_bytes(commit.message)},
          {"author", json_bytes(commit.author)},
          {"author_time", commit.author_time()},
          {"trailers",
           {{"express", trailers.express},
            {"answers", trailers.answers},
            {"drains", trailers.drains},
            {"repairs", trailers.repairs}}},
          {"copies", hexes(git::read_copies(commit.message))}};
}

Json log(const effects::GitCore& core, const Json& params) {
  std::vector<Oid> ids;
  if (params.contains("shas")) {
    ids = oids_of(params.at("shas"));
  } else if (params.contains("from") && params.contains("to")) {
    ids = core.history.range({oid_at(params, "from")}, oid_at(params, "to"));
  } else {
    throw DocumentError("git.log needs \"shas\", or \"from\" and \"to\"");
  }
  Json commits = Json::array();
  for (const auto& id : ids) commits.push_back(describe_commit(core.history.commit(id)));
  return {{"commits", commits}};
}

Json describe_owed(const effects::GitCore& core, const git::OwedCommit& owed) {
  const auto& commit = core.history.commit(owed.id);
  const auto trailers = git::read_trailers(commit.message);
  return {{"sha", owed.id.hex()},
          {"subject", json_bytes(commit.subject())},
          {"claimed", !trailers.express.empty()},
          {"answers", trailers.answers},
          {"drains", trailers.drains},
          {"why", owed.why}};
}

std::string_view shed_name(git::Shed verdict) {
  constexpr std::array<std::string_view, 4> names = {"copied", "equal", "empty", "merge"};
  return names.at(static_cast<std::size_t>(verdict));
}

/// A branch that the remote must have, by its role.
const Oid& needed(const std::optional<Oid>& head, const std::string& role) {
  if (!head) throw git::GitError("the remote has no branch for " + role + "; push one first");
  return *head;
}

git::OwedSet owed_to(const effects::GitCore& core, const std::vector<Oid>& upstreams, const Oid& head) {
  return git::owed(core.store, core.history, core.picker, upstreams, head);
}

/// The merge, if any, for which no row of a branch's commits can stand.
Json knot(Workbench& bench, const Oid& head) {
  const auto& core = bench.git;
  const auto& heads = bench.facts.heads();
  const auto& found = core.knots.find({*heads.develop, *heads.main}, head);
  if (!found) return nullptr;
  return {{"sha", found->merge.hex()},
          {"subject", json_bytes(core.history.commit(found->merge).subject())},
          {"why", found->why}};
}

Json owed(Workbench& bench, const Json& params) {
  const auto& core = bench.git;
  const auto set = owed_to(core, {oid_at(params, "upstream"), needed(bench.facts.heads().main, "main")},
                           oid_at(params, "head"));
  Json owed = Json::array();
  for (const auto& each : set.owed) owed.push_back(describe_owed(core, each));
  Json shed = Json::array();
  for (const auto& each : set.shed) {
    shed.push_back({{"sha", each.id.hex()},
                    {"subject", json_bytes(core.history.commit(each.id).subject())},
                    {"verdict", std::string(shed_name(each.verdict))},
                    {"by", each.by ? Json(each.by->hex()) : Json(nullptr)},
                    {"why", each.why}});
  }
  return {{"owed", owed}, {"shed", shed}, {"knot", knot(bench, oid_at(params, "head"))}};
}

/// Whether any commit of the queue claims the lane: cheap, and most passes end here.
bool any_claim(const effects::GitCore& core, const std::vector<Oid>& upstreams, const Oid& queue) {
  for (const auto& id : core.history.range(upstreams, queue)) {
    if (!git::read_trailers(core.history.commit(id).message).express.empty()) return true;
  }
  return false;
}

Json claims(Workbench& bench) {
  const auto& core = bench.git;
  const auto& heads = bench.facts.heads();
  const std::vector<Oid> upstreams = {needed(heads.main, "main"), needed(heads.develop, "develop")};
  const Oid& queue = needed(heads.queue, "queue");
  Json list = Json::array();
  if (any_claim(core, upstreams, queue)) {
    for (const auto& each : owed_to(core, upstreams, queue).owed) {
      Json document = describe_owed(core, each);
      // What the fixes branch reaches is its own window's, claimed or not.
      const bool fixed = heads.fixes && core.history.is_ancestor(each.id, *heads.fixes);
      if (document.at("claimed").get<bool>() && !fixed) list.push_back(std::move(document));
    }
  }
  return {{"claims", list}};
}

std::string_view verdict_name(git::PickVerdict verdict) {
  constexpr std::array<std::string_view, 3> names = {"applied", "empty", "conflict"};
  return names.at(static_cast<std::size_t>(verdict));
}

std::string_view decided_name(git::Decided decided) {
  constexpr std::array<std::string_view, 3> names = {"descent", "content", "merge"};
  return names.at(static_cast<std::size_t>(decided));
}

Json describe_pick(const git::Pick& pick) {
  return {{"commit", pick.commit.hex()},
          {"verdict", std::string(verdict_name(pick.verdict))},
          {"sha", pick.made ? Json(pick.made->hex()) : Json(nullptr)},
          {"paths", paths_of(pick.merge.paths)},
          {"decided", std::string(decided_name(pick.merge.decided))}};
}

Json pick(const effects::GitCore& core, const Json& params) {
  return describe_pick(
      core.picker.pick(oid_at(params, "commit"), oid_at(params, "onto"),
                       {.copy_line = true, .keep_empty = params.value("keep_empty", false)}));
}

std::optional<session::Rebuild> lockfile_of(const Json& params) {
  const auto found = params.find("lockfile");
  if (found == params.end()) return std::nullopt;
  return session::Rebuild{bytes_of(found->at("path")), found->at("command").get<std::vector<std::string>>(),
                          found->at("seconds").get<std::int64_t>()};
}

Json replay(Workbench& bench, const Json& params) {
  const auto done =
      replay_commits(bench, oids_of(params.at("commits")), oid_at(params, "onto"), lockfile_of(params));
  Json picks = Json::array();
  for (const auto& each : done.picks) picks.push_back(describe_pick(each));
  return {{"tip", done.tip.hex()},
          {"picks", picks},
          {"conflict", done.conflict ? describe_pick(*done.conflict) : Json(nullptr)}};
}

Json fold(Workbench& bench, const Json& params) {
  const auto folded =
      fold_main(bench, oid_at(params, "candidate"), oid_at(params, "main"), lockfile_of(params));
  if (!folded) return {{"verdict", "already"}, {"sha", nullptr}, {"paths", Json::array()}};
  return {{"verdict", folded->made ? "merged" : "conflict"},
          {"sha", folded->made ? Json(folded->made->hex()) : Json(nullptr)},
          {"paths", paths_of(folded->merge.paths)}};
}

Json describe_resolved(const Resolved& resolved) {
  return {{"sha", resolved.made ? Json(resolved.made->hex()) : Json(nullptr)}, {"fault", resolved.fault}};
}

Json count(Workbench& bench, const Json& params) {
  const auto& core = bench.git;
  const auto counted = git::count_files(core.scratch, core.store, core.history, oid_at(params, "main"),
                                        oid_at(params, "head"), params.value("at_most", bench.settings.cap));
  return {{"files", counted.files}, {"renames", counted.renames}};
}

}  // namespace

void add_git_methods(Methods& methods, Workbench& bench) {
  const auto& core = bench.git;
  methods["git.log"] = [&core](const Caller&, const Json& params) { return log(core, params); };
  methods["git.owed"] = [&bench](const Caller&, const Json& params) { return owed(bench, params); };
  methods["git.claims"] = [&bench](const Caller&, const Json&) { return claims(bench); };
  methods["git.ancestor"] = [&core](const Caller&, const Json& params) {
    return Json{{"yes", core.history.is_ancestor(oid_at(params, "ancestor"), oid_at(params, "of"))}};
  };
  methods["git.merge_base"] = [&core](const Caller&, const Json& params) {
    const auto base = core.history.merge_base(oid_at(params, "a"), oid_at(params, "b"));
    return Json{{"sha", base ? Json(base->hex()) : Json(nullptr)}};
  };
  methods["git.pick"] = [&core](const Caller&, const Json& params) { return pick(core, params); };
  methods["git.replay"] = [&bench](const Caller&, const Json& params) { return replay(bench, params); };
  methods["git.fold"] = [&bench](const Caller&, const Json& params) { return fold(bench, params); };
  methods["git.commit"] = [&bench](const Caller&, const Json& params) {
    std::optional<Oid> author_of;
    if (params.contains("author_of")) author_of = oid_at(params, "author_of");
    const auto made = own_commit(bench, oid_at(params, "tree"), oids_of(params.at("parents")),
                                 bytes_of(params.at("message")), author_of);
    return Json{{"sha", made.hex()}};
  };
  methods["git.resolved"] = [&bench](const Caller&, const Json& params) {
    return describe_resolved(
        resolved_pick(bench, oid_at(params, "commit"), oid_at(params, "onto"), oid_at(params, "tree")));
  };
  methods["git.resolved_fold"] = [&bench](const Caller&, const Json& params) {
    return describe_resolved(
        resolved_fold(bench, oid_at(params, "candidate"), oid_at(params, "main"), oid_at(params, "tree")));
  };
  methods["git.stray_part"] = [&core](const Caller&, const Json& params) {
    const auto fault = git::stray_part(core.store, core.history, oid_at(params, "base_tree"),
                                       oid_at(params, "whole_tree"), oids_of(params.at("parts")));
    return Json{{"fault", fault.value_or("")}};
  };
  methods["git.count"] = [&bench](const Caller&, const Json& params) { return count(bench, params); };
  methods["git.files"] = [&bench](const Caller&, const Json& params) {
    const auto& core = bench.git;
    return Json{{"files", git::count_own_files(core.scratch, core.store, core.history,
                                               oid_at(params, "commit"), bench.settings.cap)
                              .files}};
  };
}

}  // namespace sluice::engine
