#include "host/cli/verbs.hpp"

#include <iostream>
#include <memory>

#include "host/cli/catalog.hpp"
#include "host/cli/forge_commands.hpp"
#include "host/cli/list_stages.hpp"
#include "host/cli/pipeline_commands.hpp"
#include "host/cli/queue_commands.hpp"
#include "host/cli/run_command.hpp"

namespace sluice::cli {

namespace {

std::optional<std::filesystem::path> folder(const std::optional<std::string>& plugins) {
  return plugins ? std::optional<std::filesystem::path>(*plugins) : std::nullopt;
}

/// What the options of a verb are read into; its action keeps it alive.
struct Words {
  std::string file, repository = ".";
  std::optional<std::string> plugins, journal;
  std::vector<std::string> skip, only;
  bool json = false, dry_run = false, verbose = false;
};

void declare_run(Verb& root) {
  auto words = std::make_shared<Words>();
  auto verb = root.verb("run", "Run one pass of a pipeline over a repository");
  verb.option("PIPELINE", words->file, "The pipeline, a TOML file", Verb::required)
      .option("-r,--repo", words->repository, "A clone of the repository (default: here)")
      .option("--plugins", words->plugins, "The folder of the plugins (default: the shipped one)")
      .option("--journal", words->journal,
              "Where to record the pass; none keeps no record (default: a file below "
              "$XDG_STATE_HOME/sluice, named at the end)")
      .option("--skip", words->skip, "A stage to leave out, by id; may be given again")
      .option("--only", words->only, "A stage to run and no other, by id; may be given again")
      .flag("-n,--dry-run", words->dry_run,
            "Say what every stage would do; write to no remote, clone or forge")
      .flag("--json", words->json, "Print the result as one JSON document")
      .flag("-v,--verbose", words->verbose, "Print the stages that had nothing to do, too")
      .examples(
          "  host run config/collect.toml --repo ~/src/app --dry-run\n"
          "  host run config/collect.toml --repo ~/src/app --journal pass.jsonl\n"
          "Exit codes: 0 done or nothing to do, 1 red (a person is needed), 2 usage or configuration, 3 "
          "stopped "
          "or the host's own fault")
      .does([words] {
        return run_pipeline({.pipeline = words->file,
                             .repository = words->repository,
                             .dry_run = words->dry_run,
                             .json = words->json,
                             .verbose = words->verbose,
                             .journal = words->journal,
                             .skip = words->skip,
                             .only = words->only},
                            plugins_to_run(folder(words->plugins)), std::cout, std::cerr);
      });
}

}  // namespace

void declare_verbs(Verb& root) {
  add_list_stages(root);
  declare_run(root);
  add_pipeline_commands(root);
  add_forge_commands(root);
  add_queue_commands(root);
}

}  // namespace sluice::cli
