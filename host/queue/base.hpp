#pragma once
// The tree that the queue is rebuilt on: what a pass's own rewrite of it would stand on.

#include <string>
#include <vector>

#include "host/queue/side.hpp"

namespace sluice::queue {

struct Base {
  git::Oid head;
  std::string branch;  ///< Its name: develop, or the fixes while they owe develop something.
};

/// The heads of main, develop and queue must be there: throws Refusal where one is not, or where the fixes
/// are tied up in a merge.
Base base_of(const Side& side, const snapshot::Heads& heads);

/// Whether `rewritten` may take the place of the queue's head: each of its commits is accounted for. Those of
/// `excused` need not be. Answers why not.
std::optional<std::string> would_lose(const Side& side, const snapshot::Heads& heads,
                                      const git::Oid& rewritten, const std::vector<git::Oid>& excused = {});

/// The merges among head's commits that none of the upstreams has, oldest first.
std::vector<git::Oid> merges_above(const effects::GitCore& git, const std::vector<git::Oid>& upstreams,
                                   const git::Oid& head);

}  // namespace sluice::queue
