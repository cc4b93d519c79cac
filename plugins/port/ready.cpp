#include "ready.hpp"

namespace sluice::port {

Ready ready(const Readings& readings) {
  if (readings.fixes + readings.picks > 0) return Ready::push;
  if (readings.develop_ahead) return Ready::open;
  if (readings.held) return Ready::held;
  return readings.claims > 0 ? Ready::claims : Ready::nothing;
}

}  // namespace sluice::port
