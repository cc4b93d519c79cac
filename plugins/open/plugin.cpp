// open: the window that develop carries becomes a release pull request, whose one review reads all of it.

#include "sluice/plugin.hpp"

#include "body.hpp"
#include "sluice/say.hpp"
#include "sluice/standing.hpp"

namespace sluice::open {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "open",
  "version": ")" SLUICE_VERSION R"(",
  "basis": ")" SLUICE_BASIS R"(",
  "summary": "Opens the release pull request of the window that develop carries.",
  "stages": [
    {
      "id": "open",
      "summary": "Opens the release when none is open and develop holds commits that main lacks.",
      "effects": ["open"],
      "writes": [],
      "config": [
        {
          "key": "missing_check_grace",
          "type": "integer",
          "default": 600,
          "minimum": 0,
          "summary": "Seconds after which the pass is to look for the review's status on a release just opened."
        }
      ]
    }
  ]
})";

class Open : public Stage {
 public:
  Outcome run(Pass& pass) override {
    const auto& names = pass.snapshot.branches;
    const Standing at = standing(pass);
    const auto releases = pass.facts.releases();
    if (const auto open = open_release(releases)) {
      return Outcome::go_on("release #" + std::to_string(open->number) + " is open");
    }
    if (pass.git.is_ancestor(at.develop, at.main)) {
      return Outcome::go_on(names.develop + " holds nothing that " + names.main + " lacks");
    }
    if (const auto paused = pause(pass.git, releases, at.develop, at.main)) {
      return Outcome::idle("release #" + std::to_string(paused->number) +
                           " was closed unmerged, which is a pause: open it again to go on");
    }
    return ask_to_open(pass, at);
  }

 private:
  static Outcome ask_to_open(Pass& pass, const Standing& at) {
    const auto& names = pass.snapshot.branches;
    const auto commits = pass.git.log(at.main, at.develop);
    const Receipt receipt =
        pass.effects.open(at.develop, title(names.develop, names.main), body(at.develop, commits));
    const std::string what = "the release of " + say::counted(std::ssize(commits), "commit");
    if (receipt.kind == Receipt::Kind::stale) {
      return Outcome::idle(what + " was not opened: " + receipt.reason).wake(60);
    }
    if (receipt.kind == Receipt::Kind::refused) {
      return Outcome::red(what + " could not be opened: " + receipt.reason);
    }
    if (receipt.kind == Receipt::Kind::would) return Outcome::end("Would open " + what);
    const std::string number = receipt.number ? " as #" + std::to_string(*receipt.number) : "";
    const auto grace = pass.config.value("missing_check_grace", std::int64_t{600});
    Outcome opened = Outcome::end("Opened " + what + number);
    if (grace > 0) opened.wake_after = grace;
    return opened;
  }
};

std::unique_ptr<Stage> make(const std::string&) {
  return std::make_unique<Open>();
}

}  // namespace
}  // namespace sluice::open

SLUICE_PLUGIN(sluice::open::kManifest, sluice::open::make)
