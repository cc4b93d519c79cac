#include <stdlib.h>
#include <string.h>

#include "zoo.h"

static int32_t run(void* self, sluice_text snapshot, sluice_text* outcome) {
  for (;;) {
    char* more = malloc(16 << 20);
    if (more == NULL) abort();
    memset(more, 1, 16 << 20);
  }
  return zoo_run(self, snapshot, outcome);
}

ZOO_RUN(run)
