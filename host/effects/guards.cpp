#include "host/effects/guards.hpp"

#include <algorithm>
#include <set>

#include "dialect/dialect.hpp"
#include "host/effects/rewrite_guard.hpp"
#include "host/git/count.hpp"
#include "host/git/faithful.hpp"
#include "host/git/message.hpp"
#include "host/git/owed.hpp"

namespace sluice::effects {

using git::Oid;
using snapshot::Facts;
using snapshot::Heads;

namespace {

const forge::Pull* open_release(Facts& facts) {
  for (const auto& pull : facts.releases()) {
    if (pull.state == forge::State::open) return &pull;
  }
  return nullptr;
}

/// A release that a person closed unmerged while develop still carries its head above main.
const forge::Pull* paused_release(Facts& facts, const GitCore& git) {
  const Heads& heads = facts.heads();
  for (const auto& pull : facts.releases()) {
    if (pull.state != forge::State::closed) continue;
    const auto head = Oid::parse(pull.head_sha);
    if (!head || !git.store.contains(*head)) continue;
    if (git.history.is_ancestor(*head, *heads.develop) && !git.history.is_ancestor(*head, *heads.main))
      return &pull;
  }
  return nullptr;
}

std::string number(const forge::Pull& pull) {
  return "#" + std::to_string(pull.number);
}

/// A release that has to be out of the way before develop may move or another may open.
Verdict no_release_in_the_way(Facts& facts, const GitCore& git) {
  if (const auto* pull = open_release(facts)) return moved("the release " + number(*pull) + " is open");
  if (const auto* pull = paused_release(facts, git)) {
    return wrong("a person closed the release " + number(*pull) + " unmerged, which pauses the next one");
  }
  return std::nullopt;
}

Verdict within_cap(const Oid& head, const Oid& main, const GitCore& git, std::int64_t cap) {
  const auto count = git::count_files(git.scratch, git.store, git.history, main, head, cap);
  if (count.files <= cap) return std::nullopt;
  return wrong("the tree at " + head.brief() + " would be reviewed in " + std::to_string(count.files) +
               " files, over the cap of " + std::to_string(cap));
}

Verdict object_to_stroke(const Effect& effect, Facts& facts, const GitCore& git) {
  const Heads& heads = facts.heads();
  if (effect.target != *heads.main)
    return moved("main is at " + heads.main->brief() + ", not where the stroke goes");
  if (!git.history.is_ancestor(*heads.develop, *heads.main)) {
    return wrong("develop holds commits that main does not; the return stroke only follows main");
  }
  return std::nullopt;
}

/// A merge's tree differs from git's own merge of its parents at conflicted paths only.
Verdict faithful_merge(const Oid& id, const GitCore& git) {
  const auto& merge = git.history.commit(id);
  const auto fault = git::unfaithful_fold(git.store, git.history, git.picker, merge.parents.at(0),
                                          merge.parents.at(1), merge.tree);
  return fault ? wrong("the fold " + id.brief() + " is not faithful: " + *fault) : std::nullopt;
}

/// A window's merges are folds of main, one or none, made as git makes them.
Verdict object_to_merges(const Oid& target, const Heads& heads, const GitCore& git) {
  for (const auto& id : git.history.range({*heads.develop, *heads.main}, target)) {
    const auto& commit = git.history.commit(id);
    if (commit.parents.size() < 2) continue;
    if (commit.parents.size() > 2 || commit.parents[1] != *heads.main) {
      return wrong(id.brief() + " is a merge of something else than main; a window holds none");
    }
    if (auto verdict = faithful_merge(id, git)) return verdict;
  }
  return std::nullopt;
}

Verdict object_to_window(const Effect& effect, Facts& facts, const GitCore& git, const Settings& settings) {
  if (auto verdict = no_release_in_the_way(facts, git)) return verdict;
  const Heads& heads = facts.heads();
  if (heads.fixes) {
    const auto owed =
        git::owed(git.store, git.history, git.picker, {effect.target, *heads.main}, *heads.fixes);
    if (!owed.owed.empty()) {
      return wrong("the window lacks the fix " + owed.owed.front().id.brief() +
                   "; fixes ride whole and first");
    }
  }
  if (auto verdict = without_knots(Ref::fixes, heads.fixes, heads, git)) return verdict;
  if (auto verdict = without_knots(Ref::queue, heads.queue, heads, git)) return verdict;
  if (auto verdict = object_to_merges(effect.target, heads, git)) return verdict;
  return within_cap(effect.target, *heads.main, git, settings.cap);
}

Verdict object_to_open(const Effect& effect, Facts& facts, const GitCore& git, const Settings& settings) {
  if (auto verdict = no_release_in_the_way(facts, git)) return verdict;
  const Heads& heads = facts.heads();
  if (effect.head != *heads.develop)
    return moved("develop is at " + heads.develop->brief() + ", not what was measured");
  return within_cap(*heads.develop, *heads.main, git, settings.cap);
}

dialect::StatusReading::Kind status_kind(const dialect::Dialect& dialect, const forge::Pull& pull,
                                         Facts& facts) {
  const auto& status = facts.status(pull.head_sha).own;
  std::optional<dialect::StatusText> text;
  if (status) text = dialect::StatusText{status->state, status->description};
  return dialect.status(text).kind;
}

/// The bot's status on the head says completed; or it declined a second pass after a full review of this very
/// head.
bool reviewed(const forge::Pull& pull, Facts& facts, const Settings& settings) {
  const auto* dialect = dialect::find(settings.dialect);
  if (dialect == nullptr) return false;
  const auto kind = status_kind(*dialect, pull, facts);
  if (kind == dialect::StatusReading::Kind::completed) return true;
  if (kind != dialect::StatusReading::Kind::incremental_declined) return false;
  std::vector<dialect::Reviewed> reviews;
  for (const auto& each : facts.reviews(pull.number)) {
    reviews.push_back({each.author, each.body, each.state, each.sha, each.submitted_at});
  }
  std::vector<dialect::Said> comments;
  for (const auto& each : facts.comments(pull.number)) {
    comments.push_back({each.id, each.author, each.body, each.updated_at});
  }
  return dialect::read_commit(*dialect, settings.bot_login, pull.head_sha, reviews, comments);
}

/// An ask while a review runs would cancel it, and one after it would spend another: the status is read again
/// here.
Verdict object_to_ask(const Effect& effect, Facts& facts, const Settings& settings) {
  const auto* pull = open_release(facts);
  if (pull == nullptr || pull->number != effect.pull) {
    return moved("the release #" + std::to_string(effect.pull) + " is not open");
  }
  const auto* dialect = dialect::find(settings.dialect);
  if (dialect == nullptr) return wrong("no dialect is named " + settings.dialect);
  using Kind = dialect::StatusReading::Kind;
  const auto kind = status_kind(*dialect, *pull, facts);
  if (kind != Kind::missing && kind != Kind::pending && kind != Kind::completed) return std::nullopt;
  return moved("the bot's status on the head of " + number(*pull) + " is now " + std::string(name_of(kind)) +
               ", so it is not asked");
}

/// The release is open, its head is develop and what was measured, and the bot's own completed status stands
/// there. It still fits the cap.
Verdict object_to_release(const Effect& effect, Facts& facts, const GitCore& git, const Settings& settings) {
  const auto* pull = open_release(facts);
  if (pull == nullptr || pull->number != effect.pull) {
    return moved("the release #" + std::to_string(effect.pull) + " is not open");
  }
  const Heads& heads = facts.heads();
  if (pull->head_sha != effect.head.hex() || effect.head != *heads.develop) {
    return moved("the head of " + number(*pull) + " is no longer what the review read");
  }
  if (!reviewed(*pull, facts, settings)) {
    return wrong("the bot's status on " + effect.head.brief() + " does not say that its review is completed");
  }
  // Where main was moved back since, it would take in more than that review read. (What the bot has reviewed
  // is over no smaller limit that it stated before.)
  auto over = within_cap(effect.head, *heads.main, git, settings.plan_cap);
  if (over) {
    over->reason +=
        "; main was moved back since its review, or the cap was lowered: put back what main lost, or "
        "close the release";
  }
  return over;
}

/// A fold: exactly one commit, parents (the release's head, main).
Verdict object_to_fold(const Effect& effect, Facts& facts, const GitCore& git, const Settings& settings) {
  if (auto verdict = object_to_release(effect, facts, git, settings)) return verdict;
  const auto& fold = git.history.commit(effect.target);
  const std::vector<Oid> parents = {effect.head, *facts.heads().main};
  if (fold.parents != parents) return wrong("a release's fold is one merge of main into the release's head");
  return faithful_merge(effect.target, git);
}

std::set<Oid> above_main(const std::optional<Oid>& head, const Heads& heads, const GitCore& git) {
  if (!head) return {};
  const auto range = git.history.range({*heads.main}, *head);
  return {range.begin(), range.end()};
}

/// One commit of a cut: the faithful copy of a queue commit that claims the lane.
Verdict object_to_copy(const Oid& id, const std::set<Oid>& queued, const std::set<Oid>& fixes,
                       const GitCore& git) {
  const auto& copy = git.history.commit(id);
  const auto copies = git::read_copies(copy.message);
  if (copies.empty() || copy.parents.size() != 1) {
    return wrong(id.brief() + " is no copy of a queue commit; the express lane carries nothing else");
  }
  const Oid original = copies.back();
  if (!queued.contains(original)) return wrong(id.brief() + " copies a commit that the queue does not hold");
  if (fixes.contains(original)) return wrong(id.brief() + " copies a commit of the fixes branch");
  if (git::read_trailers(git.history.commit(original).message).express.empty()) {
    return wrong(id.brief() + " copies a commit that does not claim the express lane");
  }
  const auto again = git.picker.pick(original, copy.parents.front(), {});
  if (again.verdict != git::PickVerdict::applied || again.merge.tree != copy.tree) {
    return wrong(id.brief() + " changes something else than the commit that it copies");
  }
  return std::nullopt;
}

/// Express: only copies of claimed queue commits, one after the other on top of main.
Verdict object_to_cut(const Effect& effect, Facts& facts, const GitCore& git) {
  const Heads& heads = facts.heads();
  if (auto verdict = without_knots(Ref::queue, heads.queue, heads, git)) return verdict;
  const auto queued = above_main(heads.queue, heads, git);
  const auto fixes = above_main(heads.fixes, heads, git);
  for (const auto& id : git.history.range({*heads.main}, effect.target)) {
    if (auto verdict = object_to_copy(id, queued, fixes, git)) return verdict;
  }
  return std::nullopt;
}

/// "<main's full id> against:<64 hexadecimal digits>", to the byte.
bool names_red_main(std::string_view said, const Oid& main) {
  const std::string start = main.hex() + " against:";
  if (!said.starts_with(start) || said.size() != start.size() + 64) return false;
  return said.find_first_not_of("0123456789abcdef", start.size()) == std::string_view::npos;
}

/// Exactly one commit on top of main, which says that it repairs that very main and nothing else.
Verdict object_to_repair(const Effect& effect, Facts& facts, const GitCore& git) {
  const Oid main = *facts.heads().main;
  const auto& repair = git.history.commit(effect.target);
  const std::string what = "the repair " + effect.target.brief();
  if (repair.parents != std::vector<Oid>{main}) {
    return wrong(what + " is not one commit on top of main at " + main.brief());
  }
  const auto trailers = git::read_trailers(repair.message);
  if (trailers.repairs.size() != 1 || !names_red_main(trailers.repairs.front(), main)) {
    return wrong(what + " needs one line \"Repairs: " + main.hex() +
                 " against:\" with 64 hexadecimal digits, once");
  }
  if (!git::read_copies(repair.message).empty()) return wrong(what + " says that it is a copy");
  if (!trailers.express.empty() || !trailers.answers.empty() || !trailers.drains.empty())
    return wrong(what + " carries another trailer than its own: Express, Answers or Drains");
  return std::nullopt;
}

}  // namespace

Verdict object_to(const Effect& effect, Facts& facts, const GitCore& git, const Settings& settings,
                  const Accounted& accounted) {
  const Heads& heads = facts.heads();
  if (!heads.main || !heads.develop || !heads.queue) return moved("a branch that the pass needs is gone");
  if (is_push(effect.kind) && effect.expected != heads.of(*effect.ref)) {
    return moved("the branch " + facts.branches().of(*effect.ref) + " moved since it was read");
  }
  switch (effect.kind) {
    case Kind::push_stroke:
      return object_to_stroke(effect, facts, git);
    case Kind::push_window:
      return object_to_window(effect, facts, git, settings);
    case Kind::open:
      return object_to_open(effect, facts, git, settings);
    case Kind::merge:
      return object_to_release(effect, facts, git, settings);
    case Kind::push_fold:
      return object_to_fold(effect, facts, git, settings);
    case Kind::push_cut:
      return object_to_cut(effect, facts, git);
    case Kind::push_repair:
      return object_to_repair(effect, facts, git);
    case Kind::push_rewrite:
      return object_to_rewrite(effect, heads, git, accounted);
    case Kind::ask:
      return object_to_ask(effect, facts, settings);
    default:
      return std::nullopt;
  }
}

}  // namespace sluice::effects
