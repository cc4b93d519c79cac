#pragma once
// The `lockfile` key of a stage's table, as the stages that make commits take it.

#include <optional>

#include "sluice/git.hpp"

namespace sluice {

/// nullopt where the stage's table has none; throws RedError naming the key that is wrong and what it takes.
std::optional<Lockfile> lockfile_of(const Json& config);

}  // namespace sluice

/// The key as a stage's config in the manifest lists it, for a string literal.
#define SLUICE_LOCKFILE_KEY                             \
  R"({"key": "lockfile", "type": "table", "summary": )" \
  R"("A file never merged but made anew: { path, command = [argument vector], seconds = 600 }."})"
