// host queue push.

#include "host/cli/queue_commands.hpp"
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

Json id_or_null(const std::optional<git::Oid>& id) {
  return id ? Json(id->hex()) : Json(nullptr);
}

Json describe(const queue::Side& side, const git::Oid& id) {
  return {{"sha", id.hex()}, {"subject", json_bytes(side.git().history.commit(id).subject())}};
}

Json document_of(const queue::Side& side, const Pushed& pushed) {
  Json carried = Json::array(), dropped = Json::array();
  for (const auto& one : pushed.plan.carried) {
    carried.push_back(describe(side, one.id));
    carried.back()["as"] = one.made.hex();
  }
  for (const auto& one : pushed.plan.dropped) {
    dropped.push_back(describe(side, one.id));
    dropped.back()["verdict"] = queue::name(one.verdict);
    dropped.back()["by"] = id_or_null(one.by);
    dropped.back()["why"] = json_bytes(one.why);
  }
  Json conflict = nullptr;
  if (const auto& found = pushed.plan.conflict) {
    conflict = describe(side, found->commit);
    conflict["onto"] = found->onto.hex();
    conflict["paths"] = Json::array();
    for (const auto& path : found->paths) conflict["paths"].push_back(json_bytes(path));
  }
  const bool goes = pushed.kind != Kind::refused;
  return {{"schema", 1},
          {"outcome", word_of(pushed.kind)},
          {"dry_run", pushed.would},
          {"queue", json_bytes(side.names().queue)},
          {"before", id_or_null(pushed.before)},
          {"remote_before", id_or_null(pushed.remote_before)},
          {"head", goes && pushed.before ? Json(pushed.plan.target.hex()) : Json(nullptr)},
          {"carried", carried},
          {"dropped", dropped},
          {"conflict", conflict}};
}

std::string headline(const queue::Side& side, const Pushed& pushed, const Paint& paint) {
  const std::string queue = shown(side.names().queue), at = pushed.plan.target.brief();
  switch (pushed.kind) {
    case Kind::pushed: {
      const auto count = pushed.plan.carried.size();
      return paint.good(pushed.would ? "would push " : "pushed ") + std::to_string(count) +
             (count == 1 ? " commit" : " commits") + " to " + queue + ", " +
             (pushed.would ? "from " : "now at ") +
             (pushed.would ? (pushed.remote_before ? pushed.remote_before->brief() : "nothing") : at) + "\n";
    }
    case Kind::followed:
      return paint.good(pushed.would ? "nothing to push; would follow " : "nothing to push; followed ") +
             queue + " of " + shown(side.remote_name()) + " to " + at + "\n";
    case Kind::nothing:
      return "nothing to push: " + queue + " is at " + at + " here and there\n";
    case Kind::left:
      return paint.good("pushed ") + std::to_string(pushed.plan.carried.size()) + " to " + queue +
             ", now at " + at + "\n";
    case Kind::refused:
      break;
  }
  return {};
}

std::string text_of(const queue::Side& side, const Pushed& pushed, const Paint& paint) {
  std::string text = headline(side, pushed, paint);
  const auto line = [&](const char* what, const git::Oid& id, const std::string& rest) {
    text += std::string("  ") + what + " " + id.brief() + rest + "  " +
            shown(side.git().history.commit(id).subject(), 100);
  };
  if (pushed.kind != Kind::refused) {
    for (const auto& one : pushed.plan.carried) {
      line("carried", one.id, one.made == one.id ? "" : " as " + one.made.brief());
      text += "\n";
    }
  }
  for (const auto& one : pushed.plan.dropped) {
    line("dropped", one.id, "");
    text += paint.faint(": " + shown(one.why)) + "\n";
  }
  return text;
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
