#pragma once
// Commands over a work tree: what makes it ready, what generates files in it, what judges it.

#include <optional>
#include <string>
#include <vector>

#include "settings.hpp"
#include "sluice/stage.hpp"
#include "sluice/work.hpp"

namespace sluice::repair {

/// How the install command failed; nullopt where it did not, or there is none.
std::optional<CommandEnd> broken_install(const WorkTree& tree, const Settings& settings);

/// What is red over the commit, which is laid out anew so that nothing which a session left beside it (a
/// changed dependency, say) can help it; nullopt: every command is green, and left ignored files only. For
/// people.
std::optional<std::string> red_over(const Pass& pass, const Settings& settings, const Sha& commit);

/// What the regenerators made of main, judged green.
struct Regenerated {
  Sha tree;
  std::vector<std::string> paths;  ///< Raw bytes.
};

/// Runs them in a tree that stands at main and is ready; nullopt where they change nothing, or what they make
/// is not green. The tree is left as it came.
std::optional<Regenerated> regenerate(const Pass& pass, const Settings& settings, const WorkTree& tree,
                                      const Sha& main);

}  // namespace sluice::repair
