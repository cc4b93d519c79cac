#pragma once
// host queue: the working side, for people and agents who commit to the queue.

#include "host/cli/queue_options.hpp"

namespace sluice::cli {

void add_queue_commands(Verb& root);

// Its families, each in a file of its own.
void add_queue_push(Verb& family);
void add_queue_status(Verb& family);
void add_queue_rewrites(Verb& family);  ///< unmerge and recut.
void add_queue_held(Verb& family);
void add_queue_answer(Verb& family);

}  // namespace sluice::cli
