// host queue status: what a dry pass decides on every commit of the queue, and how the clone stands to it.
// The pass itself answers, not a second reading of its rules that could come to differ from it.

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "host/cli/queue_commands.hpp"
#include "host/cli/queue_words.hpp"
#include "host/engine/pass.hpp"
#include "host/journal/explanation.hpp"
#include "host/process/temporary_folder.hpp"
#include "host/queue/local.hpp"
#include "host/queue/notice.hpp"

namespace sluice::cli {
namespace {

/// What the next pass would do, and what it says of each commit.
struct Forecast {
  report::PassReport report;
  journal::Explanation explanation;
};

Forecast forecast(const QueueRun& run) {
  const process::TemporaryFolder folder;
  const auto file = folder.path() / "pass.jsonl";
  std::ostringstream unread;
  report::Terminal terminal(unread, {}, journal::Redaction::of_this_process());
  Forecast forecast;
  {
    journal::Journal journal(file);
    engine::PassOptions options;
    options.repository = run.side.repository;
    options.dry_run = true;
    options.now = run.side.now;
    forecast.report = engine::run_pass(run.pipeline, options, &journal, terminal);
  }
  forecast.explanation = journal::explain(journal::read(file).back());
  return forecast;
}

/// Commits of the queue as it stands at the remote, those that a dry run only would have made under their old
/// ids.
std::vector<git::Oid> as_they_stand(const Forecast& forecast) {
  std::vector<git::Oid> ids;
  for (const auto& commit : forecast.explanation.commits) {
    if (auto id = git::Oid::parse(commit.was.empty() ? commit.sha : commit.was)) ids.push_back(*id);
  }
  return ids;
}

struct Standing {
  Forecast forecast;
  std::map<std::string, queue::HeldNotice> notices;  ///< By the id that the remote's queue holds.
  queue::Local local;
  snapshot::Heads heads;
};

std::string standing_id(const journal::CommitLine& commit) {
  return commit.was.empty() ? commit.sha : commit.was;
}

bool is_owed(const journal::CommitLine& commit) {
  return commit.verdict != "shed";
}

std::size_t count_of(const Standing& standing, std::string_view verdict) {
  return static_cast<std::size_t>(std::ranges::count_if(
      standing.forecast.explanation.commits, [&](const auto& commit) { return commit.verdict == verdict; }));
}

Json commit_document(const Standing& standing, const journal::CommitLine& commit) {
  Json line = {{"sha", standing_id(commit)},
               {"subject", commit.subject},
               {"verdict", commit.verdict},
               {"why", commit.why},
               {"notice", nullptr}};
  if (const auto found = standing.notices.find(standing_id(commit)); found != standing.notices.end()) {
    line["notice"] = {
        {"on", found->second.on.hex()}, {"at", found->second.at}, {"text", json_bytes(found->second.body)}};
  }
  return line;
}

Json local_document(const queue::Side& side, const Standing& standing) {
  const auto& local = standing.local;
  Json waiting = Json::array();
  for (const auto& id : local.plan.owed) {
    waiting.push_back({{"sha", id.hex()}, {"subject", json_bytes(side.git().history.commit(id).subject())}});
  }
  return {{"head", local.head ? Json(local.head->hex()) : Json(nullptr)},
          {"level", local.level(standing.heads.queue)},
          {"unpushed", waiting},
          {"in_the_way", local.in_the_way ? json_bytes(*local.in_the_way) : Json(nullptr)}};
}

Json status_document(const queue::Side& side, const Standing& standing) {
  Json owed = Json::array(), shed = Json::array();
  for (const auto& commit : standing.forecast.explanation.commits) {
    (is_owed(commit) ? owed : shed).push_back(commit_document(standing, commit));
  }
  const auto& report = standing.forecast.report;
  Json window = nullptr;
  if (report.window) {
    window = {{"fixes", report.window->fixes},
              {"commits", report.window->commits},
              {"files", report.window->files},
              {"cap", report.window->cap},
              {"cap_from", report.window->cap_from}};
  }
  return {{"schema", 1},
          {"outcome", "status"},
          {"queue", json_bytes(side.names().queue)},
          {"head", standing.heads.queue ? Json(standing.heads.queue->hex()) : Json(nullptr)},
          {"owed", owed},
          {"shed", shed},
          {"window", window},
          {"next_pass", standing.forecast.explanation.outcome},
          {"waits_on", json_bytes(report.reason)},
          {"wake", report.wake ? Json(*report.wake) : Json(nullptr)},
          {"local", local_document(side, standing)}};
}

std::string status_line(const Standing& standing, const journal::CommitLine& commit, const Paint& paint) {
  std::string word = commit.verdict;
  word.resize(std::max<std::size_t>(word.size(), 9), ' ');
  const bool noticed = standing.notices.contains(standing_id(commit));
  std::string line = "  " + (commit.verdict == "held" || noticed ? paint.bad(word)
                             : commit.verdict == "window"        ? paint.good(word)
                                                                 : word);
  line += " " + standing_id(commit).substr(0, 10) + "  " + safe_text(commit.subject, 100) +
          paint.faint(": " + safe_text(commit.why, 400)) + "\n";
  if (noticed) line += paint.bad("            held; `host queue held` says what to do") + "\n";
  return line;
}

std::string local_lines(const queue::Side& side, const Standing& standing) {
  const auto& local = standing.local;
  const std::string queue = safe_text(side.names().queue);
  if (!local.head) return "here: no branch " + queue + " yet (`git switch " + queue + "` makes it)\n";
  if (local.level(standing.heads.queue)) return "here: level with the remote\n";
  std::string text = "here: ";
  const auto owed = local.plan.owed.size();
  text += owed == 0 ? "nothing to push, but the remote's queue is elsewhere: `host queue push` follows it\n"
                    : std::to_string(owed) + (owed == 1 ? " commit" : " commits") +
                          " not pushed yet: `host queue push`\n";
  if (local.plan.conflict) {
    text += "  " + named(side, local.plan.conflict->commit) + " conflicts with the remote's queue in " +
            queue::listed(local.plan.conflict->paths) + "\n";
  }
  if (local.plan.knot) text += "  the merge " + named(side, local.plan.knot->merge) + " is in the way\n";
  if (local.in_the_way) text += "  not now: " + *local.in_the_way + "\n";
  return text;
}

std::string status_text(const queue::Side& side, const Standing& standing, const Paint& paint) {
  const auto& commits = standing.forecast.explanation.commits;
  const auto owed = static_cast<std::size_t>(std::ranges::count_if(commits, is_owed));
  std::string text =
      paint.bold(safe_text(side.names().queue)) +
      (standing.heads.queue ? " at " + standing.heads.queue->brief() : " is not at the remote") + ": " +
      std::to_string(owed) + " owed, " + std::to_string(count_of(standing, "claimed")) + " claimed, " +
      std::to_string(standing.notices.size()) + " held\n";
  for (const auto& commit : commits) {
    if (is_owed(commit)) text += status_line(standing, commit, paint);
  }
  const auto& report = standing.forecast.report;
  if (const auto& window = report.window) {
    text += "next window: " +
            (window->fixes == 0
                 ? ""
                 : std::to_string(window->fixes) + (window->fixes == 1 ? " fix and " : " fixes and ")) +
            some(window->commits, "commit") + ", " + std::to_string(window->files) + " of " +
            some(static_cast<std::size_t>(window->cap), "file") + " (" + safe_text(window->cap_from) + ")\n";
  } else {
    text += "next window: none yet\n";
  }
  if (!report.reason.empty()) text += "the next pass: " + safe_text(report.reason, 600) + "\n";
  return text + local_lines(side, standing);
}

QueueAnswer run_status(const QueueRun& run) {
  auto options = run.side;
  options.dry_run = true;
  queue::Side side(run.pipeline.repository, options);
  Standing standing{forecast(run), {}, {}, side.fetch()};
  const auto forge = run.forge(side);
  std::vector<git::Oid> there;
  for (const auto& id : as_they_stand(standing.forecast)) {
    if (side.git().store.contains(id)) there.push_back(id);
  }
  for (auto& notice : queue::held_notices(side, *forge, there)) {
    standing.notices.emplace(notice.commit.hex(), std::move(notice));
  }
  standing.local = queue::look_locally(side, standing.heads);
  return {status_document(side, standing), status_text(side, standing, run.paint), exit_done};
}

}  // namespace

void add_queue_status(Verb& family) {
  auto options = std::make_shared<QueueOptions>();
  auto verb = family.verb(
      "status",
      "What the queue owes, claims and holds, what the next window carries, and what waits on what");
  options->declare(verb, false);
  verb.examples(
          "  host queue status\n"
          "  host queue status --json | jq '.owed[] | select(.notice)'\n"
          "A dry pass answers: it writes nothing, and says of every commit what the next pass would decide.")
      .does([options] { return run_queue_verb(*options, run_status); });
}

}  // namespace sluice::cli
