#pragma once
// Which pass this is, in a word that a marker can hold, and whether the pass of such a word still runs.

#include <optional>
#include <string>
#include <string_view>

namespace sluice::engine {

/// "MACHINE.PID.START" of this process: the machine's boot in twelve hexadecimal digits (no name of it), the
/// process's number, and when it started, in clock ticks since the boot. Holds [a-z0-9.] alone.
std::string this_pass();

/// nullopt where it ran in another boot of a machine, or another machine: nobody here can tell.
std::optional<bool> is_alive(std::string_view pass);

}  // namespace sluice::engine
