#include "host/cli/forge_json.hpp"

namespace sluice::cli {

namespace {

template <class T>
Json nullable(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

}  // namespace

const char* name(forge::State state) {
  return state == forge::State::open ? "open" : state == forge::State::merged ? "merged" : "closed";
}

Json to_json(const forge::Pull& pull) {
  return {{"number", pull.number},
          {"state", name(pull.state)},
          {"head", json_bytes(pull.head)},
          {"base", json_bytes(pull.base)},
          {"foreign", pull.foreign},
          {"head_sha", pull.head_sha},
          {"title", pull.title},
          {"body", pull.body},
          {"author", pull.author},
          {"url", json_bytes(pull.url)},
          {"created_at", pull.created_at},
          {"updated_at", pull.updated_at},
          {"merged_at", nullable(pull.merged_at)},
          {"merge_sha", nullable(pull.merge_sha)}};
}

Json to_json(const forge::Comment& comment) {
  return {{"id", comment.id},
          {"author", comment.author},
          {"body", comment.body},
          {"created_at", comment.created_at},
          {"updated_at", comment.updated_at}};
}

Json to_json(const forge::Review& review) {
  return {{"id", review.id},       {"author", review.author},
          {"body", review.body},   {"sha", nullable(review.sha)},
          {"state", review.state}, {"submitted_at", nullable(review.submitted_at)}};
}

Json to_json(const forge::Thread& thread) {
  return {{"id", thread.id},
          {"resolved", thread.resolved},
          {"outdated", thread.outdated},
          {"path", json_bytes(thread.path)},
          {"line", nullable(thread.line)},
          {"comments", to_json(thread.comments)}};
}

Json to_json(const forge::Status& status) {
  return {{"context", status.context},
          {"state", status.state},
          {"description", status.description},
          {"updated_at", status.updated_at}};
}

Json to_json(const forge::Run& run) {
  return {{"id", run.id},
          {"workflow", run.workflow},
          {"status", run.status},
          {"conclusion", nullable(run.conclusion)},
          {"url", json_bytes(run.url)}};
}

Json to_json(const forge::Alert& alert) {
  return {{"number", alert.number},       {"open", alert.open},         {"branch", json_bytes(alert.branch)},
          {"rule", alert.rule},           {"severity", alert.severity}, {"path", json_bytes(alert.path)},
          {"line", nullable(alert.line)}, {"message", alert.message},   {"created_at", alert.created_at}};
}

Json to_json(const forge::Issue& issue) {
  return {{"number", issue.number},        {"open", issue.open},
          {"title", issue.title},          {"body", issue.body},
          {"author", issue.author},        {"created_at", issue.created_at},
          {"updated_at", issue.updated_at}};
}

}  // namespace sluice::cli
