#pragma once
// host explain JOURNAL: what the last pass in a journal decided on every commit of the queue, and why.

#include <filesystem>
#include <iosfwd>

namespace sluice::cli {

struct ExplainOptions {
  std::filesystem::path journal;
  bool json = false;
};

/// 0; 2 with a sentence on err when the journal cannot be read.
int explain(const ExplainOptions& options, std::ostream& out, std::ostream& err);

}  // namespace sluice::cli
