#pragma once
// Where a pass stands: the branches it needs, and the release that may keep it from going further.

#include <optional>
#include <string>
#include <vector>

#include "sluice/stage.hpp"

namespace sluice {

/// The branches that every pass needs; fixes may be missing.
struct Standing {
  Sha main, develop, queue;
  std::optional<Sha> fixes;
};

/// names are the branches' own, for the sentence. Throws RedError naming every branch that is not at the
/// remote.
Standing standing(const Refs& refs, const Snapshot::Branches& names);
Standing standing(const Pass& pass);  ///< Reads the refs; throws HostFault, too.

/// The open release, if any.
std::optional<Pull> open_release(const std::vector<Pull>& releases);

/// The release that a person closed unmerged while develop still carries its head above main: a pause, until
/// it is opened again or develop lets go of it. (Of another branch than develop: what it would be there.)
///
/// It and the next read history through git, and throw HostFault as that does.
std::optional<Pull> pause(const Git& git, const std::vector<Pull>& releases, const Sha& develop,
                          const Sha& main);

/// What main has of a branch and the base lacks, by the commits that were shed for it. What was made on top
/// of such a commit is not to be picked on that base: where it takes something back that the base does not
/// have yet, the pick is clean and lacks it, and the copy stands for the whole.
std::optional<Shed> only_on_main(const Git& git, const std::vector<Shed>& shed, const Sha& base,
                                 const Sha& main);

/// What a person is told of a branch that is tied up in such a merge, and what to do.
std::string tied_up(const Knot& knot, const std::string& branch, const std::string& develop);
std::string queue_tied_up(const Knot& knot, const std::string& queue);  ///< The same of the queue.

}  // namespace sluice
