#include "host/forge/document.hpp"

namespace sluice::forge {
namespace {

template <class T>
Json nullable(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

}  // namespace

const char* name(State state) {
  return state == State::open ? "open" : state == State::merged ? "merged" : "closed";
}

Json document(const Pull& pull) {
  return {{"number", pull.number},
          {"state", name(pull.state)},
          {"head", json_bytes(pull.head)},
          {"base", json_bytes(pull.base)},
          {"head_sha", pull.head_sha},
          {"title", pull.title},
          {"body", pull.body},
          {"url", json_bytes(pull.url)},
          {"created_at", pull.created_at},
          {"updated_at", pull.updated_at},
          {"merged_at", nullable(pull.merged_at)},
          {"merge_sha", nullable(pull.merge_sha)}};
}

Json full_document(const Pull& pull) {
  Json full = document(pull);
  full["author"] = pull.author;
  full["foreign"] = pull.foreign;
  return full;
}

Json document(const Comment& comment) {
  return {{"id", comment.id},
          {"author", comment.author},
          {"body", comment.body},
          {"created_at", comment.created_at},
          {"updated_at", comment.updated_at}};
}

Json document(const Review& review) {
  return {{"id", review.id},       {"author", review.author},
          {"body", review.body},   {"sha", nullable(review.sha)},
          {"state", review.state}, {"submitted_at", nullable(review.submitted_at)}};
}

Json document(const Thread& thread) {
  return {{"id", thread.id},
          {"resolved", thread.resolved},
          {"outdated", thread.outdated},
          {"path", json_bytes(thread.path)},
          {"line", nullable(thread.line)},
          {"comments", documents(thread.comments)}};
}

Json document(const Status& status) {
  return {{"context", status.context},
          {"state", status.state},
          {"description", status.description},
          {"author", status.author},
          {"updated_at", status.updated_at}};
}

Json document(const Run& run) {
  return {{"id", run.id},
          {"workflow", run.workflow},
          {"status", run.status},
          {"conclusion", nullable(run.conclusion)},
          {"url", run.url}};
}

Json document(const OpenAlerts& alerts) {
  Json open = Json::array();
  for (const auto& alert : alerts.alerts) {
    open.push_back({{"number", alert.number},
                    {"rule", alert.rule},
                    {"severity", alert.severity},
                    {"path", json_bytes(alert.path)},
                    {"line", nullable(alert.line)},
                    {"message", alert.message},
                    {"url", alert.url}});
  }
  return {{"on", alerts.on}, {"alerts", open}};
}

}  // namespace sluice::forge
