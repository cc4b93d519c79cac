#pragma once
// A host that answers every method with a document of its schema, and records what it was asked.

#include <string>
#include <utility>
#include <vector>

#include "host/loader/stage_instance.hpp"
#include "sluice/abi.h"
#include "sluice/json.hpp"

namespace sluice::abi_test {

/// A snapshot as the contract has it, for a stage of any id.
std::string snapshot_text();
/// The answer to a method; a fault for one that is not known.
loader::CallResult canned(std::string_view method);

struct RecordedHost {
  std::vector<std::pair<std::string, std::string>> calls;  ///< Method and parameters, as they came.
  std::vector<std::string> lines, progress;
  bool cancelled = false;

  /// Refers to this.
  loader::HostSide side();
};

}  // namespace sluice::abi_test
