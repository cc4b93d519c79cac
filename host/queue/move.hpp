#pragma once
// Moving the queue's branch and the work tree that it is checked out in, so that nothing of a person's is
// lost: neither a file, nor a commit that somebody makes meanwhile.

#include <optional>
#include <string>
#include <vector>

#include "host/queue/side.hpp"

namespace sluice::queue {

/// Files that no commit holds and that stand where the new tree has one of its own; raw bytes. `root` is the
/// work tree's, and its tracked files are those of `from`.
std::vector<std::string> would_overwrite(const Side& side, const git::Oid& from, const git::Oid& to);

/// Brings the clone what it needs to move its work tree there, and asks git itself whether it could be: why
/// not; nullopt when it can. A dry run brings nothing, and only looks for files in the way.
std::optional<std::string> make_ready(Side& side, const git::Oid& from, const git::Oid& to);

/// Moves the branch that is checked out from one commit to another with the work tree, as `git reset --keep`
/// does, but as a compare-and-swap: where the branch is no longer at `from`, or a file is in the way, nothing
/// moves and the reason is answered. Runs no hook. `from` stays in ORIG_HEAD. SIGINT and SIGTERM wait until
/// it is done.
std::optional<std::string> move(const Side& side, const std::string& branch, const git::Oid& from,
                                const git::Oid& to, const std::string& reflog);

}  // namespace sluice::queue
