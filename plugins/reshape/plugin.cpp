// reshape: the role "reshaper", which makes commits within the cap of one that no window can carry.

#include "sluice/plugin.hpp"

#include <algorithm>

#include "parts.hpp"
#include "plugins/reshape/prompts.hpp"
#include "sluice/attempt.hpp"
#include "sluice/lockfile.hpp"
#include "sluice/prompt.hpp"
#include "sluice/say.hpp"

namespace sluice::reshape {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "reshape",
  "version": ")" SLUICE_VERSION R"(",
  "basis": ")" SLUICE_BASIS R"(",
  "summary": "Has a commit that no window can carry repackaged into commits that windows and the lane can.",
  "stages": [],
  "roles": [
    {
      "role": "reshaper",
      "summary": "Repackages one commit into parts, the same tree at their end, and replays what followed it.",
      "effects": ["comment.pull", "comment.commit"],
      "agents": ["reshape"],
      "config": [
        )" SLUICE_LOCKFILE_KEY R"(,
        {
          "key": "attempts",
          "type": "integer",
          "default": 3,
          "minimum": 1,
          "summary": "Sessions that may fail on one commit before it is a person's."
        },
        {
          "key": "prompt",
          "type": "file",
          "default": "",
          "summary": "A template in the stead of the plugin's own."
        }
      ]
    }
  ]
})";

Json reply(const char* outcome, const std::string& reason, const std::optional<std::int64_t>& wake) {
  Json reply{{"outcome", outcome}, {"reason", reason}};
  if (wake) reply["wake_after"] = *wake;
  return reply;
}

Json waiting(const std::string& reason, const std::optional<std::int64_t>& wake) {
  return reply("waiting", reason, wake.value_or(60));
}

/// `named` is what the forge knows the commit by. A rewrite gives it another id and leaves it as large as it
/// was: attempts are counted by the first id that it had.
Task task_of(const Pass& pass, const CommitInfo& commit, const Sha& named) {
  return {.step = "reshape",
          .agent = "reshape",
          .key = commit.copies.empty() ? commit.sha : commit.copies.front(),
          .pull = {},
          .commit = named,
          .once = commit.copies,
          .what = "reshape " + say::commit(named, commit.subject),
          // What fits depends on the cap: another cap is another work.
          .against = "cap-" + std::to_string(pass.snapshot.cap),
          .cap = pass.config.at("attempts").get<std::int64_t>()};
}

class Reshaper : public Stage {
 public:
  Outcome run(Pass& /*pass*/) override { return Outcome::go_on("it serves a role"); }

  std::optional<Json> serve(Pass& pass, const std::string& role, const Json& request) override {
    if (role != "reshaper") return std::nullopt;
    const auto commit = pass.git.log({request.at("commit").get<Sha>()}).front();
    const Task task = task_of(pass, commit, request.value("named", commit.sha));
    const Turn turn = turn_of(pass, task);
    if (turn.kind == Turn::Kind::exhausted) return reply("exhausted", turn.reason, {});
    if (turn.kind == Turn::Kind::waiting) return waiting(turn.reason, turn.wake_after);
    if (request.at("question") == "state") return waiting("it is to be tried", {});
    return work(pass, task, commit, request.at("tip"));
  }

 private:
  static Json work(Pass& pass, const Task& task, const CommitInfo& original, const Sha& tip) {
    const WorkTree tree(pass.host, {.at = original.parents.at(0)});
    Sha made;
    const auto attempted = attempt(pass, task, tree, prompt_for(pass, original),
                                   [&] { return rebuild(pass, original, tip, tree, made); });
    if (attempted.kind == Attempted::Kind::exhausted) return reply("exhausted", attempted.reason, {});
    if (attempted.kind != Attempted::Kind::proved) return waiting(attempted.reason, attempted.wake_after);
    return {{"outcome", "done"}, {"sha", made}};
  }

  static std::string prompt_for(const Pass& pass, const CommitInfo& original) {
    const auto own = pass.config.at("prompt").get<std::string>();
    std::string answers;
    for (const auto id : original.trailers.answers) answers += "Answers: " + std::to_string(id) + "\n";
    for (const auto id : original.trailers.drains) answers += "Drains: " + std::to_string(id) + "\n";
    return fill(own.empty() ? prompt : std::string_view(own),
                {{"commit", original.sha},
                 {"parent", original.parents.at(0)},
                 {"cap", std::to_string(pass.snapshot.cap)},
                 {"answers", answers.empty() ? "(none)\n" : answers},
                 {"message", data_block("What the commit says of itself", original.message)}},
                {"commit", "cap"});
  }

  /// The parts with the original's author, and what followed it on top of them; or what is wrong.
  static std::optional<std::string> rebuild(Pass& pass, const CommitInfo& original, const Sha& tip,
                                            const WorkTree& tree, Sha& made) {
    const Left left = tree.look();
    if (auto fault = unfinished(left)) return fault;
    if (auto fault = tree.take(*left.head)) return fault;
    std::vector<Part> parts;
    for (auto& commit : pass.git.log(original.parents.at(0), *left.head)) {
      const auto files =
          commit.parents.empty() ? 0 : pass.git.count(commit.sha, commit.parents.front(), pass.snapshot.cap);
      parts.push_back({std::move(commit), files});
    }
    if (auto fault = fault_of(original, parts, pass.snapshot.cap)) return fault;
    std::vector<Sha> ids;
    ids.reserve(parts.size());
    for (const auto& part : parts) ids.push_back(part.commit.sha);
    const auto base = pass.git.log({original.parents.at(0)}).front().tree;
    if (auto fault = pass.git.stray_part(base, original.tree, ids)) return fault;
    made = original.parents.at(0);
    for (const auto& part : parts)
      made = pass.git.commit(part.commit.tree, {made}, part.commit.message, original.sha);
    std::vector<Sha> rest;
    for (const auto& commit : pass.git.log(original.sha, tip)) rest.push_back(commit.sha);
    if (rest.empty()) return std::nullopt;
    const auto replayed = pass.git.replay(rest, made, lockfile_of(pass.config));
    if (replayed.conflict) return "what followed it does not apply on its parts";
    made = replayed.tip;
    return std::nullopt;
  }
};

std::unique_ptr<Stage> make(const std::string& /*stage*/) {
  return std::make_unique<Reshaper>();
}

}  // namespace
}  // namespace sluice::reshape

SLUICE_PLUGIN(sluice::reshape::kManifest, sluice::reshape::make)
