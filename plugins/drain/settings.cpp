#include "settings.hpp"

#include "plugins/drain/prompts.hpp"
#include "sluice/outcome.hpp"

namespace sluice::drain {
namespace {

Settings::PastCap past_cap_of(const std::string& word) {
  if (word == "defer") return Settings::PastCap::defer;
  if (word == "quarantine") return Settings::PastCap::quarantine;
  if (word == "hold") return Settings::PastCap::hold;
  throw RedError("past_cap of the drain is defer, quarantine or hold, not \"" + word + "\"");
}

}  // namespace

Settings read_settings(const Json& config) {
  Settings settings;
  settings.past_cap = past_cap_of(config.at("past_cap"));
  settings.install = config.at("install").get<std::vector<std::string>>();
  settings.install_seconds = config.at("install_seconds");
  settings.prompt = config.at("prompt");
  if (settings.prompt.empty()) settings.prompt = prompt;
  settings.settle_grace = config.at("settle_grace");
  settings.attempts = config.at("attempts");
  return settings;
}

}  // namespace sluice::drain
