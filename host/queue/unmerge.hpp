#pragma once
// host queue unmerge: the queue's commits in a row again, where somebody merged something into it.

#include <optional>
#include <string>
#include <vector>

#include "host/queue/plan.hpp"
#include "host/queue/side.hpp"

namespace sluice::queue {

/// Whether two heads come to one tree once all of the upstreams are merged into each; nullopt where one does
/// not merge.
std::optional<bool> same_with_all(const effects::GitCore& git, const git::Oid& one, const git::Oid& other,
                                  const std::vector<git::Oid>& upstreams);

struct Unmerged {
  enum class Kind : std::uint8_t { done, nothing, refused } kind = Kind::refused;
  bool remote = false;  ///< Of the remote's queue; else the local branch alone was laid in a row, and is not
                        ///< pushed yet.
  std::optional<git::Oid> before;
  Plan plan;
  std::vector<git::Oid> merges;  ///< That were taken out.
  std::string reason;
};

/// Takes the merges out of the remote's queue, pushed under a lease on what was read; where only the local
/// branch has some, out of that. The local branch follows. Throws as push does.
Unmerged unmerge(Side& side);

}  // namespace sluice::queue
