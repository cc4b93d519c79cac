#pragma once
// [agent] and [agent.STEP]: the programs that sessions run, and that one can start where one is wanted.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "host/pipeline/pipeline.hpp"
#include "host/pipeline/table_reader.hpp"

namespace sluice::pipeline {

/// The keys of the table: no step is called like one of them.
const std::vector<std::string>& agent_keys();

/// The agent of each step that has a table, laid over [agent], and under "" that of [agent] where it names a
/// command. A step is a word that some plugin's manifest lists. A program named by a relative path starts at
/// `folder`.
std::map<std::string, session::Agent> read_agents(const Value& table,
                                                  const std::vector<const PluginDescription*>& plugins,
                                                  const std::filesystem::path& folder, Problems& problems);

/// A problem for each enabled stage and each bound role whose sessions have no program, and for a budget that
/// covers no session of a step. `document` is what the pipeline was read from.
void check_sessions(const Pipeline& pipeline, const Value& document, Problems& problems);

}  // namespace sluice::pipeline
