// Against the contract: an exception that leaves destroy.
#include <stdexcept>

#include "zoo.h"

namespace {

void destroy(void* self) {
  zoo_destroy(self);
  throw std::runtime_error("thrown while it was taken down");
}

}  // namespace

ZOO_TABLE(sizeof(sluice_plugin), ZOO_MANIFEST, zoo_create, zoo_run, destroy)
