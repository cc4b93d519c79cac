#pragma once
// host run PIPELINE: one pass.

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "host/pipeline/catalog.hpp"

namespace sluice::cli {

struct RunOptions {
  std::filesystem::path pipeline;
  std::filesystem::path repository = ".";
  bool dry_run = false;
  bool json = false;
  bool verbose = false;
  std::optional<std::string>
      journal;  ///< A file; "none" keeps none; absent: one of its own below the user's state.
  std::vector<std::string> skip, only;  ///< Stage ids.
};

/// 0 end or idle, 1 red, 2 usage or configuration, 3 stopped by a signal or the host's own fault.
int run_pipeline(const RunOptions& options, const pipeline::Catalog& catalog, std::ostream& out,
                 std::ostream& err);

}  // namespace sluice::cli
