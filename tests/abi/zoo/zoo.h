/* What a plugin of the zoo has of a good one. Each file of the zoo then does its one wrong thing. */
#ifndef SLUICE_ZOO_H
#define SLUICE_ZOO_H

#include <stddef.h>

#include "sluice/abi.h"

#define ZOO_TEXT(literal) \
  { literal, sizeof(literal) - 1 }
/* Each plugin of the zoo, and its one stage, has its file's name. */
#define ZOO_MANIFEST                                                                            \
  "{\"schema\":1,\"plugin\":\"" ZOO_NAME "\",\"version\":\"1\",\"stages\":[{\"id\":\"" ZOO_NAME \
  "\","                                                                                         \
  "\"summary\":\"Does one wrong thing.\",\"effects\":[],\"writes\":[],\"config\":[]}]}"

static const sluice_host* zoo_host;

static inline int32_t zoo_create(const sluice_host* host, sluice_text stage, sluice_text config,
                                 void** self) {
  (void)stage;
  (void)config;
  zoo_host = host;
  *self = (void*)&zoo_host;
  return SLUICE_DONE;
}

static inline int32_t zoo_run(void* self, sluice_text snapshot, sluice_text* outcome) {
  static const sluice_text answer = ZOO_TEXT("{\"outcome\":\"continue\",\"reason\":\"\"}");
  (void)self;
  (void)snapshot;
  *outcome = answer;
  return SLUICE_DONE;
}

static inline void zoo_destroy(void* self) {
  (void)self;
}

#define ZOO_TABLE(size, manifest, create, run, destroy)                                           \
  const sluice_plugin* sluice_plugin_v1(uint64_t host_minor) {                                    \
    static const sluice_plugin table = {size, 0, ZOO_TEXT(manifest), create, run, NULL, destroy}; \
    (void)host_minor;                                                                             \
    return &table;                                                                                \
  }
/* A plugin whose run alone is wrong. */
#define ZOO_RUN(run) ZOO_TABLE(sizeof(sluice_plugin), ZOO_MANIFEST, zoo_create, run, zoo_destroy)

#endif
