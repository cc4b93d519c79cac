#include "red.hpp"

#include <algorithm>

#include "sluice/say.hpp"

namespace sluice::repair {
namespace {

bool is_watched(const Run& run, const std::vector<std::string>& workflows) {
  return std::find(workflows.begin(), workflows.end(), run.workflow) != workflows.end();
}

bool is_completed(const Run& run) {
  return run.status == "completed";
}

}  // namespace

bool all_completed(const std::vector<Run>& runs, const std::vector<std::string>& workflows) {
  return std::all_of(workflows.begin(), workflows.end(), [&runs](const std::string& workflow) {
    const auto run =
        std::find_if(runs.begin(), runs.end(), [&](const Run& each) { return each.workflow == workflow; });
    return run != runs.end() && is_completed(*run);
  });
}

std::optional<Red> red_of(const std::vector<Run>& runs, const std::vector<std::string>& workflows,
                          const std::vector<Alert>& alerts) {
  Red red{{}, alerts};
  std::copy_if(runs.begin(), runs.end(), std::back_inserter(red.runs), [&workflows](const Run& run) {
    return is_watched(run, workflows) && is_completed(run) && run.conclusion == "failure";
  });
  if (red.runs.empty() && red.alerts.empty()) return std::nullopt;
  return red;
}

std::string reason_of(const Red& red) {
  std::string text;
  for (const auto& run : red.runs) {
    text += text.empty() ? "" : ", ";
    text += say::line(run.workflow) + " failed (" + say::line(run.url, 200) + ")";
  }
  if (red.alerts.empty()) return text;
  text += text.empty() ? "" : ", ";
  return text + say::counted(std::ssize(red.alerts), "code-scanning alert") + " open";
}

}  // namespace sluice::repair
