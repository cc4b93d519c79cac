#include "trial.hpp"

#include "sluice/say.hpp"

namespace sluice::repair {
namespace {

/// The first command that is red; the later ones are not run.
std::optional<std::string> first_red(const WorkTree& tree, const Settings& settings) {
  for (const auto& command : settings.verify) {
    const CommandEnd end = tree.run(command, settings.command_seconds);
    if (end.ok) continue;
    std::string words;
    for (const auto& word : command) words += (words.empty() ? "" : " ") + word;
    return "the check \"" + say::line(words) + "\" is red: " + end.reason;
  }
  return std::nullopt;
}

}  // namespace

std::optional<CommandEnd> broken_install(const WorkTree& tree, const Settings& settings) {
  if (settings.install.empty()) return std::nullopt;
  const CommandEnd end = tree.run(settings.install, settings.install_seconds);
  if (end.ok) return std::nullopt;
  return end;
}

std::optional<std::string> red_over(const Pass& pass, const Settings& settings, const Sha& commit) {
  const WorkTree tree(pass.host, {.at = commit});
  if (const auto broken = broken_install(tree, settings))
    return "the install command fails: " + broken->reason;
  if (auto red = first_red(tree, settings)) return red;
  const Left left = tree.look();
  if (left.head != commit) return "the checks moved their work tree to another commit";
  if (const auto fault = unfinished(left)) return "after the checks, " + *fault;
  return std::nullopt;
}

std::optional<Regenerated> regenerate(const Pass& pass, const Settings& settings, const WorkTree& tree,
                                      const Sha& main) {
  if (settings.regenerate.empty()) return std::nullopt;
  const auto none = [&](const std::string& why) {
    pass.host.info("nothing is regenerated: " + why);
    return std::nullopt;
  };
  if (const auto fault = unfinished(tree.look())) return none("after the install command, " + *fault);
  for (const auto& command : settings.regenerate) tree.run(command, settings.command_seconds);
  const Left left = tree.look();
  if (left.head != main || !left.operation.empty() || !left.fault.empty())
    return none("the regenerators did more to the repository than write files");
  if (left.dirty.empty()) return none("the regenerators change nothing");
  const Sha made = tree.snapshot();
  if (const auto red = first_red(tree, settings)) return none("over what the regenerators make, " + *red);
  if (tree.snapshot() != made) return none("the checks changed files that are not ignored");
  return Regenerated{made, left.dirty};
}

}  // namespace sluice::repair
