#include "zoo.h"

static int32_t create(const sluice_host* host, sluice_text stage, sluice_text config, void** self) {
  static const sluice_text why = ZOO_TEXT("no licence \x1b[31m in sight");
  (void)zoo_create;
  (void)stage;
  (void)config;
  (void)self;
  host->log(host->ctx, SLUICE_LOG_ERROR, why);
  return -7;
}

ZOO_TABLE(sizeof(sluice_plugin), ZOO_MANIFEST, create, zoo_run, zoo_destroy)
