#pragma once
// The host's table as a stage in C++ sees it.

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sluice/abi.h"
#include "sluice/json.hpp"

namespace sluice {

/// A call that came back below 0: not granted, malformed, or a fault of the host. It ends the stage, red.
struct HostFault : std::runtime_error {
  HostFault(std::int32_t code, const std::string& what) : std::runtime_error(what), code(code) {}
  std::int32_t code;  ///< As the host's table answered it.
};

/// Borrows the table, which outlives it. Thread: the one that entered the stage. Methods and the shapes of
/// their documents stand in schema/; what is answered is the caller's own.
class Host {
 public:
  explicit Host(const sluice_host* table) : table_(table) {}

  Json call(std::string_view method, const Json& params) const;  ///< Throws HostFault; an absence is one too.
  std::optional<Json> call_if_there(std::string_view method,
                                    const Json& params) const;  ///< nullopt on SLUICE_ABSENT.
  void log(std::int32_t level, std::string_view line) const;    ///< SLUICE_LOG_*; one line.
  void info(std::string_view line) const { log(SLUICE_LOG_INFO, line); }
  void warn(std::string_view line) const { log(SLUICE_LOG_WARN, line); }
  /// In units of the work's own; total 0 when it is not known.
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) const;
  bool cancelled() const;  ///< Once the pass is to stop: return from the entry soon.

 private:
  const sluice_host* table_;
};

}  // namespace sluice
