#pragma once
// What a held commit's repair is in the middle of, kept in the work tree's own git folder: nothing of the
// queue has moved yet.

#include <optional>
#include <string>

#include "host/queue/side.hpp"

namespace sluice::queue {

struct LaidOut {
  enum class Kind : std::uint8_t { rebase, split } kind = Kind::rebase;
  git::Oid lease;   ///< The remote's queue as it was read.
  git::Oid base;    ///< rebase: what the queue is rebuilt on; split: the commit's parent.
  git::Oid commit;  ///< That conflicts, or that is split.
};

/// nullopt where none is open. Throws Refusal for a file that holds none.
std::optional<LaidOut> read_laid_out(const Side& side);
/// Whole or not at all. Throws git::GitError.
void write_laid_out(const Side& side, const LaidOut& laid_out);
void forget_laid_out(const Side& side);

}  // namespace sluice::queue
