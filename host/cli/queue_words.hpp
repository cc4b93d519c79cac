#pragma once
// Commits and plans of the working side, as documents and as lines.

#include "host/cli/queue_options.hpp"
#include "host/queue/plan.hpp"

namespace sluice::cli {

Json id_or_null(const std::optional<git::Oid>& id);

/// {"sha", "subject"}
Json describe(const queue::Side& side, const git::Oid& id);

/// Into a document: "carried", "dropped", "conflict".
void add_plan(Json& document, const queue::Side& side, const queue::Plan& plan);

/// A line for each commit that comes along and each that does not.
std::string carried_lines(const queue::Side& side, const queue::Plan& plan);
std::string dropped_lines(const queue::Side& side, const queue::Plan& plan, const Paint& paint);

/// "1 commit", "2 commits".
std::string some(std::size_t count, const std::string& noun);

}  // namespace sluice::cli
