#include "zoo.h"

/* A manifest that ends long before it says. */
const sluice_plugin* sluice_plugin_v1(uint64_t host_minor) {
  static const sluice_plugin table = {
      sizeof(sluice_plugin), 0, {(const char*)8, 4096}, zoo_create, zoo_run, NULL, zoo_destroy};
  (void)host_minor;
  return &table;
}
