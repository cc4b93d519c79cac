#pragma once
// The file cap in force: the configured one, or a smaller one that the bot stated when it refused a release.

#include <string>
#include <vector>

#include "host/pipeline/pipeline.hpp"
#include "host/snapshot/facts.hpp"

namespace sluice::engine {

struct Cap {
  std::int64_t files = 0;
  std::string from;  ///< For people: the plan, the pipeline, or the release on which the bot stated it.
};

/// A smaller limit is kept as our own marker on the release that was refused, with the cap then configured:
/// another plan or cap drops it. Looks at the newest releases only.
Cap cap_in_force(const pipeline::Bot& bot, snapshot::Facts& facts);

}  // namespace sluice::engine
