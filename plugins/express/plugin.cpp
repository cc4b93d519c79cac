// express: the commits that claim to need no review go straight to main.

#include "sluice/plugin.hpp"

#include "cut.hpp"
#include "sluice/say.hpp"
#include "sluice/standing.hpp"

namespace sluice::express {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "express",
  "version": ")" SLUICE_VERSION R"(",
  "basis": ")" SLUICE_BASIS R"(",
  "summary": "The express lane: cuts the queue's claimed commits onto main, unverified.",
  "stages": [
    {
      "id": "express",
      "summary": "Picks every queue commit that carries Express: and applies onto main, and pushes main.",
      "effects": ["push.cut"],
      "writes": ["main"],
      "lane": true,
      "config": []
    }
  ]
})";

using Noted = std::vector<std::pair<Sha, std::string>>;

Noted applied_notes(const Cut& cut, const std::string& main) {
  Noted notes;
  for (const auto& taken : cut.applied) {
    notes.emplace_back(taken.commit,
                       "claimed, and applies on " + main + ": copied as " + say::brief(taken.copy));
  }
  return notes;
}

Noted left_notes(const Cut& cut, const std::string& main) {
  Noted notes;
  for (const auto& left : cut.left) notes.emplace_back(left.commit, left.why(main));
  return notes;
}

class Express : public Stage {
 public:
  Outcome run(Pass& pass) override {
    const std::vector<Owed> claims = pass.git.claims();
    if (claims.empty()) return Outcome::go_on("no commit of the queue claims the lane");
    const Standing at = standing(pass);
    const std::string& main = pass.snapshot.branches.main;
    const OwedSet queue = pass.git.owed(at.main, at.queue);
    if (queue.knot) return left_alone(pass, *queue.knot, claims);
    const Overtaken overtaken{queue.owed,
                              [&pass](const Sha& commit) { return pass.git.log({commit}).at(0).tree; }};
    const Cut cut = cut_onto(
        at.main, claims, [&pass](const Sha& commit, const Sha& onto) { return pass.git.pick(commit, onto); },
        overtaken);
    pass.note("claimed", left_notes(cut, main));
    if (cut.applied.empty()) {
      return Outcome::go_on("none of " + say::counted(std::ssize(claims), "claimed commit") + " applies on " +
                            main);
    }
    return push(pass, at, cut);
  }

 private:
  static Outcome left_alone(const Pass& pass, const Knot& knot, const std::vector<Owed>& claims) {
    const auto& names = pass.snapshot.branches;
    Noted notes;
    for (const auto& claim : claims)
      notes.emplace_back(claim.sha,
                         "claimed, but waits for the merge " + say::brief(knot.sha) + ", which " + knot.why);
    pass.note("claimed", notes);
    return Outcome::go_on("nothing is cut: " + queue_tied_up(knot, names.queue));
  }

  static Outcome push(Pass& pass, const Standing& at, const Cut& cut) {
    const std::string& main = pass.snapshot.branches.main;
    const std::string what = say::counted(std::ssize(cut.applied), "express commit");
    const Receipt receipt = pass.effects.push("push.cut", at.main, cut.tip);
    if (receipt.kind == Receipt::Kind::stale) {
      return Outcome::idle(main + " moved while the lane was cut: " + receipt.reason).wake(60);
    }
    if (!receipt.done())
      return Outcome::red(what + " could not be pushed to " + main + ": " + receipt.reason);
    pass.note("expressed", applied_notes(cut, main));
    if (receipt.kind == Receipt::Kind::would) return Outcome::go_on(what + " would reach " + main);
    return Outcome::end(what + " reached " + main);
  }
};

std::unique_ptr<Stage> make(const std::string&) {
  return std::make_unique<Express>();
}

}  // namespace
}  // namespace sluice::express

SLUICE_PLUGIN(sluice::express::kManifest, sluice::express::make)
