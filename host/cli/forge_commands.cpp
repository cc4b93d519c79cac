#include "host/cli/forge_commands.hpp"

namespace sluice::cli {

void add_forge_commands(Verb& root) {
  root.verb("forge",
            "Drive the embedded forge by hand: pull requests, reviews, comments, statuses, runs, issues.");
}

}  // namespace sluice::cli
