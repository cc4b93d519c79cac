#include "host/cli/queue_commands.hpp"

namespace sluice::cli {

void add_queue_commands(Verb& root) {
  auto family = root.verb(
      "queue", "The working side: push what was committed to the queue, and see what becomes of it");
  family.examples(
      "  host queue status\n"
      "  host queue push\n"
      "Exit codes: 0 done or nothing to do, 1 refused (a person or an agent is needed; it says for what), 2 "
      "usage or "
      "configuration, 3 the remote was not reached, or the host's own fault");
  add_queue_push(family);
  add_queue_status(family);
  add_queue_answer(family);
  add_queue_held(family);
  add_queue_rewrites(family);
}

}  // namespace sluice::cli
