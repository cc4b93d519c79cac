#pragma once
// What the clone's work tree is in the middle of, and what of it keeps a branch from being moved under it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/queue/side.hpp"

namespace sluice::queue {

struct Checkout {
  std::optional<std::string> branch;         ///< nullopt: HEAD is detached.
  std::optional<git::Oid> head;              ///< nullopt: the branch has no commit yet.
  std::string operation;                     ///< "rebase", "merge", ... that is open; else empty.
  bool locked = false;                       ///< Some git holds the index, or died while it did.
  std::vector<std::string> staged, changed;  ///< Tracked paths, raw bytes; one may be in both.
};

/// Writes nothing, not even the index's own notes.
Checkout look_at(const Side& side);

/// The operation that is open in a work tree, by the files that git keeps of it in its folder; empty for
/// none.
std::string open_operation(const std::filesystem::path& git_folder);

/// The paths of `git status --porcelain=v2 -z`, into staged and changed.
void read_status(std::string_view output, Checkout& into);

/// Why the branch cannot be pushed or moved as the work tree stands, and what to do; nullopt when it can.
std::optional<std::string> in_the_way(const Checkout& checkout, const std::string& queue);

}  // namespace sluice::queue
