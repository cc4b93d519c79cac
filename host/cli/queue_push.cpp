// host queue push.

#include "host/cli/queue_commands.hpp"
#include "host/cli/queue_words.hpp"
#include "host/queue/push.hpp"

namespace sluice::cli {
namespace {

using queue::Pushed;

std::string_view pushed_word(Pushed::Kind kind) {
  switch (kind) {
    case Pushed::Kind::pushed:
      return "pushed";
    case Pushed::Kind::followed:
      return "followed";
    case Pushed::Kind::nothing:
      return "nothing";
    case Pushed::Kind::refused:
      return "refused";
    case Pushed::Kind::left:
      break;
  }
  return "left";
}

Json pushed_document(const queue::Side& side, const Pushed& pushed) {
  const bool goes = pushed.kind != Pushed::Kind::refused;
  Json document = {{"schema", 1},
                   {"outcome", pushed_word(pushed.kind)},
                   {"dry_run", pushed.would},
                   {"queue", json_bytes(side.names().queue)},
                   {"before", id_or_null(pushed.before)},
                   {"remote_before", id_or_null(pushed.remote_before)},
                   {"head", goes && pushed.before ? Json(pushed.plan.target.hex()) : Json(nullptr)}};
  add_plan(document, side, pushed.plan);
  return document;
}

std::string pushed_headline(const queue::Side& side, const Pushed& pushed, const Paint& paint) {
  const std::string queue = safe_text(side.names().queue), at = pushed.plan.target.brief();
  switch (pushed.kind) {
    case Pushed::Kind::pushed: {
      const std::string count = some(pushed.plan.carried.size(), "commit");
      if (!pushed.would) return paint.good("pushed ") + count + " to " + queue + ", now at " + at + "\n";
      return paint.good("would push ") + count + " to " + queue + "\n";
    }
    case Pushed::Kind::followed:
      return paint.good(pushed.would ? "nothing to push; would follow " : "nothing to push; followed ") +
             queue + " of " + safe_text(side.remote_name()) + " to " + at + "\n";
    case Pushed::Kind::nothing:
      return "nothing to push: " + queue + " is at " + at + " here and there\n";
    case Pushed::Kind::left:
      return paint.good("pushed ") + some(pushed.plan.carried.size(), "commit") + " to " + queue +
             ", now at " + at + "\n";
    case Pushed::Kind::refused:
      break;
  }
  return {};
}

std::string pushed_text(const queue::Side& side, const Pushed& pushed, const Paint& paint) {
  std::string text = pushed_headline(side, pushed, paint);
  if (pushed.kind != Pushed::Kind::refused) text += carried_lines(side, pushed.plan);
  return text + dropped_lines(side, pushed.plan, paint);
}

QueueAnswer run_push(const QueueRun& run) {
  queue::Side side(run.pipeline.repository, run.side);
  const auto pushed = queue::push(side, [&](const std::string& line) { run.say(line); });
  QueueAnswer answer{pushed_document(side, pushed), pushed_text(side, pushed, run.paint), exit_done};
  if (!pushed.reason.empty()) {
    answer.document["reason"] =
        json_bytes(pushed.kind == Pushed::Kind::left
                       ? "it is pushed, but the local branch stayed behind: " + pushed.reason +
                             "; push again when that is cleared, and it follows"
                       : pushed.reason);
    answer.code = exit_refused;
  }
  return answer;
}

}  // namespace

void add_queue_push(Verb& family) {
  auto options = std::make_shared<QueueOptions>();
  auto verb = family.verb(
      "push",
      "Lay what was committed here on top of the remote's queue, push it, and bring the local branch there");
  options->declare(verb, true);
  verb.examples(
          "  host queue push\n"
          "  host queue push --dry-run\n"
          "  host queue push --json | jq -r .outcome\n"
          "What nobody else has yet is replayed in memory; what already stands upstream is dropped, and "
          "listed with\n"
          "where it stands. With nothing to push the local branch follows the remote's. It is refused, and "
          "nothing\n"
          "moves, while the work tree is dirty, on another branch, or in the middle of a rebase or a merge.")
      .does([options] { return run_queue_verb(*options, run_push); });
}

}  // namespace sluice::cli
