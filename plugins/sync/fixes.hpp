#pragma once
// sync-fixes: owed fixes go back on top of a develop that moved from under them. Nothing may port ahead of
// them.

#include "sluice/stage.hpp"

namespace sluice::sync {

class SyncFixes : public Stage {
 public:
  Outcome run(Pass& pass) override;
};

}  // namespace sluice::sync
