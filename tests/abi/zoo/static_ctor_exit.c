#include <stdlib.h>

#include "zoo.h"

__attribute__((constructor)) static void leave(void) {
  exit(0);
}

ZOO_RUN(zoo_run)
