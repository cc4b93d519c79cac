#pragma once
// sync-queue: what the queue still owes, on the tree that the next window is built on.

#include "sluice/stage.hpp"

namespace sluice::sync {

class SyncQueue : public Stage {
 public:
  Outcome run(Pass& pass) override;
};

}  // namespace sluice::sync
