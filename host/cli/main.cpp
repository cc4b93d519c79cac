#include <string_view>

#include "host/cli/verbs.hpp"
#include "host/loader/host_binary.hpp"
#include "host/loader/runner.hpp"

int main(int argc, char** argv) {
  // Before anything else is set up: this process is a plugin's own.
  if (argc == 3 && argv[1] == std::string_view(sluice::loader::run_plugin_verb)) {
    return sluice::loader::run_plugin(argv[2]);
  }
  return sluice::cli::run(argc, argv, sluice::cli::declare_verbs);
}
