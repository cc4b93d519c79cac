#pragma once
// What a built window comes to: pushed, opened as it is, or nothing, and why.

#include <cstddef>
#include <cstdint>

namespace sluice::port {

enum class Ready : std::uint8_t {
  push,     ///< A fix or a queue commit to add.
  open,     ///< Nothing to add, but develop carries an unopened window.
  held,     ///< The first owed commit is held, and only a person can free it.
  claims,   ///< Nothing but commits that wait on the lane.
  nothing,  ///< Nothing owed at all.
};

struct Readings {
  std::size_t fixes = 0, picks = 0, claims = 0;
  bool develop_ahead = false;  ///< develop holds commits that main lacks.
  bool held = false;
};

Ready ready(const Readings& readings);

}  // namespace sluice::port
