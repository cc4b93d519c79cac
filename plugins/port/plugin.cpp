// port: the fixes, then the largest prefix of the queue within the cap, pushed to develop as one window.

#include "sluice/plugin.hpp"

#include "port.hpp"
#include "sluice/lockfile.hpp"

namespace sluice::port {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "port",
  "version": ")" SLUICE_VERSION R"(",
  "basis": ")" SLUICE_BASIS R"(",
  "summary": "Builds the next window from the fixes and the queue and pushes it to develop.",
  "stages": [
    {
      "id": "port",
      "summary": "Fixes whole and first, then the queue's prefix within the cap, main folded in, pushed to develop.",
      "effects": ["push.window", "comment.commit", "comment.pull"],
      "writes": ["develop"],
      "roles": ["resolver", "reshaper"],
      "config": [)" SLUICE_LOCKFILE_KEY R"(]
    }
  ]
})";

std::unique_ptr<Stage> make(const std::string&) {
  return std::make_unique<Port>();
}

}  // namespace
}  // namespace sluice::port

SLUICE_PLUGIN(sluice::port::kManifest, sluice::port::make)
