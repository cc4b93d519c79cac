#pragma once
// `host check PIPELINE` and `host explain JOURNAL`.

#include "host/cli/command.hpp"

namespace sluice::cli {

void add_pipeline_commands(Verb& root);

}  // namespace sluice::cli
