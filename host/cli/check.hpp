#pragma once
// host check PIPELINE: is this pipeline sound with the plugins at hand?

#include <filesystem>
#include <iosfwd>
#include <optional>

#include "host/pipeline/catalog.hpp"

namespace sluice::cli {

struct CheckOptions {
  std::filesystem::path pipeline;
  bool json = false;
};

/// 0 sound; 2 with every problem on err (json: one document on out).
int check(const CheckOptions& options, const pipeline::Catalog& catalog, std::ostream& out,
          std::ostream& err);

}  // namespace sluice::cli
