#include "zoo.h"

static char text[1000000];

/* A manifest of half a million arrays within each other. */
const sluice_plugin* sluice_plugin_v1(uint64_t host_minor) {
  static sluice_plugin table = {sizeof(sluice_plugin), 0, {NULL, 0}, zoo_create, zoo_run, NULL, zoo_destroy};
  size_t i;
  (void)host_minor;
  for (i = 0; i < sizeof(text) / 2; ++i) {
    text[i] = '[';
    text[sizeof(text) - 1 - i] = ']';
  }
  table.manifest.data = text;
  table.manifest.size = sizeof(text);
  return &table;
}
