#pragma once

#include "sluice/stage.hpp"

namespace sluice::realign {

class Realign : public Stage {
 public:
  Outcome run(Pass& pass) override;
};

}  // namespace sluice::realign
