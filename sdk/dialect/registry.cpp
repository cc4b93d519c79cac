// The dialects there are: a new bot's is one class and one line here.

#include <algorithm>
#include <array>

#include "dialect/coderabbit.hpp"
#include "dialect/text.hpp"

namespace sluice::dialect {
namespace {

const CodeRabbit coderabbit;
const std::array<const Dialect*, 1> dialects = {&coderabbit};

}  // namespace

const Dialect* find(std::string_view name) {
  const auto* found =
      std::find_if(dialects.begin(), dialects.end(), [&](const auto* each) { return each->name() == name; });
  return found == dialects.end() ? nullptr : *found;
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> names;
  names.reserve(dialects.size());
  for (const auto* each : dialects) names.push_back(each->name());
  return names;
}

bool same_login(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view name_of(StatusReading::Kind kind) {
  switch (kind) {
    case StatusReading::Kind::missing:
      return "missing";
    case StatusReading::Kind::pending:
      return "pending";
    case StatusReading::Kind::completed:
      return "completed";
    case StatusReading::Kind::rate_limited:
      return "rate limited";
    case StatusReading::Kind::too_many_files:
      return "skipped, too many files";
    case StatusReading::Kind::incremental_declined:
      return "incremental review declined";
    case StatusReading::Kind::skipped:
      return "skipped by a policy";
    case StatusReading::Kind::failed:
      return "failed";
    case StatusReading::Kind::unknown:
      break;
  }
  return "unknown";
}

std::string_view name_of(Rejoinder rejoinder) {
  switch (rejoinder) {
    case Rejoinder::acknowledges:
      return "acknowledges";
    case Rejoinder::settles:
      return "settles";
    case Rejoinder::asks:
      return "asks";
    case Rejoinder::neither:
      break;
  }
  return "neither";
}

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::critical:
      return "critical";
    case Severity::major:
      return "major";
    case Severity::minor:
      return "minor";
    case Severity::trivial:
      return "trivial";
    case Severity::info:
      return "info";
    case Severity::unknown:
      break;
  }
  return "unknown";
}

}  // namespace sluice::dialect
