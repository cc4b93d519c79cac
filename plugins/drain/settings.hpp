#pragma once
// The stage's own table.

#include <cstdint>
#include <string>
#include <vector>

#include "sluice/json.hpp"

namespace sluice::drain {

struct Settings {
  enum class PastCap : std::uint8_t { defer, quarantine, hold };
  PastCap past_cap = PastCap::defer;  ///< What becomes of findings that no attempt answered.
  std::vector<std::string> install;   ///< A command that makes the work tree ready; empty: none.
  std::int64_t install_seconds = 600;
  std::string prompt;               ///< The template; the plugin's own where the table names none.
  std::int64_t settle_grace = 600;  ///< Seconds that a review's words may lag behind its status.
  std::int64_t attempts = 3;
};

/// Defaults are filled in by the host. Throws RedError for a word of past_cap that is none.
Settings read_settings(const Json& config);

}  // namespace sluice::drain
