#include "chain.hpp"

#include <algorithm>
#include <array>

#include "plugins/resolve/prompts.hpp"
#include "sluice/lockfile.hpp"
#include "sluice/outcome.hpp"
#include "sluice/say.hpp"

namespace sluice::resolve {
namespace {

constexpr std::array<std::string_view, 4> names = {"lockfile", "rerere", "command", "agent"};

Link link_of(const std::string& word) {
  const auto found = std::find(names.begin(), names.end(), word);
  if (found != names.end()) return static_cast<Link>(found - names.begin());
  throw RedError("chain in [roles.resolver] takes lockfile, rerere, command and agent, not \"" +
                 say::line(word) + "\"");
}

std::string template_of(const Json& config, const char* key, std::string_view own) {
  const auto text = config.at(key).get<std::string>();
  return text.empty() ? std::string(own) : text;
}

}  // namespace

bool Settings::has(Link link) const {
  return std::find(chain.begin(), chain.end(), link) != chain.end();
}

Settings Settings::read(const Json& config) {
  Settings settings;
  for (const auto& word : config.at("chain")) settings.chain.push_back(link_of(word.get<std::string>()));
  settings.lockfile = lockfile_of(config);
  settings.command = config.at("command").get<std::vector<std::string>>();
  settings.command_seconds = config.at("command_seconds");
  settings.attempts = config.at("attempts");
  settings.replay_prompt = template_of(config, "prompt", prompt);
  settings.fold_prompt = template_of(config, "prompt_fold", prompt_fold);
  if (settings.has(Link::command) && settings.command.empty())
    throw RedError(
        "chain in [roles.resolver] has \"command\", and no command is there: write command = [\"PROGRAM\"]");
  return settings;
}

}  // namespace sluice::resolve
