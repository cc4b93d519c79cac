#include <stdio.h>
#include <stdlib.h>

#include "zoo.h"

static int32_t run(void* self, sluice_text snapshot, sluice_text* outcome) {
  fputs("the invariant \033[31mdoes not\033[0m hold\n", stderr);
  abort();
  return zoo_run(self, snapshot, outcome);
}

ZOO_RUN(run)
