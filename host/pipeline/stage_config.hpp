#pragma once
// A stage's own table, typed by the keys of its manifest.

#include <string>
#include <vector>

#include "host/pipeline/catalog.hpp"
#include "host/pipeline/table_reader.hpp"
#include "sluice/json.hpp"

namespace sluice::pipeline {

/// The value as a document, checked against the key; null after a problem.
Json config_value(const ConfigKey& key, const Member& member, const std::string& table, Problems& problems);

/// The stage's table over [defaults.config] over the manifest's defaults. Either table may be null. `name` is
/// how the stage's table is called; keys taken from the defaults are added to `used`.
Json stage_config(const std::vector<ConfigKey>& keys, const Value* own, const Value* defaults,
                  const std::string& name, Problems& problems, std::vector<std::string>& used);

}  // namespace sluice::pipeline
