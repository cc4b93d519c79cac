#include "settings.hpp"

#include "plugins/repair/prompts.hpp"
#include "sluice/outcome.hpp"

namespace sluice::repair {

Settings Settings::read(const Json& config) {
  Settings settings;
  settings.workflows = config.at("workflows").get<std::vector<std::string>>();
  settings.alerts = config.at("alerts");
  settings.install = config.at("install").get<Command>();
  settings.install_seconds = config.at("install_seconds");
  settings.regenerate = config.at("regenerate").get<std::vector<Command>>();
  settings.verify = config.at("verify").get<std::vector<Command>>();
  settings.command_seconds = config.at("command_seconds");
  settings.attempts = config.at("attempts");
  settings.prompt = config.at("prompt");
  if (settings.prompt.empty()) settings.prompt = repair::prompt;
  if (settings.alerts && settings.workflows.empty())
    throw RedError(
        "alerts = true in the repair's table needs workflows: an alert counts once the workflows that "
        "would find it have read this very commit");
  if (!settings.workflows.empty() && settings.verify.empty())
    throw RedError(
        "verify in the repair's table is empty: a repair goes to main without a review, and is judged by "
        "these "
        "commands alone; write verify = [[\"PROGRAM\", \"ARGUMENT\"]]");
  return settings;
}

}  // namespace sluice::repair
