#pragma once
// How conflicts are resolved, in the order that the pipeline says: the cheap and certain first.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/git.hpp"

namespace sluice::resolve {

enum class Link : std::uint8_t {
  lockfile,  ///< The lockfile alone conflicts: a command makes it anew.
  rerere,    ///< git recorded a resolution of this very conflict in the clone.
  command,   ///< A program settles it, or ends above 0.
  agent,     ///< A session does.
};

/// The role's own table.
struct Settings {
  std::vector<Link> chain;
  std::optional<Lockfile> lockfile;
  std::vector<std::string> command;
  std::int64_t command_seconds = 600;
  std::int64_t attempts = 3;
  std::string replay_prompt, fold_prompt;  ///< Templates.

  bool has(Link link) const;
  static Settings read(const Json& config);  ///< Throws RedError naming the key.
};

}  // namespace sluice::resolve
