#include "host/engine/methods.hpp"

namespace sluice::engine {

namespace {

template <typename T>
Json nullable(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json document(const forge::Comment& comment);
Json document(const forge::Pull& pull);
Json document(const forge::Review& review);
Json document(const forge::Thread& thread);
Json document(const forge::Run& run);

template <typename Each>
Json documents(const std::vector<Each>& all) {
  Json list = Json::array();
  for (const auto& each : all) list.push_back(document(each));
  return list;
}

Json document(const forge::Comment& comment) {
  return {{"id", comment.id},
          {"author", comment.author},
          {"body", comment.body},
          {"created_at", comment.created_at},
          {"updated_at", comment.updated_at}};
}

std::string_view state_name(forge::State state) {
  switch (state) {
    case forge::State::open:
      return "open";
    case forge::State::closed:
      return "closed";
    case forge::State::merged:
      break;
  }
  return "merged";
}

Json document(const forge::Pull& pull) {
  return {{"number", pull.number},
          {"state", std::string(state_name(pull.state))},
          {"head", pull.head},
          {"base", pull.base},
          {"head_sha", pull.head_sha},
          {"title", pull.title},
          {"body", pull.body},
          {"created_at", pull.created_at},
          {"updated_at", pull.updated_at},
          {"merged_at", nullable(pull.merged_at)},
          {"merge_sha", nullable(pull.merge_sha)},
          {"url", pull.url}};
}

Json document(const forge::Review& review) {
  return {{"id", review.id},       {"author", review.author},
          {"body", review.body},   {"sha", nullable(review.sha)},
          {"state", review.state}, {"submitted_at", nullable(review.submitted_at)}};
}

Json document(const forge::Thread& thread) {
  return {{"id", thread.id},
          {"resolved", thread.resolved},
          {"outdated", thread.outdated},
          {"path", json_bytes(thread.path)},
          {"line", nullable(thread.line)},
          {"comments", documents(thread.comments)}};
}

Json document(const forge::Run& run) {
  return {{"id", run.id},
          {"workflow", run.workflow},
          {"status", run.status},
          {"conclusion", nullable(run.conclusion)},
          {"url", run.url}};
}

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
  const auto& status = facts.status(sha);
  if (!status) return {{"status", nullptr}};
  return {
      {"status",
       {{"state", status->state}, {"description", status->description}, {"updated_at", status->updated_at}}}};
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
}

}  // namespace sluice::engine
