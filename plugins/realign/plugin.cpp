// realign: the queue rebased onto develop by its own side, on request.

#include "sluice/plugin.hpp"

#include "realign.hpp"

namespace sluice::realign {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "realign",
  "version": ")" SLUICE_VERSION R"(",
  "basis": ")" SLUICE_BASIS R"(",
  "summary": "Rebases the queue onto develop, the queue's side where they conflict, and proves its tree.",
  "stages": [
    {
      "id": "realign",
      "summary": "On request: rebases the queue onto develop, the queue's side where they conflict.",
      "effects": ["push.rewrite"],
      "writes": ["queue"],
      "config": []
    }
  ]
})";

std::unique_ptr<Stage> make(const std::string&) {
  return std::make_unique<Realign>();
}

}  // namespace
}  // namespace sluice::realign

SLUICE_PLUGIN(sluice::realign::kManifest, sluice::realign::make)
