#include "zoo.h"

static int32_t run(void* self, sluice_text snapshot, sluice_text* outcome) {
  static const sluice_text line = ZOO_TEXT("again and again");
  int i;
  for (i = 0; i < 200000; ++i) zoo_host->log(zoo_host->ctx, SLUICE_LOG_INFO, line);
  return zoo_run(self, snapshot, outcome);
}

ZOO_RUN(run)
