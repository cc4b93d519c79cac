#include "host/cli/pipeline_commands.hpp"

#include <iostream>
#include <memory>

#include "host/cli/check.hpp"
#include "host/cli/explain.hpp"
#include "host/loader/catalog.hpp"
#include "host/loader/plugin.hpp"

namespace sluice::cli {
namespace {

void add_check(Verb& root) {
  struct Wanted {
    std::string pipeline;
    std::optional<std::string> plugins;
    bool json = false;
  };
  const auto wanted = std::make_shared<Wanted>();
  root.verb("check",
            "Is a pipeline sound with the plugins at hand? Says all that is wrong at once, and where.")
      .option("PIPELINE", wanted->pipeline, "The pipeline's TOML file.", Verb::required)
      .option("--plugins", wanted->plugins, "The folder of the plugins, by default the host's.")
      .flag("--json", wanted->json, "One JSON document instead of lines.")
      .examples("  host check config/collect.toml")
      .does([wanted]() -> int {
        try {
          const auto folder =
              wanted->plugins ? std::filesystem::path(*wanted->plugins) : loader::shipped_plugins();
          return check({wanted->pipeline, wanted->json}, loader::scan(folder), std::cout, std::cerr);
        } catch (const loader::LoadError& error) {
          std::cerr << "host: " << error.what() << "\n";
          return exit_usage;
        }
      });
}

void add_explain(Verb& root) {
  struct Wanted {
    std::string journal;
    bool json = false;
  };
  const auto wanted = std::make_shared<Wanted>();
  root.verb("explain", "What a pass decided on every commit of the queue, and the fact that decided it.")
      .option("JOURNAL", wanted->journal, "A pass's journal, as host run --journal wrote it.", Verb::required)
      .flag("--json", wanted->json, "One JSON document instead of lines.")
      .does([wanted] {
        return explain({wanted->journal, wanted->json}, std::cout, std::cerr);
      });
}

}  // namespace

void add_pipeline_commands(Verb& root) {
  add_check(root);
  add_explain(root);
}

}  // namespace sluice::cli
