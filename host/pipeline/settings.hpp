#pragma once
// The tables that hold for a whole pass: [repository], [forge], [bot], [pass].

#include <filesystem>

#include "host/pipeline/pipeline.hpp"
#include "host/pipeline/table_reader.hpp"

namespace sluice::pipeline {

/// Each reads and finishes one table; relative paths start at `folder`.
Repository read_repository(TableReader table, Problems& problems);
Forge read_forge(TableReader table, const std::filesystem::path& folder, Problems& problems);
Bot read_bot(TableReader table, Problems& problems);
std::optional<std::int64_t> read_budget(TableReader table);

}  // namespace sluice::pipeline
