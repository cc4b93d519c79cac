// A plugin whose roles answer what a file says, for tests of those who ask. It runs in a child, whose
// environment holds HOME and none of a test's own variables.

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "sluice/plugin.hpp"

namespace sluice {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "scripted_roles",
  "version": "0.1.0",
  "summary": "Answers what role-reply.json in HOME holds.",
  "stages": [{"id": "scripted", "summary": "Does nothing.", "effects": [], "writes": [], "config": []}],
  "roles": [
    {"role": "resolver", "summary": "Answers what role-reply.json in HOME holds."},
    {"role": "reshaper", "summary": "Answers what role-reply.json in HOME holds."}
  ]
})";

class Scripted : public Stage {
 public:
  Outcome run(Pass& /*pass*/) override { return Outcome::go_on(); }

  std::optional<Json> serve(Pass& pass, const std::string& role, const Json& request) override {
    pass.host.warn(role + " was asked " + to_text(request));
    std::ifstream file(std::string(std::getenv("HOME")) + "/role-reply.json");
    const std::string reply{std::istreambuf_iterator<char>(file), {}};
    return parse_document(reply.empty() ? "{}" : reply);
  }
};

std::unique_ptr<Stage> make(const std::string&) {
  return std::make_unique<Scripted>();
}

}  // namespace
}  // namespace sluice

SLUICE_PLUGIN(sluice::kManifest, sluice::make)
