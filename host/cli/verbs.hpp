#pragma once
// Every verb of the host, declared.

#include "host/cli/command.hpp"

namespace sluice::cli {

void declare_verbs(Verb& root);

}  // namespace sluice::cli
