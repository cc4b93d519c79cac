#include <unistd.h>

#include "zoo.h"

__attribute__((constructor)) static void hang(void) {
  for (;;) pause();
}

ZOO_RUN(zoo_run)
