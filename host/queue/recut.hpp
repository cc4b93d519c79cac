#pragma once
// host queue recut: develop back to main, so that the queue owes again what a release carried that a person
// closed.

#include <optional>
#include <string>
#include <vector>

#include "host/forge/forge.hpp"
#include "host/git/owed.hpp"
#include "host/queue/side.hpp"

namespace sluice::queue {

struct Recut {
  enum class Kind : std::uint8_t { done, refused, stale } kind = Kind::refused;
  std::optional<forge::Id> release;
  std::optional<git::Oid> develop, main;
  git::Accounting accounting;  ///< Where each commit stands that only develop holds above main.
  std::string reason;          ///< Why not, and what to do.
};

/// Why a release does not let develop go back; nullopt where it does: the newest one, closed by a person
/// unmerged while develop still carries its head above main.
std::optional<std::string> keeps_develop(const effects::GitCore& git,
                                         const std::vector<forge::Pull>& releases, const git::Oid& develop,
                                         const git::Oid& main);

/// Looks afresh, and in a dry run goes no further. Throws as Side::fetch and the forge do.
Recut recut(Side& side, forge::Forge& forge);

}  // namespace sluice::queue
