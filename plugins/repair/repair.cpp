#include "repair.hpp"

#include "red.hpp"
#include "settings.hpp"
#include "sluice/attempt.hpp"
#include "sluice/inert.hpp"
#include "sluice/marker.hpp"
#include "sluice/say.hpp"
#include "sluice/standing.hpp"
#include "trailer.hpp"
#include "trial.hpp"
#include "words.hpp"

namespace sluice::repair {
namespace {

/// A red main, and what is known of it.
struct Case {
  Sha main;
  std::string branch;  ///< Its name, for sentences.
  Red red;
  std::int64_t stacked = 0;

  std::string name() const { return branch + " at " + say::brief(main); }
  std::string what() const { return name() + " is red: " + reason_of(red); }
};

/// An alert says no commit. It is of this one once the workflows have read it; before, it may be of one that
/// a repair has mended already.
std::vector<Alert> alerts_of(const Pass& pass, const Settings& settings, const std::vector<Run>& runs) {
  if (!settings.alerts || !all_completed(runs, settings.workflows)) return {};
  const Alerts alerts = pass.facts.alerts();
  if (!alerts.on) pass.host.info("the forge shows no code-scanning alerts here");
  return alerts.alerts;
}

/// Main's head and its first parents, as far as repairs may be counted.
std::vector<CommitInfo> top_of(const Pass& pass, const Sha& main, std::int64_t at_most) {
  std::vector<CommitInfo> top;
  for (Sha at = main; std::ssize(top) < at_most; at = top.back().parents.front()) {
    top.push_back(pass.git.log({at}).front());
    if (top.back().parents.empty()) break;
  }
  return top;
}

std::optional<Case> red_main(const Pass& pass, const Settings& settings) {
  const Sha main = standing(pass).main;
  const auto runs = pass.facts.runs(main);
  const auto red = red_of(runs, settings.workflows, alerts_of(pass, settings, runs));
  if (!red) return std::nullopt;
  const auto repairs = stacked(top_of(pass, main, settings.attempts), pass.snapshot.basis);
  return Case{main, say::line(pass.snapshot.branches.main), *red, repairs};
}

Task task_of(const Case& red, const Settings& settings) {
  return {.step = "repair",
          .agent = "repair",
          .key = red.main,
          .pull = {},
          .commit = red.main,
          .what = "repair " + red.name(),
          .cap = settings.attempts - red.stacked};
}

Outcome leave_to_a_person(Pass& pass, const Case& red, std::int64_t failed) {
  std::string why = say::counted(failed, "attempt") + " to repair it failed";
  if (red.stacked > 0) why += ", and " + say::counted(red.stacked, "repair") + " in a row left it red";
  const std::string reason = red.what() + "; it is left to a person: " + why;
  if (pass.snapshot.dry_run) return Outcome::go_on(reason);
  const auto told = pass.effects.comment_commit(
      red.main, Marker{"repair-exhausted", {{"commit", red.main}}}.line(), notice_of(red.branch, why));
  if (!told.done()) pass.host.warn("nobody could be told of it: " + told.reason);
  return Outcome::go_on(reason);
}

Outcome push(Pass& pass, const Case& red, const Sha& repair, const std::string& how) {
  const Receipt receipt = pass.effects.push("push.repair", red.main, repair);
  if (receipt.kind == Receipt::Kind::stale)
    return Outcome::idle(red.branch + " moved while it was repaired: " + receipt.reason).wake(60);
  if (!receipt.done()) return Outcome::red("the repair of " + red.name() + " was refused: " + receipt.reason);
  return Outcome::end("Repaired " + red.name() + " as " + say::brief(repair) + ": " + how);
}

Job job_of(const Pass& pass, const Case& red, const std::optional<CommandEnd>& broken) {
  Job job{red.main, trailer(red.main, pass.snapshot.basis), {}, red.red.alerts, broken};
  for (const auto& run : red.red.runs) job.runs.push_back({run, pass.facts.run_log(run.id)});
  return job;
}

/// The session's commit, judged; or what is wrong.
std::optional<std::string> prove(Pass& pass, const Settings& settings, const Case& red, const WorkTree& tree,
                                 Sha& repair) {
  const Left left = tree.look();
  if (auto fault = unfinished(left)) return fault;
  if (auto fault = tree.take(*left.head)) return fault;
  if (auto fault = objection(pass.git.log(red.main, *left.head), red.main, pass.snapshot.basis)) return fault;
  if (auto fault = red_over(pass, settings, *left.head)) return fault;
  repair = *left.head;
  return std::nullopt;
}

Outcome by_session(Pass& pass, const Settings& settings, const Case& red, const WorkTree& tree,
                   const std::optional<CommandEnd>& broken) {
  tree.reset(red.main);
  Sha repair;
  const auto attempted =
      attempt(pass, task_of(red, settings), tree, prompt_for(settings, job_of(pass, red, broken)),
              [&] { return prove(pass, settings, red, tree, repair); });
  switch (attempted.kind) {
    case Attempted::Kind::proved:
      return push(pass, red, repair, "by an agent, and every check is green");
    case Attempted::Kind::failed:
      return Outcome::idle("an attempt to repair " + red.name() + " failed: " + attempted.reason)
          .wake(attempted.wake_after.value_or(60));
    case Attempted::Kind::waiting:
    case Attempted::Kind::exhausted:
      break;
  }
  return Outcome::go_on(red.what() + "; its repair waits: " + attempted.reason)
      .wake(attempted.wake_after.value_or(60));
}

Outcome mend(Pass& pass, const Settings& settings, const Case& red) {
  const WorkTree tree(pass.host, {.at = red.main});
  const auto broken = broken_install(tree, settings);
  const auto made = broken ? std::nullopt : regenerate(pass, settings, tree, red.main);
  if (!made) return by_session(pass, settings, red, tree, broken);
  const Sha repair =
      pass.git.commit(made->tree, {red.main},
                      message_of(red.main, trailer(red.main, pass.snapshot.basis), red.red, made->paths));
  return push(pass, red, repair, "regenerated, and every check is green");
}

}  // namespace

Outcome Repair::run(Pass& pass) {
  const auto settings = Settings::read(pass.config);
  if (settings.workflows.empty()) return Outcome::go_on("no workflow is watched");
  const auto red = red_main(pass, settings);
  if (!red) return Outcome::go_on(say::line(pass.snapshot.branches.main) + " is not red");
  const Turn turn = turn_of(pass, task_of(*red, settings));
  if (turn.kind == Turn::Kind::exhausted) return leave_to_a_person(pass, *red, turn.ledger.failed);
  if (turn.kind == Turn::Kind::waiting)
    return Outcome::go_on(red->what() + "; its repair waits: " + turn.reason)
        .wake(turn.wake_after.value_or(60));
  if (pass.snapshot.dry_run) return Outcome::go_on(red->what() + "; it would be repaired");
  return mend(pass, settings, *red);
}

}  // namespace sluice::repair
