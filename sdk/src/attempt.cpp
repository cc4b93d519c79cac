#include "sluice/attempt.hpp"

#include "answer.hpp"
#include "sluice/inert.hpp"
#include "sluice/say.hpp"
#include "sluice/standing.hpp"

namespace sluice {

namespace {

constexpr std::int64_t retry_wake = 60, outage_wake = 300;
constexpr std::int64_t most_silent = 3;  // Ends without a word in a row, before a person must look.

/// The agent program that does a task.
struct Program {
  std::string name;  ///< As limits call it.
  std::int64_t seconds;
  std::string not_now = {};  ///< Why it would not be started now.
  std::int64_t wake = retry_wake;
};

Program program_of(const Pass& pass, const Task& task) {
  const auto program = ask(pass.host, "session.agent", {{"step", task.agent}}, [](const Json& answer) {
    const Json& agent = answer.at("agent");
    if (agent.is_null()) return std::optional<Program>();
    Program found{agent.at("name"), agent.at("seconds")};
    if (const Json& why = answer.at("not_now"); !why.is_null()) {
      found.not_now = why.at("reason");
      found.wake = why.at("wake_after");
    }
    return std::optional<Program>(found);
  });
  if (!program)
    throw RedError("there is no agent program to " + task.what +
                   ": the pipeline has no [agent] and no [agent." + task.agent + "]");
  return *program;
}

std::optional<bool> is_alive(const Host& host, const std::string& pass) {
  return ask(host, "session.alive", {{"pass", pass}},
             [](const Json& answer) { return maybe<bool>(answer, "alive"); });
}

AttemptKey key_of(const Pass& pass, const Task& task) {
  const std::string& basis = pass.snapshot.basis;
  return {task.step, task.key, task.against.empty() ? basis : basis + "+" + task.against};
}

std::vector<Comment> conversation(const Pass& pass, const Task& task) {
  if (task.pull) return pass.facts.comments(*task.pull);
  auto comments = pass.facts.commit_comments(task.commit.value());
  for (const auto& sha : task.once) {
    if (sha == task.commit) continue;
    const auto more = pass.facts.commit_comments(sha);
    comments.insert(comments.end(), more.begin(), more.end());
  }
  return comments;
}

/// Where a limit is remembered: every role that uses that agent looks there.
struct LimitPlace {
  std::optional<std::int64_t> release;
  Sha main;
};

LimitPlace limit_place(const Pass& pass) {
  const auto releases = pass.facts.releases();
  const Sha main = standing(pass).main;
  if (releases.empty()) return {std::nullopt, main};
  return {releases.front().number, main};
}

/// A release that opened since the limit was said, or a main that moved, hides no limit: both are read.
std::optional<Time> limit_standing(const Pass& pass, const std::string& agent) {
  const auto& snapshot = pass.snapshot;
  std::optional<Time> until;
  const auto look = [&](const std::vector<Comment>& comments) {
    const auto found = limit_of(comments, snapshot.viewer, agent, snapshot.now);
    if (found && (!until || *found > *until)) until = found;
  };
  const auto releases = pass.facts.releases();
  for (std::size_t i = 0; i < releases.size() && i < 2; ++i) look(pass.facts.comments(releases[i].number));
  look(pass.facts.commit_comments(standing(pass).main));
  return until;
}

void remember_limit(Pass& pass, const std::string& agent, Time until) {
  const auto place = limit_place(pass);
  const std::string marker = limit_marker(agent, until).line();
  const std::string body =
      "The agent program " + inert_span(agent) +
      " is at its limit. Until it lifts, nothing that it does is tried, and nothing is counted.\n";
  const auto receipt = place.release ? pass.effects.comment(*place.release, marker, body)
                                     : pass.effects.comment_commit(place.main, marker, body);
  if (!receipt.done()) pass.host.warn("the limit of " + agent + " could not be kept: " + receipt.reason);
}

/// One attempt's comment, written anew with each state. One that came to nothing lends its comment to the
/// next.
class Entry {
 public:
  Entry(Pass& pass, const Task& task, const Ledger& ledger, Time until)
      : pass_(pass),
        task_(task),
        mark_{key_of(pass, task), ledger.last + 1, AttemptState::started, {}, until} {
    if (ledger.unused) {
      recorded_ = ledger.unused->marker().line();
      mark_.n = ledger.unused->n;
      mark_.silent = ledger.unused->silent;
    }
    mark_.pass = pass.snapshot.pass;
  }

  /// Not done where nothing could be recorded: then nothing may be tried.
  Receipt record(AttemptState state, const std::string& how) {
    mark_.state = state;
    const std::string marker = mark_.marker().line();
    const std::string body = within_limit("Attempt " + std::to_string(mark_.n) + " to " +
                                          inert_span(task_.what) + " " + how + "\n");
    auto receipt = task_.pull ? pass_.effects.comment(*task_.pull, marker, body, recorded_)
                              : pass_.effects.comment_commit(task_.commit.value(), marker, body, recorded_);
    if (receipt.done()) recorded_ = marker;
    return receipt;
  }

  void close(AttemptState state, const std::string& how) {
    const auto receipt = record(state, how);
    if (!receipt.done()) pass_.host.warn("how an attempt ended could not be recorded: " + receipt.reason);
  }

