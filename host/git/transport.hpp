#pragma once
// git's fetch and push as children of the clone: their commands, without a decision.

#include <string>
#include <vector>

#include "host/git/scratch.hpp"

namespace sluice::git {

/// `git ls-remote` of these branches.
process::Result list_remote(const Scratch& scratch, const std::string& remote,
                            const std::vector<std::string>& branches);

/// Whether a remote of which no branch was read speaks git's protocol at all.
bool speaks_git(const Scratch& scratch, const std::string& remote);

/// Into the clone, with its remote-tracking refs.
process::Result fetch_into_clone(const Scratch& scratch, const std::string& remote,
                                 const std::vector<std::string>& branches);

/// Objects alone, into the scratch repository: the clone is not written to.
process::Result fetch_into_scratch(const Scratch& scratch, const std::string& remote,
                                   const std::vector<std::string>& branches);

/// `git push --porcelain` of one commit to one branch under an explicit lease, the scratch repository's
/// objects in reach. lease is empty where the branch must not be there. No remote-tracking ref moves: it
/// would name objects that are gone from this disk with the scratch repository. hooks: the clone's pre-push
/// hook runs, as it does for any push of a person, and the scratch repository is in nobody's reach: the clone
/// must hold the commit's objects.
process::Result push_branch(const Scratch& scratch, const std::string& remote, const std::string& branch,
                            const std::string& lease, const std::string& target, bool hooks);

/// What the clone's own remote-tracking ref holds, as hex; empty when there is none at the usual place.
std::string tracking_ref(const Scratch& scratch, const std::string& remote, const std::string& branch);

}  // namespace sluice::git
