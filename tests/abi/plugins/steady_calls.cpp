// Makes the same call over and over: what a benchmark of the host's part of a call runs.
#include "sluice/plugin.hpp"

namespace {

using namespace sluice;

struct SteadyCalls : Stage {
  Outcome run(Pass& pass) override {
    const auto calls = pass.config.at("calls").get<std::int64_t>();
    const std::string body = pass.config.at("body");
    std::int64_t landed = 0;
    for (std::int64_t call = 0; call < calls; ++call) {
      if (pass.effects.comment(7, "<!-- marker -->", body).done()) ++landed;
    }
    return Outcome::end(std::to_string(landed));
  }
};

std::unique_ptr<Stage> make(const std::string& /*id*/) {
  return std::make_unique<SteadyCalls>();
}

}  // namespace

SLUICE_PLUGIN(R"({"schema":1,"plugin":"steady-calls","version":"1","stages":[{"id":"steady-calls",
                  "summary":"Makes the same call over and over.","effects":["comment.pull"],"writes":[],"config":[
                  {"key":"calls","type":"integer","default":1,"summary":"How many."},
                  {"key":"body","type":"string","default":"","summary":"What each carries."}]}]})",
              make)
