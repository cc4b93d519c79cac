// host queue unmerge and host queue recut: what puts a branch right again.

#include "host/cli/queue_commands.hpp"
#include "host/cli/queue_words.hpp"
#include "host/queue/recut.hpp"
#include "host/queue/unmerge.hpp"

namespace sluice::cli {
namespace {

QueueAnswer run_unmerge(const QueueRun& run) {
  using Kind = queue::Unmerged::Kind;
  queue::Side side(run.pipeline.repository, run.side);
  const auto done = queue::unmerge(side);
  Json merges = Json::array();
  for (const auto& id : done.merges) merges.push_back(describe(side, id));
  QueueAnswer answer;
  answer.document = {{"schema", 1},
                     {"outcome", done.kind == Kind::done      ? "unmerged"
                                 : done.kind == Kind::nothing ? "nothing"
                                                              : "refused"},
                     {"dry_run", run.options.dry_run},
                     {"of", done.remote ? "remote" : "local"},
                     {"before", id_or_null(done.before)},
                     {"head", done.kind == Kind::done ? Json(done.plan.target.hex()) : Json(nullptr)},
                     {"merges", merges}};
  add_plan(answer.document, side, done.plan);
  if (done.kind == Kind::refused) {
    answer.document["reason"] = json_bytes(done.reason);
    answer.code = exit_refused;
    return answer;
  }
  const std::string queue = safe_text(side.names().queue);
  if (done.kind == Kind::nothing) {
    answer.text = "no merge on " + queue + ", here or at the remote\n";
    return answer;
  }
  answer.text = run.paint.good(run.options.dry_run ? "would take " : "took ") +
                some(done.merges.size(), "merge") + " out of " + queue +
                (done.remote ? " at the remote" : " here; `host queue push` pushes it") + "\n" +
                carried_lines(side, done.plan) + dropped_lines(side, done.plan, run.paint);
  return answer;
}

QueueAnswer run_recut(const QueueRun& run) {
  using Kind = queue::Recut::Kind;
  queue::Side side(run.pipeline.repository, run.side);
  const auto forge = run.forge(side);
  const auto done = queue::recut(side, *forge);
  Json owed = Json::array();
  for (const auto& one : done.accounting.accounted) {
    owed.push_back(describe(side, one.id));
    owed.back()["as"] = id_or_null(one.by);
    owed.back()["why"] = json_bytes(one.why);
  }
  QueueAnswer answer;
  answer.document = {{"schema", 1},
                     {"outcome", done.kind == Kind::done ? "recut" : "refused"},
                     {"dry_run", run.options.dry_run},
                     {"release", done.release ? Json(*done.release) : Json(nullptr)},
                     {"develop", id_or_null(done.develop)},
                     {"main", id_or_null(done.main)},
                     {"owed_again", owed}};
  if (done.kind != Kind::done) {
    answer.document["reason"] = json_bytes(done.reason);
    answer.code = exit_refused;
    return answer;
  }
  const auto& names = side.names();
  answer.text = run.paint.good(run.options.dry_run ? "would move " : "moved ") + safe_text(names.develop) +
                " back from " + done.develop->brief() + " to " + safe_text(names.main) + " at " +
                done.main->brief() + "; " + safe_text(names.queue) + " and " + safe_text(names.fixes) +
                " owe its commits again:\n";
  for (const auto& one : done.accounting.accounted) {
    answer.text += "  " + one.id.brief() + "  " +
                   safe_text(side.git().history.commit(one.id).subject(), 100) +
                   run.paint.faint(": " + safe_text(one.why)) + "\n";
  }
  return answer;
}

}  // namespace

void add_queue_rewrites(Verb& family) {
  auto unmerging = std::make_shared<QueueOptions>();
  auto verb = family.verb("unmerge", "Lay the queue in a row again where somebody merged something into it");
  unmerging->declare(verb, true);
  verb.examples(
          "  host queue unmerge --dry-run\n"
          "  host queue unmerge\n"
          "The queue's own commits are replayed onto what the next window is built on; with develop and main "
          "merged\n"
          "in, the result must be the very tree that the queue comes to now. Pushed under a lease on what "
          "was read.")
      .does([unmerging] { return run_queue_verb(*unmerging, run_unmerge); });

  auto recutting = std::make_shared<QueueOptions>();
  auto again = family.verb(
      "recut", "Move develop back to main, so that the queue owes a closed release's commits again");
  recutting->declare(again, true);
  again
      .examples(
          "  host queue recut --dry-run\n"
          "  host queue recut\n"
          "Only while the newest release is closed unmerged and develop carries its head above main, and "
          "only when\n"
          "the queue or the fixes owe each of its commits again. Pushed under a lease on what was read.")
      .does([recutting] { return run_queue_verb(*recutting, run_recut); });
}

}  // namespace sluice::cli
