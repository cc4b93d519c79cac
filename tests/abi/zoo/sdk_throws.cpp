// A stage of the C++ layer that throws: the layer stops it at the border.
#include <stdexcept>

#include "sluice/plugin.hpp"

namespace {

struct Throwing : sluice::Stage {
  sluice::Outcome run(sluice::Pass& /*pass*/) override { throw std::runtime_error("the stage gave up"); }
};

std::unique_ptr<sluice::Stage> make(const std::string& id) {
  if (id != ZOO_NAME) return nullptr;
  return std::make_unique<Throwing>();
}

}  // namespace

SLUICE_PLUGIN(R"({"schema":1,"plugin":")" ZOO_NAME R"(","version":"1","stages":[{"id":")" ZOO_NAME
              R"(","summary":"Throws.","effects":[],
                  "writes":[],"config":[]}]})",
              make)
