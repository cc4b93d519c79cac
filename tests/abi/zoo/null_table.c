#include "zoo.h"

const sluice_plugin* sluice_plugin_v1(uint64_t host_minor) {
  (void)host_minor;
  (void)zoo_create;
  return NULL;
}
