#include "zoo.h"

static int32_t run(void* self, sluice_text snapshot, sluice_text* outcome) {
  (void)zoo_run;
  (void)self;
  (void)snapshot;
  (void)outcome;
  return SLUICE_DONE;
}

ZOO_RUN(run)
