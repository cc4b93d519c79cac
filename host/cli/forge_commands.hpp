#pragma once
// `host forge ...`: the embedded forge by hand, as a person, a bot, a workflow or a linter would act on it.

#include "host/cli/command.hpp"

namespace sluice::cli {

void add_forge_commands(Verb& root);

}  // namespace sluice::cli
