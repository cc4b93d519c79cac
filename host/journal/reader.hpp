#pragma once
// A journal read back.

#include <filesystem>
#include <string>
#include <vector>

#include "host/journal/journal.hpp"

namespace sluice::journal {

/// One pass of a journal file.
struct Recording {
  Json pass;                ///< Its header.
  std::vector<Json> lines;  ///< What follows, the end included.
  bool ended = false;
  bool torn = false;  ///< Its last line was cut off in the middle of its write, and is left out.
};

/// Every pass in the file, in order, at least one. Throws JournalError: no such file, not readable, not a
/// journal, of a later schema, broken at line N.
std::vector<Recording> read(const std::filesystem::path& file);

/// Its first line is the header of a pass, of whatever schema.
bool begins_as_a_journal(const std::filesystem::path& file);

}  // namespace sluice::journal
