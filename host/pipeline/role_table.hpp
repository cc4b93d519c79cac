#pragma once
// [roles]: which plugin serves which role, and that no role comes to call itself.

#include <map>
#include <string>
#include <vector>

#include "host/pipeline/pipeline.hpp"
#include "host/pipeline/stage_config.hpp"
#include "host/pipeline/table_reader.hpp"

namespace sluice::pipeline {

std::map<std::string, RoleBinding> read_roles(const Value& table,
                                              const std::vector<const PluginDescription*>& plugins,
                                              ConfigReader& configs, Problems& problems);

}  // namespace sluice::pipeline
