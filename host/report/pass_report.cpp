#include "host/report/pass_report.hpp"

#include <algorithm>

#include "host/journal/journal.hpp"

namespace sluice::report {
namespace {

Json to_json(const EffectReport& effect) {
  Json result = {{"kind", effect.kind},
                 {"subject", effect.subject},
                 {"receipt", effect.receipt},
                 {"reason", effect.reason}};
  if (effect.later_pass) result["later_pass"] = true;
  return result;
}

Json to_json(const StageReport& stage) {
  Json result = {
      {"id", stage.id}, {"uses", stage.uses.empty() ? stage.id : stage.uses}, {"ran", to_word(stage.ran)}};
  if (stage.ran != StageReport::Ran::ran) return result;
  result["outcome"] = journal::to_word(stage.outcome);
  result["reason"] = stage.reason;
  if (stage.wake_after) result["wake_after"] = *stage.wake_after;
  if (stage.optional) result["optional"] = true;
  result["seconds"] = stage.seconds;
  result["effects"] = Json::array();
  for (const EffectReport& effect : stage.effects) result["effects"].push_back(to_json(effect));
  result["notices"] = stage.notices;
  return result;
}

}  // namespace

std::string to_word(StageReport::Ran ran) {
  switch (ran) {
    case StageReport::Ran::ran:
      return "ran";
    case StageReport::Ran::disabled:
      return "disabled";
    case StageReport::Ran::skipped:
      return "skipped";
    case StageReport::Ran::not_reached:
      return "not reached";
  }
  return "ran";
}

std::optional<std::int64_t> soonest_wake(const std::vector<StageReport>& stages) {
  std::optional<std::int64_t> soonest;
  for (const StageReport& stage : stages) {
    if (stage.ran != StageReport::Ran::ran || !stage.wake_after) continue;
    const std::int64_t wake = std::clamp<std::int64_t>(*stage.wake_after, 0, longest_wake);
    soonest = std::min(soonest.value_or(wake), wake);
  }
  return soonest;
}

int exit_code(const PassReport& report) {
  return report.outcome == Outcome::Kind::red ? 1 : 0;
}

Json to_json(const PassReport& report) {
  Json result = {{"schema", 1},
                 {"pipeline", report.pipeline},
                 {"repository", json_bytes(report.repository)},
                 {"dry_run", report.dry_run},
                 {"outcome", journal::to_word(report.outcome)},
                 {"reason", report.reason},
                 {"exit", exit_code(report)},
                 {"journal", json_bytes(report.journal)},
                 {"stages", Json::array()}};
  if (report.wake) result["wake"] = *report.wake;
  if (report.window) {
    const WindowReport& window = *report.window;
    result["window"] = {{"fixes", window.fixes}, {"commits", window.commits},   {"files", window.files},
                        {"cap", window.cap},     {"cap_from", window.cap_from}, {"lines", window.lines}};
  }
  for (const StageReport& stage : report.stages) result["stages"].push_back(to_json(stage));
  return result;
}

}  // namespace sluice::report
