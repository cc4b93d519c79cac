#pragma once
// Rivers whose next pass starts a session.

#include <memory>
#include <string>

#include "judgement/judged.hpp"

namespace sluice::test {

/// A river at the pass in which a session is due, and what every session of it does.
struct Due {
  std::unique_ptr<Judged> river;
  std::string script;
};

Due drain_due();    ///< Two findings and a review's body are open: one is fixed, the others are rejected.
Due resolve_due();  ///< A commit of the queue conflicts with main.
Due reshape_due();  ///< A commit of the queue is over the cap.
Due repair_due();   ///< CI failed over main.

}  // namespace sluice::test
