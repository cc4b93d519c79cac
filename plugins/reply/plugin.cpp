// reply: what was committed for a finding is said in the finding's thread.

#include "sluice/plugin.hpp"

#include <algorithm>

#include "answers.hpp"
#include "sluice/say.hpp"
#include "sluice/settled.hpp"

namespace sluice::reply {
namespace {

constexpr const char* kManifest = R"({
  "schema": 1,
  "plugin": "reply",
  "version": ")" SLUICE_VERSION R"(",
  "basis": ")" SLUICE_BASIS R"(",
  "summary": "Answers the findings of merged releases that commits of main and develop fix.",
  "stages": [
    {
      "id": "reply",
      "summary": "Replies once in each thread that a commit answers, and once for each review body that one drains.",
      "effects": ["reply", "comment.pull"],
      "writes": [],
      "config": []
    }
  ]
})";

constexpr std::int64_t failed_wake = 300;
constexpr std::int64_t refused_wake = 3600;  // A locked conversation, say: not soon, but not never.

/// What came of the posts so far.
struct Tally {
  std::int64_t posted = 0, failed = 0, refused = 0;

  Outcome outcome() const {
    auto outcome =
        Outcome::go_on(posted == 0 ? "no answer is owed" : "posted " + say::counted(posted, "answer"));
    if (failed + refused == 0) return outcome;
    outcome.reason = "posted " + say::counted(posted, "answer") + ", " + std::to_string(failed + refused) +
                     " could not be posted";
    outcome.wake_after = failed > 0 ? failed_wake : refused_wake;
    return outcome;
  }
};

/// A fault of the world is counted; a call that was not granted, or malformed, is the pipeline's or ours.
template <typename Work>
void best_effort(const Pass& pass, Tally& tally, const std::string& what, const Work& work) {
  try {
    work();
  } catch (const HostFault& fault) {
    if (fault.code == SLUICE_DENIED || fault.code == SLUICE_MALFORMED) throw;
    ++tally.failed;
    pass.host.warn(what + ": " + fault.what());
  }
}

void count(const Pass& pass, Tally& tally, const std::string& what, const Receipt& receipt) {
  if (receipt.done()) {
    ++tally.posted;
    return;
  }
  ++(receipt.kind == Receipt::Kind::stale ? tally.failed : tally.refused);
  pass.host.warn(what + " was not posted: " + receipt.reason);
}

/// Of the head of the merged release up to main, then of main up to develop, oldest first.
std::vector<CommitInfo> commits_since(const Pass& pass, const Pull& merged) {
  const auto refs = pass.facts.refs();
  if (!refs.main) return {};
  auto commits = pass.git.log(merged.head_sha, *refs.main);
  if (!refs.develop) return commits;
  auto window = pass.git.log(*refs.main, *refs.develop);
  std::move(window.begin(), window.end(), std::back_inserter(commits));
  return commits;
}

/// The newest merged release, and of those before it the few that may have findings which were answered late.
std::vector<Pull> newest_merged(const std::vector<Pull>& releases) {
  constexpr std::size_t most = 5;
  std::vector<Pull> merged;
  for (const auto& pull : releases) {
    if (pull.state == Pull::State::merged && merged.size() < most) merged.push_back(pull);
  }
  return merged;
}

class ReplyStage : public Stage {
 public:
  Outcome run(Pass& pass) override {
    Tally tally;
    best_effort(pass, tally, "the findings that are owed an answer could not be read",
                [&] { answer(pass, tally); });
    return tally.outcome();
  }

 private:
  static void answer(const Pass& pass, Tally& tally) {
    const auto found = unsettled(newest_merged(pass.facts.releases()), std::nullopt, pass.snapshot.viewer,
                                 [&](std::int64_t pull) { return pass.facts.comments(pull); });
    for (const auto& release : found.releases) answer(pass, tally, release);
  }

  static void answer(const Pass& pass, Tally& tally, const Pull& merged) {
    const auto commits = commits_since(pass, merged);
    const Parties parties{pass.snapshot.viewer, pass.snapshot.bot.login};
    const auto any = [&](auto Trailers::*trailer) {
      return std::any_of(commits.begin(), commits.end(),
                         [&](const CommitInfo& commit) { return !(commit.trailers.*trailer).empty(); });
    };
    if (any(&Trailers::answers)) post_replies(pass, tally, merged.number, commits, parties);
    if (any(&Trailers::drains)) post_verdicts(pass, tally, merged.number, commits, parties);
  }

  static void post_replies(const Pass& pass, Tally& tally, std::int64_t pull,
                           const std::vector<CommitInfo>& commits, const Parties& parties) {
    for (const auto& reply : replies(pass.facts.threads(pull), commits, parties)) {
      const auto what =
          "the reply to comment " + std::to_string(reply.comment) + " of #" + std::to_string(pull);
      best_effort(pass, tally, what, [&] {
        count(pass, tally, what, pass.effects.reply(pull, reply.comment, reply.sha, reply.body));
      });
    }
  }

  static void post_verdicts(const Pass& pass, Tally& tally, std::int64_t pull,
                            const std::vector<CommitInfo>& commits, const Parties& parties) {
    for (const auto& verdict :
         verdicts(pass.facts.reviews(pull), pass.facts.comments(pull), commits, parties)) {
      const auto what =
          "the verdict on review " + std::to_string(verdict.review) + " of #" + std::to_string(pull);
      best_effort(pass, tally, what, [&] {
        count(pass, tally, what, pass.effects.comment(pull, verdict.marker, verdict.body));
      });
    }
  }
};

std::unique_ptr<Stage> make(const std::string& /*stage*/) {
  return std::make_unique<ReplyStage>();
}

}  // namespace
}  // namespace sluice::reply

SLUICE_PLUGIN(sluice::reply::kManifest, sluice::reply::make)
