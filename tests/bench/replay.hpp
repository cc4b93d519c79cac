#pragma once
// Replays of a workload's queue onto its moved main, each as a process of its own; each answers the tree it
// came to.

#include <filesystem>
#include <string>

#include "bench/bench.hpp"

namespace sluice::bench {

/// By our picks, objects persisted as a pack in the scratch repository.
std::string replay_ours(const std::filesystem::path& repository);
/// By `git rebase` in a clone whose branch queue is checked out.
std::string replay_rebase(const std::filesystem::path& clone);
/// By libgit2's own pick, each tree and commit written loose.
std::string replay_libgit2(const std::filesystem::path& repository);

/// Throws where the two trees differ: a fast wrong answer is no answer.
void require_same(const std::string& ours, const std::string& theirs);

}  // namespace sluice::bench
