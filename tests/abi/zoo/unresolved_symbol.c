#include "zoo.h"

int32_t zoo_from_nowhere(void* self, sluice_text snapshot, sluice_text* outcome);

static int32_t run(void* self, sluice_text snapshot, sluice_text* outcome) {
  (void)zoo_run;
  return zoo_from_nowhere(self, snapshot, outcome);
}

ZOO_RUN(run)
