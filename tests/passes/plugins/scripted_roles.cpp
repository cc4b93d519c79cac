// A plugin whose roles answer what the environment says, for tests of those who ask.

#include <cstdlib>

#include "sluice/plugin.hpp"

namespace sluice {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "scripted_roles",
  "version": "0.1.0",
  "summary": "Answers what SLUICE_ROLE_REPLY holds.",
  "stages": [{"id": "scripted", "summary": "Does nothing.", "effects": [], "writes": [], "config": []}],
  "roles": [
    {"role": "resolver", "summary": "Answers what SLUICE_ROLE_REPLY holds."},
    {"role": "reshaper", "summary": "Answers what SLUICE_ROLE_REPLY holds."}
  ]
})";

class Scripted : public Stage {
 public:
  Outcome run(Pass& /*pass*/) override { return Outcome::go_on(); }

  std::optional<Json> serve(Pass& pass, const std::string& role, const Json& request) override {
    pass.host.warn(role + " was asked " + to_text(request));
    const char* reply = std::getenv("SLUICE_ROLE_REPLY");
    return parse_document(reply == nullptr ? "{}" : reply);
  }
};

std::unique_ptr<Stage> make(const std::string&) {
  return std::make_unique<Scripted>();
}

}  // namespace
}  // namespace sluice

SLUICE_PLUGIN(sluice::kManifest, sluice::make)
