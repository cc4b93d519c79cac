#include <sys/socket.h>
#include <unistd.h>

#include "zoo.h"

static int32_t run(void* self, sluice_text snapshot, sluice_text* outcome) {
  /* Writes to the line of the host itself. */
  int fd;
  for (fd = 3; fd < 256; ++fd) (void)!send(fd, "\377\377\377\377 forged", 11, MSG_NOSIGNAL);
  for (;;) pause();
  return zoo_run(self, snapshot, outcome);
}

ZOO_RUN(run)
