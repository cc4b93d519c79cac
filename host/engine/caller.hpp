#pragma once
// Who makes a call, and how a call fails.

#include <stdexcept>
#include <string>
#include <vector>

#include "host/effects/effect.hpp"

namespace sluice::engine {

/// A stage, or a role that one serves, with what it may do.
struct Caller {
  std::string stage;  ///< The id in the pipeline.
  effects::Grants grants;
  std::vector<std::string> roles;  ///< The roles being served, outermost first: one of them again is a cycle.
  std::vector<std::string> agents = {};  ///< The steps whose agent it may start.
};

/// A call that the caller was not granted: its stage is red.
struct Denied : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What was asked for is not there, an outcome the caller must expect.
struct Absent : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace sluice::engine
