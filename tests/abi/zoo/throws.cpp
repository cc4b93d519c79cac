// Against the contract: an exception that leaves run.
#include <stdexcept>

#include "zoo.h"

namespace {

int32_t run(void* self, sluice_text snapshot, sluice_text* outcome) {
  zoo_run(self, snapshot, outcome);
  throw std::runtime_error("thrown over the border");
}

}  // namespace

ZOO_RUN(run)
