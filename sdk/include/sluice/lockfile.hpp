#pragma once
// The `lockfile` key of a stage's table, as the stages that make commits take it.

#include <optional>

#include "sluice/git.hpp"

namespace sluice {

/// nullopt where the stage's table has none; throws RedError naming the key that is wrong and what it takes.
std::optional<Lockfile> lockfile_of(const Json& config);

}  // namespace sluice

/// The key as a stage's config in the manifest lists it, for a string literal.
#define SLUICE_LOCKFILE_KEY                                                                                        \
  R"({"key": "lockfile", "type": "table", "summary": "A file never merged but made anew.", "keys": [)"             \
  R"({"key": "path", "type": "string", "required": true, "summary": "The file, from the tree's root."},)"          \
  R"({"key": "command", "type": "strings", "required": true, "summary": "What makes it: a program, arguments."},)" \
  R"({"key": "seconds", "type": "integer", "default": 600, "minimum": 1, "summary": "How long it may take."}]})"
