#pragma once
// The stage: a red main is regenerated or mended, judged, and pushed.

#include "sluice/stage.hpp"

namespace sluice::repair {

class Repair : public Stage {
 public:
  Outcome run(Pass& pass) override;
};

}  // namespace sluice::repair
