// return-stroke: what reached main unread, or as a release, comes back under develop.

#include "sluice/plugin.hpp"

#include "sluice/say.hpp"
#include "sluice/standing.hpp"

namespace sluice::return_stroke {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "return_stroke",
  "version": ")" SLUICE_VERSION R"(",
  "basis": ")" SLUICE_BASIS R"(",
  "summary": "Moves develop forward to main when develop holds nothing of its own.",
  "stages": [
    {
      "id": "return-stroke",
      "summary": "Moves develop forward to main when develop is behind it and holds nothing of its own.",
      "effects": ["push.stroke"],
      "writes": ["develop"],
      "config": []
    }
  ]
})";

class ReturnStroke : public Stage {
 public:
  Outcome run(Pass& pass) override {
    const auto& names = pass.snapshot.branches;
    const Standing at = standing(pass);
    if (at.develop == at.main) return Outcome::go_on(names.develop + " is at " + names.main);
    if (!pass.git.is_ancestor(at.develop, at.main)) {
      return Outcome::go_on(names.develop + " holds commits that " + names.main + " lacks");
    }
    const Receipt receipt = pass.effects.push("push.stroke", at.develop, at.main);
    if (receipt.done()) {
      const bool would = receipt.kind == Receipt::Kind::would;
      return Outcome::go_on(names.develop + (would ? " would move" : " moved") + " forward to " +
                            say::brief(at.main));
    }
    if (receipt.kind == Receipt::Kind::stale) {
      return Outcome::idle(names.develop + " moved while the pass ran: " + receipt.reason).wake(60);
    }
    return Outcome::red(names.develop + " could not be moved to " + names.main + ": " + receipt.reason);
  }
};

std::unique_ptr<Stage> make(const std::string&) {
  return std::make_unique<ReturnStroke>();
}

}  // namespace
}  // namespace sluice::return_stroke

SLUICE_PLUGIN(sluice::return_stroke::kManifest, sluice::return_stroke::make)
