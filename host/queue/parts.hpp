#pragma once
// The parts that a commit was split into by hand.

#include <optional>
#include <string>
#include <vector>

#include "host/git/owed.hpp"
#include "host/queue/checkout.hpp"
#include "host/queue/side.hpp"

namespace sluice::queue {

/// Why what a person was handed is not finished; nullopt when it is: everything committed, on the detached
/// HEAD.
std::optional<std::string> unfinished(const Checkout& checkout);

/// What is wrong with the commits base..head as parts of `whole`, and what to do; nullopt for nothing: they
/// come to the very same tree, in one line, none passes for a copy, each without an Express: line is within
/// the cap, and together they answer what it answered.
std::optional<std::string> fault_of_parts(const Side& side, const git::Oid& whole, const git::Oid& base,
                                          const git::Oid& head, std::int64_t cap);

/// Takes out of the owed what somebody split: where a run of the new commits, none of them a copy, comes to
/// the very tree that the commit would have made in its place. `fresh` are those commits, oldest first; a run
/// stands for one commit.
void shed_what_stands_in_parts(const effects::GitCore& git, const std::vector<git::Oid>& fresh,
                               git::OwedSet& set);

}  // namespace sluice::queue
