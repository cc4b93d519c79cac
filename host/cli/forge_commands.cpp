#include "host/cli/forge_commands.hpp"

#include "host/cli/forge_options.hpp"

namespace sluice::cli {

void add_forge_commands(Verb& root) {
  auto shared = std::make_shared<ForgeOptions>();
  auto family =
      root.verb("forge", "Drive the embedded forge by hand: pull requests, reviews, statuses, runs, issues.");
  declare_shared(family, *shared);
  family.examples(
      "  host forge --repo remote.git open --head develop --title 'release: develop → main'\n"
      "  host forge --repo remote.git status develop --state success --description 'Review completed'\n"
      "  host forge --repo remote.git show\n"
      "Exit codes: 0 done, 1 refused by the forge, 2 usage.");
  add_show_verb(family, shared);
  add_pull_verbs(family, shared);
  add_word_verbs(family, shared);
  add_commit_verbs(family, shared);
  add_bot_verb(family, shared);
}

}  // namespace sluice::cli
