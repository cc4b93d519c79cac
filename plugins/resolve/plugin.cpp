// resolve: the role "resolver", which settles conflicts of replays and of folds.

#include "sluice/plugin.hpp"

#include <algorithm>

#include "folding.hpp"
#include "replaying.hpp"
#include "reply.hpp"
#include "sluice/lockfile.hpp"

namespace sluice::resolve {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "resolve",
  "version": ")" SLUICE_VERSION R"(",
  "basis": ")" SLUICE_BASIS R"(",
  "summary": "Settles conflicts of replays and folds: a lockfile made anew, what git recorded, a command, an agent.",
  "stages": [],
  "roles": [
    {
      "role": "resolver",
      "summary": "Settles the conflicts of a replay or of a fold of main, and proves it from the trees.",
      "effects": ["comment.pull", "comment.commit"],
      "agents": ["resolve"],
      "config": [
        {
          "key": "chain",
          "type": "strings",
          "default": ["lockfile", "rerere", "agent"],
          "summary": "What is tried, in order: lockfile, rerere, command, agent."
        },
        )" SLUICE_LOCKFILE_KEY R"(,
        {
          "key": "command",
          "type": "strings",
          "default": [],
          "summary": "Of the link command: run in a work tree in conflict; ends with 0 once it has settled it."
        },
        {
          "key": "command_seconds",
          "type": "integer",
          "default": 600,
          "minimum": 1,
          "summary": "Its clock."
        },
        {
          "key": "attempts",
          "type": "integer",
          "default": 3,
          "minimum": 1,
          "summary": "Sessions that may fail on one conflict before it is a person's."
        },
        {
          "key": "prompt",
          "type": "file",
          "default": "",
          "summary": "A template in the stead of the plugin's own, for a replay."
        },
        {
          "key": "prompt_fold",
          "type": "file",
          "default": "",
          "summary": "Likewise for a fold of main."
        }
      ]
    }
  ]
})";

std::vector<std::string> conflict_paths(const Json& request) {
  std::vector<std::string> paths;
  for (const auto& path : request.at("conflict").at("paths")) paths.push_back(bytes_of(path));
  return paths;
}

class Resolver : public Stage {
 public:
  Outcome run(Pass& /*pass*/) override { return Outcome::go_on("it serves a role"); }

  std::optional<Json> serve(Pass& pass, const std::string& role, const Json& request) override {
    if (role != "resolver") return std::nullopt;
    const auto settings = Settings::read(pass.config);
    if (request.at("question") == "state") return state(pass, settings, request);
    if (request.at("purpose") == "replay") return replay(pass, settings, request);
    return resolve_fold(pass, settings,
                        {request.at("candidate"), request.at("main"), conflict_paths(request),
                         request.at("purpose") == "release"});
  }

 private:
  static Json replay(Pass& pass, const Settings& settings, const Json& request) {
    const auto commits = request.at("commits").get<std::vector<Sha>>();
    const auto stop =
        std::find(commits.begin(), commits.end(), request.at("conflict").at("commit").get<Sha>());
    return resolve_replay(pass, settings, request.at("branch"),
                          {request.at("tip"), {stop, commits.end()}, conflict_paths(request)});
  }

  /// Whether it would try again on a commit that is held.
  static Json state(Pass& pass, const Settings& settings, const Json& request) {
    if (!settings.has(Link::agent)) return exhausted("the resolver's chain has no agent");
    const Turn turn = turn_of(pass, task_of(request.at("commit"), request.at("branch"), settings));
    if (turn.kind == Turn::Kind::exhausted) return exhausted(turn.reason);
    return waiting(turn.reason.empty() ? "it is to be tried" : turn.reason, turn.wake_after.value_or(60));
  }
};

std::unique_ptr<Stage> make(const std::string& /*stage*/) {
  return std::make_unique<Resolver>();
}

}  // namespace
}  // namespace sluice::resolve

SLUICE_PLUGIN(sluice::resolve::kManifest, sluice::resolve::make)
