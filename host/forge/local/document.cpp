#include "host/forge/local/document.hpp"

namespace sluice::forge {

Json document(const Alert& alert) {
  return {{"number", alert.number},
          {"open", alert.open},
          {"branch", json_bytes(alert.branch)},
          {"rule", alert.rule},
          {"severity", alert.severity},
          {"path", json_bytes(alert.path)},
          {"line", alert.line ? Json(*alert.line) : Json()},
          {"message", alert.message},
          {"created_at", alert.created_at},
          {"url", alert.url}};
}

Json document(const Issue& issue) {
  return {{"number", issue.number},        {"open", issue.open},
          {"title", issue.title},          {"body", issue.body},
          {"author", issue.author},        {"created_at", issue.created_at},
          {"updated_at", issue.updated_at}};
}

}  // namespace sluice::forge
