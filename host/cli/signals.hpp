#pragma once
// SIGINT and SIGTERM end a pass in order: children are killed at once, the pass unwinds, its journal is
// closed.

namespace sluice::cli {

/// Catches both from now on. A second signal of the same kind ends the process as it would have without us.
void catch_stop_signals();
bool stop_asked();

}  // namespace sluice::cli
