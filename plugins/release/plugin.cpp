// release: the open release is merged once its review is completed, or waited for, or a person's.

#include "sluice/plugin.hpp"

#include "gate.hpp"
#include "landing.hpp"
#include "learned.hpp"
#include "sluice/inert.hpp"
#include "sluice/lockfile.hpp"
#include "sluice/say.hpp"
#include "sluice/standing.hpp"

namespace sluice::release {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "release",
  "version": ")" SLUICE_VERSION R"(",
  "basis": ")" SLUICE_BASIS R"(",
  "summary": "Merges the open release once the bot's review of its head is completed.",
  "stages": [
    {
      "id": "release",
      "summary": "Gates the open release on the bot's status, settles a rate limit, and merges or folds it to main.",
      "effects": ["merge", "push.fold", "ask", "comment.pull", "comment.commit"],
      "writes": ["main"],
      "roles": ["resolver"],
      "config": [
        {
          "key": "missing_check_grace",
          "type": "integer",
          "default": 600,
          "minimum": 0,
          "summary": "Seconds from opening that the bot may take to post a status; 0 is red at once."
        },
        )" SLUICE_LOCKFILE_KEY R"(
      ]
    }
  ]
})";

const dialect::Dialect& dialect_of(const Snapshot& snapshot) {
  if (const auto* found = dialect::find(snapshot.bot.dialect)) return *found;
  std::string known;
  for (const auto name : dialect::names()) known.append(known.empty() ? "" : ", ").append(name);
  throw RedError("no dialect is named \"" + say::line(snapshot.bot.dialect) +
                 "\"; [bot] dialect takes one of: " + known);
}

Outcome with_wake(Outcome outcome, const std::optional<std::int64_t>& wake) {
  outcome.wake_after = wake;
  return outcome;
}

class Release : public Stage {
 public:
  Outcome run(Pass& pass) override {
    const auto at = standing(pass);
    const auto releases = pass.facts.releases();
    const auto open = open_release(releases);
    if (!open) return without_one(pass, releases, at);
    if (open->head_sha != at.develop) {
      return Outcome::idle("the forge shows " + named(*open) + " at " + say::brief(open->head_sha) +
                           ", not yet at " + say::brief(at.develop) + ", where " +
                           pass.snapshot.branches.develop + " is")
          .wake(moved_wake);
    }
    const auto facing = face(pass, *open);
    const auto decision = decide(dialect_of(pass.snapshot), facing);
    switch (decision.step) {
      case Decision::Step::merge:
        return land(pass, *open, at.main, decision.reason);
      case Decision::Step::wait:
        return with_wake(Outcome::idle(decision.reason), decision.wake);
      case Decision::Step::ask:
        return ask(pass, *open, decision);
      case Decision::Step::red:
        break;
    }
    return Outcome::red(decision.reason + keep_limit(pass, facing, decision));
  }

 private:
  static Outcome without_one(const Pass& pass, const std::vector<Pull>& releases, const Standing& at) {
    const auto paused = pause(pass.git, releases, at.develop, at.main);
    if (!paused) return Outcome::go_on("no release is open");
    return Outcome::idle("a person closed " + named(*paused) +
                         " unmerged, which pauses everything: open it again to go on");
  }

  static Facing face(const Pass& pass, const Pull& pull) {
    const auto& snapshot = pass.snapshot;
    Facing facing{.pull = pull,
                  .status = pass.facts.status(pull.head_sha),
                  .comments = {},
                  .reviews = {},
                  .viewer = snapshot.viewer,
                  .bot = snapshot.bot.login,
                  .now = snapshot.now,
                  .missing_check_grace = pass.config.at("missing_check_grace").get<std::int64_t>()};
    if (!facing.status) facing.others = pass.facts.other_status_authors(pull.head_sha);
    std::optional<dialect::StatusText> text;
    if (facing.status) text = dialect::StatusText{facing.status->state, facing.status->description};
    const auto kind = dialect_of(snapshot).status(text).kind;
    if (needs_comments(kind)) facing.comments = pass.facts.comments(pull.number);
    if (kind == dialect::StatusReading::Kind::incremental_declined)
      facing.reviews = pass.facts.reviews(pull.number);
    return facing;
  }

  static Outcome ask(const Pass& pass, const Pull& pull, const Decision& decision) {
    const auto receipt = pass.effects.ask(pull.number);
    switch (receipt.kind) {
      case Receipt::Kind::landed:
        return with_wake(Outcome::idle(decision.reason), decision.wake);
      case Receipt::Kind::would:
        return with_wake(Outcome::idle("would ask: " + decision.reason), decision.wake);
      case Receipt::Kind::stale:
        return Outcome::idle("the bot was not asked: " + receipt.reason).wake(moved_wake);
      case Receipt::Kind::refused:
        break;
    }
    return Outcome::red("the bot could not be asked for a review: " + receipt.reason);
  }

  /// Best effort: what it could not keep it says behind the reason.
  static std::string keep_limit(const Pass& pass, const Facing& facing, const Decision& decision) {
    if (!decision.over_cap) return "";
    const auto marker = learned_cap(*decision.over_cap, pass.snapshot, facing.status->updated_at);
    if (!marker || knows(facing.comments, facing.viewer, *marker)) return "";
    const auto& remedy = decision.reason;
    const auto receipt = pass.effects.comment(
        facing.pull.number, marker->line(), within_limit(inert(remedy, facing.bot) + ".\n", forge_limit / 2));
    return receipt.done() ? "" : "; and the limit could not be kept on it: " + receipt.reason;
  }
};

std::unique_ptr<Stage> make(const std::string& /*stage*/) {
  return std::make_unique<Release>();
}

}  // namespace
}  // namespace sluice::release

SLUICE_PLUGIN(sluice::release::kManifest, sluice::release::make)
