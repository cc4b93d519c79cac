#include <signal.h>

#include "zoo.h"

__attribute__((constructor)) static void crash(void) {
  raise(SIGSEGV);
}

ZOO_RUN(zoo_run)
