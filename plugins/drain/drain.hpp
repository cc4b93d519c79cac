#pragma once
// drain: what a review found in a merged release is answered before the next window is built.

#include "sluice/stage.hpp"

namespace sluice::drain {

class Drain : public Stage {
 public:
  Outcome run(Pass& pass) override;
};

}  // namespace sluice::drain
