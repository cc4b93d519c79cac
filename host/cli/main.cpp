#include "host/cli/command.hpp"
#include "host/cli/forge_commands.hpp"

int main(int argc, char** argv) {
  return sluice::cli::run(argc, argv, [](sluice::cli::Verb& root) { sluice::cli::add_forge_commands(root); });
}
