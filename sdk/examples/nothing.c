#include "sluice/abi.h"

static const char manifest[] =
    "{\"schema\":1,\"plugin\":\"nothing\",\"version\":\"1.0\",\"stages\":[{\"id\":\"nothing\","
    "\"summary\":\"Lets the pass go on.\",\"effects\":[],\"writes\":[],\"config\":[]}]}";

static int32_t create(const sluice_host* host, sluice_text stage, sluice_text config, void** self) {
  (void)stage, (void)config;
  *self = (void*)host;
  return SLUICE_DONE;
}

static int32_t run(void* self, sluice_text snapshot, sluice_text* outcome) {
  static const char answer[] = "{\"outcome\":\"continue\",\"reason\":\"there is nothing to do\"}";
  (void)self, (void)snapshot;
  outcome->data = answer;
  outcome->size = sizeof answer - 1;
  return SLUICE_DONE;
}

static void destroy(void* self) {
  (void)self;
}

const sluice_plugin* sluice_plugin_v1(uint64_t host_minor) {
  static const sluice_plugin table = {
      sizeof table, SLUICE_ABI_MINOR, {manifest, sizeof manifest - 1}, create, run, 0, destroy};
  (void)host_minor;
  return &table;
}
