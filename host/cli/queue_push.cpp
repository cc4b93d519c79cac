// host queue push.

#include "host/cli/queue_commands.hpp"
#include "host/cli/queue_words.hpp"
#include "host/queue/push.hpp"

namespace sluice::cli {
namespace {

using queue::Pushed;
using Kind = Pushed::Kind;

std::string_view word_of(Kind kind) {
  switch (kind) {
    case Kind::pushed:
      return "pushed";
    case Kind::followed:
      return "followed";
    case Kind::nothing:
      return "nothing";
    case Kind::refused:
      return "refused";
    case Kind::left:
      break;
  }
  return "left";
}

Json document_of(const queue::Side& side, const Pushed& pushed) {
  const bool goes = pushed.kind != Kind::refused;
  Json document = {{"schema", 1},
                   {"outcome", word_of(pushed.kind)},
                   {"dry_run", pushed.would},
                   {"queue", json_bytes(side.names().queue)},
                   {"before", id_or_null(pushed.before)},
                   {"remote_before", id_or_null(pushed.remote_before)},
                   {"head", goes && pushed.before ? Json(pushed.plan.target.hex()) : Json(nullptr)}};
  add_plan(document, side, pushed.plan);
  return document;
}

std::string headline(const queue::Side& side, const Pushed& pushed, const Paint& paint) {
  const std::string queue = shown(side.names().queue), at = pushed.plan.target.brief();
  switch (pushed.kind) {
    case Kind::pushed: {
      const std::string count = counted(pushed.plan.carried.size(), "commit");
      if (!pushed.would) return paint.good("pushed ") + count + " to " + queue + ", now at " + at + "\n";
      return paint.good("would push ") + count + " to " + queue + "\n";
    }
    case Kind::followed:
      return paint.good(pushed.would ? "nothing to push; would follow " : "nothing to push; followed ") +
             queue + " of " + shown(side.remote_name()) + " to " + at + "\n";
    case Kind::nothing:
      return "nothing to push: " + queue + " is at " + at + " here and there\n";
    case Kind::left:
      return paint.good("pushed ") + counted(pushed.plan.carried.size(), "commit") + " to " + queue +
             ", now at " + at + "\n";
    case Kind::refused:
      break;
  }
  return {};
}

std::string text_of(const queue::Side& side, const Pushed& pushed, const Paint& paint) {
  std::string text = headline(side, pushed, paint);
  if (pushed.kind != Kind::refused) text += carried_lines(side, pushed.plan);
  return text + dropped_lines(side, pushed.plan, paint);
}

QueueAnswer push(const QueueRun& run) {
  queue::Side side(run.pipeline.repository, run.side);
  const auto pushed = queue::push(side, [&](const std::string& line) { run.say(line); });
  QueueAnswer answer{document_of(side, pushed), text_of(side, pushed, run.paint), exit_done};
  if (!pushed.reason.empty()) {
    answer.document["reason"] = json_bytes(
        pushed.kind == Kind::left ? "it is pushed, but the local branch stayed behind: " + pushed.reason +
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
      .does([options] { return run_queue_verb(*options, push); });
}

}  // namespace sluice::cli
