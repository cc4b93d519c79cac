#include "host/engine/methods.hpp"
#include "host/forge/document.hpp"

namespace sluice::engine {

namespace {

using forge::documents;

Json head(const std::optional<git::Oid>& oid) {
  return oid ? Json(oid->hex()) : Json(nullptr);
}

Json refs(snapshot::Facts& facts) {
  const auto& heads = facts.heads();
  return {{"main", head(heads.main)},
          {"develop", head(heads.develop)},
          {"queue", head(heads.queue)},
          {"fixes", head(heads.fixes)}};
}

Json status(snapshot::Facts& facts, const std::string& sha) {
  const auto& [own, others] = facts.status(sha);
  Json status = nullptr;
  if (own) {
    status = {{"state", own->state},
              {"description", own->description},
              {"author", own->author},
              {"updated_at", own->updated_at}};
  }
  return {{"status", status}, {"others", others}};
}

forge::Id pull_of(const Json& params) {
  return params.at("pull").get<forge::Id>();
}
std::string sha_of(const Json& params) {
  return params.at("sha").get<std::string>();
}

}  // namespace

void add_fact_methods(Methods& methods, Workbench& bench) {
  auto& facts = bench.facts;
  methods["fact.refs"] = [&facts](const Caller&, const Json&) { return refs(facts); };
  methods["fact.viewer"] = [&facts](const Caller&, const Json&) { return Json{{"login", facts.viewer()}}; };
  methods["fact.releases"] = [&facts](const Caller&, const Json&) {
    return Json{{"pulls", documents(facts.releases())}};
  };
  methods["fact.mergeable"] = [&facts](const Caller&, const Json& params) {
    const auto clean = facts.mergeable(pull_of(params));
    return Json{{"mergeable", clean ? Json(*clean) : Json(nullptr)}};
  };
  methods["fact.status"] = [&facts](const Caller&, const Json& params) {
    return status(facts, sha_of(params));
  };
  methods["fact.comments"] = [&facts](const Caller&, const Json& params) {
    return Json{{"comments", documents(facts.comments(pull_of(params)))}};
  };
  methods["fact.commit_comments"] = [&facts](const Caller&, const Json& params) {
    return Json{{"comments", documents(facts.commit_comments(sha_of(params)))}};
  };
  methods["fact.reviews"] = [&facts](const Caller&, const Json& params) {
    return Json{{"reviews", documents(facts.reviews(pull_of(params)))}};
  };
  methods["fact.threads"] = [&facts](const Caller&, const Json& params) {
    return Json{{"threads", documents(facts.threads(pull_of(params)))}};
  };
  methods["fact.runs"] = [&facts](const Caller&, const Json& params) {
    return Json{{"runs", documents(facts.runs(sha_of(params)))}};
  };
  methods["fact.run_log"] = [&facts](const Caller&, const Json& params) {
    return Json{{"log", json_bytes(facts.run_log(params.at("id").get<forge::Id>()))}};
  };
  methods["fact.alerts"] = [&facts](const Caller&, const Json&) { return forge::document(facts.alerts()); };
}

}  // namespace sluice::engine
