#pragma once
// Ids and paths in the documents of calls. Throw DocumentError for what is none.

#include <string>
#include <vector>

#include "host/git/oid.hpp"
#include "sluice/json.hpp"

namespace sluice::engine {

git::Oid oid_at(const Json& params, const char* key);
std::vector<git::Oid> oids_of(const Json& list);
Json hexes(const std::vector<git::Oid>& all);
Json paths_of(const std::vector<std::string>& paths);  ///< Raw bytes.

}  // namespace sluice::engine
