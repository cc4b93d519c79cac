#include "host/effects/log.hpp"

#include <csignal>
#include <cstdlib>

#include "host/effects/guards.hpp"
#include "host/snapshot/marked.hpp"

namespace sluice::effects {

namespace {

using snapshot::Facts;

/// A test may ask for the process to die at an effect: SLUICE_KILL_AT is "before:2" or "after:2".
void die_if_asked(const char* when, int effect) {
  const char* asked = std::getenv("SLUICE_KILL_AT");
  if (asked != nullptr && asked == std::string(when) + ":" + std::to_string(effect)) std::raise(SIGKILL);
}

Receipt receipt(Receipt::Kind kind, std::string reason) {
  return {kind, std::move(reason), {}, {}, false, false};
}

Receipt there_already(forge::Id id) {
  auto found = receipt(Receipt::Kind::landed, "it is there already");
  found.number = id;
  return found;
}

std::optional<Receipt> marked(const std::vector<forge::Comment>& comments, const std::string& viewer,
                              const std::string& marker) {
  const auto* found = snapshot::marked(comments, viewer, marker);
  return found != nullptr ? std::optional(there_already(found->id)) : std::nullopt;
}

std::optional<Receipt> replied(const std::vector<forge::Thread>& threads, const Effect& effect,
                               const std::string& viewer) {
  for (const auto& thread : threads) {
    if (thread.comments.empty() || thread.comments.front().id != effect.comment) continue;
    if (!effect.sha) return marked(thread.comments, viewer, effect.marker);
    for (const auto& comment : thread.comments) {
      if (comment.author == viewer && comment.body.find(effect.sha->hex()) != std::string::npos) {
        return there_already(comment.id);
      }
    }
  }
  return std::nullopt;
}

Receipt from_forge(const forge::ForgeError& error) {
  if (error.kind == forge::ForgeError::Kind::outage) throw error;
  auto against =
      receipt(error.kind == forge::ForgeError::Kind::stale ? Receipt::Kind::stale : Receipt::Kind::refused,
              error.what());
  against.disabled = error.kind == forge::ForgeError::Kind::disabled;
  return against;
}

/// Ours of that marker, open or closed; the receipt against it where issues are switched off.
std::optional<Receipt> opened(Facts& facts, const Effect& effect, const std::string& viewer) {
  try {
    for (const auto& issue : facts.issues()) {
      if (snapshot::carries(issue.author, issue.body, viewer, effect.marker))
        return there_already(issue.number);
    }
  } catch (const forge::ForgeError& error) {
    return from_forge(error);
  }
  return std::nullopt;
}

}  // namespace

Log::Log(GitCore git, forge::Forge& forge, Facts& facts, const Settings& settings, Witness witness)
    : git_(git), forge_(forge), facts_(facts), settings_(settings), witness_(std::move(witness)) {}

Receipt Log::append(const Effect& asked) {
  Effect effect = asked;
  if (effect.kind == Kind::ask) effect.body = settings_.ask_text;
  Receipt result = decide(effect);
  witness_.done(effect, result);
  return result;
}

Receipt Log::decide(const Effect& effect) {
  facts_.viewer();
  if (act_made_ && !may_follow_an_act(effect.kind) && !settings_.dry_run) {
    return receipt(Receipt::Kind::refused,
                   "this pass has made its one act; the next pass goes on from there");
  }
  Facts fresh = facts_.afresh();
  Facts& facts = settings_.dry_run ? facts_ : fresh;
  if (auto found = already(effect, facts)) return *found;
  if (auto objection = object_to(effect, facts, git_, settings_, witness_.accounted)) {
    auto against =
        receipt(objection->stale ? Receipt::Kind::stale : Receipt::Kind::refused, objection->reason);
    if (is_push(effect.kind)) against.at = facts.heads().of(*effect.ref);
    return against;
  }

  witness_.about_to(effect);
  ++applied_;
  die_if_asked("before", applied_);
  Receipt result = settings_.dry_run ? pretend(effect) : apply(effect);
  die_if_asked("after", applied_);
  if (result.done()) {
    facts_.move(effect, result, settings_.now);
    act_made_ = act_made_ || is_act(effect.kind);
  }
  return result;
}

/// An effect whose work is done already: a pass that was killed is finished by the next one, and nothing is
/// posted twice.
std::optional<Receipt> Log::already(const Effect& effect, Facts& facts) const {
  const auto& viewer = facts_.viewer();
  switch (effect.kind) {
    case Kind::comment_pull:
      return marked(facts.comments(effect.pull), viewer, effect.marker);
    case Kind::comment_commit:
      return marked(facts.commit_comments(effect.sha->hex()), viewer, effect.marker);
    case Kind::issue:
      return opened(facts, effect, viewer);
    case Kind::reply:
      return replied(facts.threads(effect.pull), effect, viewer);
    default:
      return std::nullopt;
  }
}

/// A dry run's receipt. A merge gets the commit that it would make, so that the facts can move on to it.
Receipt Log::pretend(const Effect& effect) {
  auto result = receipt(Receipt::Kind::would, "dry run");
  result.later_pass = act_made_ && !may_follow_an_act(effect.kind);
  if (effect.kind == Kind::merge) {
    const auto merge = git_.picker.fold(*facts_.heads().main, effect.head, "Merge the release");
    if (!merge || !merge->made) return receipt(Receipt::Kind::stale, "main conflicts with the release");
    result.at = merge->made;
  }
  return result;
}

Receipt Log::apply(const Effect& effect) {
  if (is_push(effect.kind)) return apply_push(effect);
  try {
    return apply_forge(effect);
  } catch (const forge::ForgeError& error) {
    return from_forge(error);
  }
}

Receipt Log::apply_push(const Effect& effect) {
  const bool rewrite = effect.kind == Kind::push_rewrite;
  const auto pushed = git_.remote.push(
      {facts_.branches().of(*effect.ref), effect.expected, effect.target, rewrite}, git_.history);
  switch (pushed.status) {
    case git::PushResult::Status::landed:
      return receipt(Receipt::Kind::landed, pushed.reason);
    case git::PushResult::Status::refused:
      return receipt(Receipt::Kind::refused, pushed.reason);
    case git::PushResult::Status::stale:
      break;
  }
  auto lost = receipt(Receipt::Kind::stale, pushed.reason);
  lost.at = pushed.at;
  return lost;
}

Receipt Log::apply_forge(const Effect& effect) {
  auto result = receipt(Receipt::Kind::landed, "");
  switch (effect.kind) {
    case Kind::merge: {
      const auto merge = git::Oid::parse(forge_.merge(effect.pull, effect.head.hex()));
      result.at = merge;
      git_.remote.read(facts_.branches().main);
      break;
    }
    case Kind::open:
      result.number =
          forge_.open(facts_.branches().main, facts_.branches().develop, effect.title, effect.body).number;
      break;
    case Kind::comment_pull:
    case Kind::comment_commit:
      result.number = comment(effect);
      break;
    case Kind::issue:
      result.number = forge_.open_issue(effect.title, posted_body(effect)).number;
      break;
    case Kind::ask:
      result.number = forge_.comment(effect.pull, effect.body).id;
      break;
    default:
      result.number = forge_.reply(effect.pull, effect.comment, posted_body(effect)).id;
  }
  return result;
}

/// Posted, or written over the one that it replaces: its id.
forge::Id Log::comment(const Effect& effect) {
  const bool on_pull = effect.kind == Kind::comment_pull;
  const auto body = posted_body(effect);
  if (!effect.replaces.empty()) {
    Facts fresh = facts_.afresh();
    const auto& said = on_pull ? fresh.comments(effect.pull) : fresh.commit_comments(effect.sha->hex());
    if (const auto* old = snapshot::marked(said, facts_.viewer(), effect.replaces)) {
      forge_.edit_comment(old->id, body);
      return old->id;
    }
  }
  return on_pull ? forge_.comment(effect.pull, body).id : forge_.comment_commit(effect.sha->hex(), body).id;
}

}  // namespace sluice::effects