  /// How many times in a row, this one included, the program ended without a word.
  std::int64_t was_silent() { return ++mark_.silent; }
  void spoke() { mark_.silent = 0; }

 private:
  Pass& pass_;
  const Task& task_;
  AttemptMark mark_;
  std::string recorded_;  ///< The marker of the comment that is to be edited; empty: a new one is posted.
};

Attempted waiting(std::string reason, std::int64_t wake) {
  return {Attempted::Kind::waiting, std::move(reason), wake};
}

Attempted failed(Entry& entry, const std::string& why) {
  entry.close(AttemptState::failed, "failed: " + inert_span(why));
  return {Attempted::Kind::failed, why, retry_wake};
}

Attempted limited(Pass& pass, Entry& entry, const Program& program, const Ended& ended) {
  entry.close(AttemptState::voided, "came to nothing and does not count: the agent program is at its limit.");
  const Time until = ended.lifts_at.value_or(pass.snapshot.now + 3600);
  remember_limit(pass, program.name, until);
  return waiting(ended.reason, std::max<std::int64_t>(until - pass.snapshot.now, retry_wake));
}

/// Nobody's attempt; but a program that never says a word is somebody's to look at.
Attempted not_started(Entry& entry, const Task& task, const Ended& ended) {
  const auto silent = ended.missing ? 0 : entry.was_silent();
  entry.close(AttemptState::voided,
              "came to nothing and does not count: the agent program did not start to work (" +
                  inert_span(ended.reason) + ").");
  if (ended.missing) throw RedError(ended.reason);
  if (silent >= most_silent) {
    throw RedError("the agent program was to " + task.what + " and ended without a word " +
                   std::to_string(silent) + " times in a row: " + ended.reason +
                   "; run its command by hand ([agent] in the pipeline names it)");
  }
  return waiting(ended.reason, outage_wake);
}

Attempted judge(Pass& pass, const Task& task, Entry& entry, const Program& program, const Ended& ended,
                const Proof& proof) {
  if (ended.kind != Ended::Kind::not_started) entry.spoke();
  switch (ended.kind) {
    case Ended::Kind::not_started:
      return not_started(entry, task, ended);
    case Ended::Kind::limited:
      return limited(pass, entry, program, ended);
    case Ended::Kind::failed:
      return failed(entry, ended.reason);
    case Ended::Kind::finished:
      break;
  }
  if (const auto fault = proof()) return failed(entry, *fault);
  entry.close(AttemptState::done, "succeeded.");
  return {Attempted::Kind::proved, "", std::nullopt};
}

Attempted not_free(const Turn& turn) {
  const auto kind =
      turn.kind == Turn::Kind::exhausted ? Attempted::Kind::exhausted : Attempted::Kind::waiting;
  return {kind, turn.reason, turn.wake_after};
}

}  // namespace

Turn turn_of(const Pass& pass, const Task& task) {
  const Program program = program_of(pass, task);
  const Time now = pass.snapshot.now;
  const Ledger ledger = read_ledger(conversation(pass, task), pass.snapshot.viewer, key_of(pass, task), now,
                                    [&pass](const std::string& name) { return is_alive(pass.host, name); });
  if (ledger.under_way)
    return {Turn::Kind::waiting, "another pass is at work to " + task.what, retry_wake, ledger};
  if (ledger.failed >= task.cap) {
    return {Turn::Kind::exhausted,
            say::counted(ledger.failed, "attempt") + " to " + task.what + " failed",
            {},
            ledger};
  }
  if (const auto until = limit_standing(pass, program.name)) {
    return {Turn::Kind::waiting, "the agent program " + program.name + " is at its limit", *until - now,
            ledger};
  }
  if (!program.not_now.empty()) return {Turn::Kind::waiting, program.not_now, program.wake, ledger};
  return {Turn::Kind::free, "", {}, ledger};
}

Attempted attempt(Pass& pass, const Task& task, const WorkTree& tree, const std::string& prompt,
                  const Proof& proof) {
  const Turn turn = turn_of(pass, task);
  if (turn.kind != Turn::Kind::free) return not_free(turn);
  if (pass.snapshot.dry_run) return waiting("a dry run starts no agent", retry_wake);
  const Program program = program_of(pass, task);
  Entry entry(pass, task, turn.ledger, pass.snapshot.now + program.seconds + outage_wake);
  const auto begun = entry.record(AttemptState::started, "is under way.");
  if (begun.kind == Receipt::Kind::refused) {
    throw RedError("an attempt to " + task.what + " cannot be recorded, so none is made: " + begun.reason +
                   "; let this account comment there");
  }
  if (!begun.done()) return waiting("the attempt could not be recorded: " + begun.reason, retry_wake);
  const auto start = tree.start(task.agent, prompt);
  if (!start.session) {
    entry.close(AttemptState::voided, "came to nothing and does not count: " + inert_span(start.reason));
    return waiting(start.reason, start.wake_after.value_or(retry_wake));
  }
  return judge(pass, task, entry, program, tree.wait(*start.session), proof);
}

Attempted count_failure(Pass& pass, const Task& task, const std::string& why) {
  const Turn turn = turn_of(pass, task);
  if (turn.kind == Turn::Kind::exhausted || turn.ledger.under_way) return not_free(turn);
  Entry entry(pass, task, turn.ledger, pass.snapshot.now);
  return failed(entry, why);
}

}  // namespace sluice
