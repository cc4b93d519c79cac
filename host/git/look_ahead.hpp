#pragma once
// What the picks that follow will ask about contents, so that git is asked once and not once a pick.

#include <span>
#include <vector>

#include "host/git/content_merge.hpp"

namespace sluice::git {

struct TreesOfPick {
  Oid base, ours, theirs;
};

/// Tries the picks that follow one whose own questions are open, each onto what the last came to, and
/// collects their questions; it ends where it can see no further: at a question about the outcome of another,
/// at a pick that git decides whole, at a conflict. The trees it makes on the way are put into the store,
/// which has to be speculating.
std::vector<ContentMerger::Question> look_ahead(ObjectStore& store, const ContentMerger& contents,
                                                const TreesOfPick& start, std::span<const Oid> following);

}  // namespace sluice::git
