#pragma once
// port: builds the next window and pushes it to develop.

#include "sluice/stage.hpp"

namespace sluice::port {

class Port : public Stage {
 public:
  Outcome run(Pass& pass) override;
};

}  // namespace sluice::port
