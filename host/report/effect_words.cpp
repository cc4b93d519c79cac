#include "host/report/effect_words.hpp"

namespace sluice::report {
namespace {

std::string text_at(const Json& document, const char* key) {
  if (!document.is_object() || !document.contains(key)) return "";
  const Json& value = document[key];
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_integer() ? std::to_string(value.get<std::int64_t>()) : "";
}

/// The branch that a push is to, by its role.
std::string branch_of(const std::string& kind, const Json& effect) {
  if (kind == "push.rewrite") return text_at(effect, "ref");
  if (kind == "push.window" || kind == "push.stroke") return "develop";
  return "main";
}

std::string subject_of(const std::string& kind, const Json& effect) {
  if (kind.starts_with("push.")) {
    const std::string old = text_at(effect, "old");
    const std::string range = (old.empty() ? "made at " : brief(old) + "..") + brief(text_at(effect, "new"));
    return branch_of(kind, effect) + " " + range;
  }
  if (kind == "open") return brief(text_at(effect, "head")) + " " + text_at(effect, "title");
  if (kind == "issue") return text_at(effect, "title");
  if (kind == "comment.commit") return brief(text_at(effect, "sha"));
  std::string subject = "#" + text_at(effect, "pull");
  if (kind == "merge") subject += " at " + brief(text_at(effect, "head"));
  if (kind == "reply") subject += " on comment " + text_at(effect, "comment");
  return subject;
}

}  // namespace

std::string brief(const std::string& sha) {
  constexpr std::size_t digits = 10;
  const bool is_sha = sha.size() == 40 && sha.find_first_not_of("0123456789abcdef") == std::string::npos;
  return is_sha ? sha.substr(0, digits) : sha;
}

EffectReport effect_report(const Json& effect, const Json& receipt) {
  EffectReport report;
  report.kind = text_at(effect, "kind");
  report.subject = subject_of(report.kind, effect);
  report.receipt = text_at(receipt, "receipt");
  if (report.receipt.empty()) report.receipt = "no receipt";
  report.reason = text_at(receipt, "reason");
  if (const std::string number = text_at(receipt, "number"); !number.empty())
    report.subject += " as #" + number;
  return report;
}

}  // namespace sluice::report
