#include "drain.hpp"

#include <algorithm>

#include "brief.hpp"
#include "open_set.hpp"
#include "past_cap.hpp"
#include "reading.hpp"
#include "session.hpp"
#include "settings.hpp"
#include "sluice/say.hpp"
#include "sluice/settled.hpp"
#include "sluice/standing.hpp"
#include "words.hpp"

namespace sluice::drain {
namespace {

Parties parties_of(const Snapshot& snapshot) {
  const auto* dialect = dialect::find(snapshot.bot.dialect);
  if (dialect == nullptr) throw RedError("no dialect is named " + snapshot.bot.dialect);
  return {snapshot.viewer, snapshot.bot.login, dialect};
}

/// A head that no branch reaches was not fetched: history was written anew since.
bool at_hand(const Pass& pass, const Sha& head) {
  try {
    return !pass.git.log(std::vector<Sha>{head}).empty();
  } catch (const HostFault& fault) {
    if (fault.code != SLUICE_FAULT) throw;
    return false;
  }
}

void add(std::vector<Answer>& answers, std::vector<CommitInfo> commits) {
  for (auto& commit : commits) {
    auto& said = commit.trailers;
    if (said.answers.empty() && said.drains.empty()) continue;
    answers.push_back(
        {commit.sha, std::move(commit.copies), std::move(said.answers), std::move(said.drains)});
  }
}

/// What answers findings: on main since that head, on develop above main, and owed to develop by the fixes
/// and the queue. What a branch holds and does not owe was carried, or taken back.
std::vector<Answer> answers_since(const Pass& pass, const Sha& head) {
  const Standing at = standing(pass);
  std::vector<Answer> answers;
  add(answers, pass.git.log(head, at.main));
  add(answers, pass.git.log(at.main, at.develop));
  const auto owed_by = [&](const Sha& branch) {
    std::vector<Sha> shas;
    for (const auto& each : pass.git.owed(at.develop, branch).owed) {
      if (!each.answers.empty() || !each.drains.empty()) shas.push_back(each.sha);
    }
    if (!shas.empty()) add(answers, pass.git.log(shas));
  };
  if (at.fixes) owed_by(*at.fixes);
  owed_by(at.queue);
  return answers;
}

/// One pass over the releases that may have findings, oldest first.
class Round {
 public:
  explicit Round(Pass& pass)
      : pass_(pass), settings_(read_settings(pass.config)), parties_(parties_of(pass.snapshot)) {}

  Outcome run() {
    const auto& snapshot = pass_.snapshot;
    const auto found = unsettled(pass_.facts.releases(), snapshot.basis, snapshot.viewer,
                                 [&](std::int64_t pull) { return pass_.facts.comments(pull); });
    if (found.releases.empty()) return Outcome::go_on("no release was merged yet");
    newest_ = found.releases.back().number;
    deferred_ = found.deferred_below;
    for (const auto& release : found.releases) {
      auto stop = serve(release);
      if (!stop) continue;
      if (!story_.empty()) stop->reason = story_ + "; " + stop->reason;
      return std::move(*stop);
    }
    settle();
    if (story_.empty()) tell("no finding wants an answer");
    return Outcome::go_on(story_);
  }

 private:
  void tell(const std::string& clause) {
    if (!clause.empty()) story_ += (story_.empty() ? "" : "; ") + clause;
  }

  std::optional<Outcome> serve(const Pull& release) {
    const auto pull = release.number;
    const Said said{release.head_sha, pass_.facts.threads(pull), pass_.facts.reviews(pull),
                    pass_.facts.comments(pull)};
    const auto missing = lacking(said, parties_);
    if (missing) {
      if (auto wait = wait_for_the_rest(release, *missing)) return wait;
    }
    const auto& basis = pass_.snapshot.basis;
    auto open = open_set(said, {}, parties_, basis);
    if (!open.empty()) {
      if (!at_hand(pass_, release.head_sha)) {
        tell(number(release) + " is left as it is: no branch reaches its head any more");
        return std::nullopt;
      }
      open = open_set(said, answers_since(pass_, release.head_sha), parties_, basis);
    }
    if (missing && (release.number == newest_ || !open.empty())) {
      tell(number(release) + " is drained as it stands: " + *missing);
    }
    const bool quarantined = is_quarantined(said.comments, release, basis, parties_.viewer);
    keep_count(release, open, quarantined);
    if (quarantined) {
      if (!open.empty()) tell(number(release) + " is left as it is, with " + measure(open) + " open");
      return std::nullopt;
    }
    std::string clause;
    auto stop = put_off_worn(pass_, release, open, parties_, clause);
    tell(clause);
    if (stop || (open.threads.empty() && open.reviews.empty())) return stop;
    return ask(release, open);
  }

  /// The words of a review arrive after its status: they are waited for, not for long.
  std::optional<Outcome> wait_for_the_rest(const Pull& release, const std::string& missing) const {
    const auto wait = wait_for(release, settings_.settle_grace, pass_.snapshot.now);
    if (!wait) return std::nullopt;
    return Outcome::idle("the review of " + number(release) + " is not all there to be read: " + missing)
        .wake(*wait);
  }

  std::optional<Outcome> ask(const Pull& release, const OpenSet& open) {
    const auto turn = turn_of(pass_, task_of(release, settings_));
    std::string clause;
    if (turn.kind == Turn::Kind::exhausted) {
      auto stop = past_cap(pass_, release, open, parties_, settings_.past_cap, turn.reason, clause);
      tell(clause);
      return stop;
    }
    const auto what = measure(open) + " of " + number(release);
    if (pass_.snapshot.dry_run) {
      tell(turn.kind == Turn::Kind::free ? "would start a session on " + what
                                         : "would leave " + what + " for later: " + turn.reason);
      return std::nullopt;
    }
    if (turn.kind == Turn::Kind::waiting) {
      constexpr std::int64_t wake = 60;
      return Outcome::idle("nothing goes on before " + what + ": " + turn.reason)
          .wake(turn.wake_after.value_or(wake));
    }
    const auto part = portion(open);
    Session session(pass_, release, part, parties_, settings_);
    auto stop = session.run();
    tell(session.story());
    if (stop || part.size() == open.size()) return stop;
    return Outcome::idle("the rest of the findings of " + number(release) + " is for the next session")
        .wake(60);
  }

  /// Settled are the releases from the oldest on, as long as nothing of them is open or on its way; never the
  /// newest, whose threads may be opened again.
  void keep_count(const Pull& release, const OpenSet& open, bool quarantined) {
    clean_ = clean_ && open.empty() && !open.in_flight && !quarantined;
    if (!clean_ || release.number == newest_) return;
    deferred_ = deferred_ || open.deferred;
    settled_ = release;
  }

  /// One marker for all of them.
  void settle() {
    if (!settled_) return;
    const auto word = settled(*settled_, deferred_ ? pass_.snapshot.basis : std::string());
    const auto receipt = pass_.effects.comment(settled_->number, word.marker, word.body);
    if (!receipt.done())
      pass_.host.warn(number(*settled_) + " could not be marked as settled: " + receipt.reason);
  }

  Pass& pass_;
  Settings settings_;
  Parties parties_;
  std::string story_;
  bool clean_ = true, deferred_ = false;
  std::int64_t newest_ = 0;
  std::optional<Pull> settled_;
};

}  // namespace

Outcome Drain::run(Pass& pass) {
  return Round(pass).run();
}

}  // namespace sluice::drain
