#include "host/engine/record.hpp"

#include <unordered_map>

#include "host/git/message.hpp"
#include "sluice/abi.h"

namespace sluice::engine {

using report::EffectReport;
using report::StageReport;

namespace {

std::string subject_of(const effects::Effect& effect, const snapshot::Branches& branches) {
  using effects::Kind;
  if (effects::is_push(effect.kind)) {
    return branches.of(*effect.ref) + " " + (effect.expected ? effect.expected->brief() : "(new)") + ".." +
           effect.target.brief();
  }
  if (effect.kind == Kind::open) return branches.develop + " → " + branches.main;
  if (effect.kind == Kind::issue) return effect.title;
  if (effect.kind == Kind::comment_commit) return effect.sha->brief();
  const std::string pull = "#" + std::to_string(effect.pull);
  return effect.kind == Kind::reply ? pull + ", thread of comment " + std::to_string(effect.comment) : pull;
}

Json hex(const std::optional<git::Oid>& id) {
  return id ? Json(id->hex()) : Json(nullptr);
}

std::string_view name(git::Account verdict) {
  constexpr std::array<std::string_view, 6> names = {"ancestor", "copied", "discharged",
                                                     "empty",    "merge",  "reshaped"};
  return names.at(static_cast<std::size_t>(verdict));
}

/// Where develop holds a commit above main: by its own id, or by those that a copy names.
std::unordered_map<git::Oid, git::Oid> carried_by_develop(git::History& history,
                                                          const snapshot::Heads& heads) {
  std::unordered_map<git::Oid, git::Oid> carried;
  for (const auto& id : history.range({*heads.main}, *heads.develop)) {
    carried.insert_or_assign(id, id);
    for (const auto& name : git::read_copies(history.commit(id).message)) carried.emplace(name, id);
  }
  return carried;
}

}  // namespace

Record::Record(const pipeline::Pipeline& pipeline, const snapshot::Branches& branches,
               journal::Journal* journal, report::Terminal& terminal)
    : pipeline_(pipeline), branches_(branches), journal_(journal), terminal_(terminal) {}

void Record::pass_begins(const std::string& repository, bool dry_run) {
  report_.pipeline = pipeline_.name;
  report_.repository = repository;
  report_.dry_run = dry_run;
  if (journal_ != nullptr) report_.journal = journal_->file().string();
  terminal_.pass_started(report_.pipeline, repository, dry_run);
}

void Record::header(Json snapshot, const snapshot::Heads& heads, std::int64_t now) {
  if (journal_ == nullptr) return;
  snapshot["refs"] = {{"main", hex(heads.main)},
                      {"develop", hex(heads.develop)},
                      {"queue", hex(heads.queue)},
                      {"fixes", hex(heads.fixes)}};
  journal::PassLine line;
  line.pipeline = pipeline_.name;
  line.pipeline_file = pipeline_.file.string();
  line.repository = report_.repository;
  line.dry_run = report_.dry_run;
  line.at = now;
  line.snapshot = std::move(snapshot);
  std::set<std::string> seen;
  for (const auto& stage : pipeline_.stages) {
    if (stage.enabled && seen.insert(stage.library.string()).second) {
      line.plugins.push_back({stage.plugin, stage.version, stage.basis, "", stage.library.string()});
    }
  }
  journal_->pass(line);
}

void Record::queue(git::History& history, const snapshot::Heads& heads) {
  if (journal_ == nullptr) return;
  const auto carried = carried_by_develop(history, heads);
  Json commits = Json::array();
  for (const auto& id : history.range({*heads.main}, *heads.queue)) {
    const auto& commit = history.commit(id);
    if (commit.parents.size() > 1) continue;
    Json line = {{"sha", id.hex()}, {"subject", json_bytes(commit.subject())}};
    if (const auto there = carried.find(id); there != carried.end()) line["carried"] = there->second.hex();
    commits.push_back(std::move(line));
  }
  journal_->queue(commits);
}

void Record::stage(const pipeline::Stage& stage, StageReport::Ran ran) {
  StageReport entry{.id = stage.id, .uses = stage.uses, .ran = ran};
  entry.optional = stage.optional;
  report_.stages.push_back(std::move(entry));
  if (ran == StageReport::Ran::ran) terminal_.stage_started(stage.id);
}

void Record::stage_ends(const pipeline::Stage& stage, const Outcome& outcome, double seconds) {
  auto& entry = report_.stages.back();
  entry.outcome = outcome.kind;
  entry.reason = outcome.reason;
  entry.wake_after = outcome.wake_after;
  entry.seconds = seconds;
  if (journal_ != nullptr) journal_->outcome(stage.id, stage.uses, outcome);
  terminal_.stage_ended(entry);
}

void Record::log(int level, std::string_view line) {
  if (level >= SLUICE_LOG_WARN && !report_.stages.empty()) report_.stages.back().notices.emplace_back(line);
  terminal_.line(level, line);
}

void Record::progress(std::string_view what, std::uint64_t done, std::uint64_t total) {
  terminal_.progress(what, done, total);
}

void Record::note(const std::string& stage, const Json& note) {
  const auto verdict = note.at("verdict").get<std::string>();
  for (const auto& commit : note.at("commits")) noted_[verdict].insert(commit.at("sha").get<std::string>());
  if (journal_ != nullptr) journal_->note(stage, verdict, note.at("commits"));
}

void Record::about_to(const effects::Effect& effect) {
  if (journal_ != nullptr) effect_line_ = journal_->effect(running(), effects::describe(effect));
}

void Record::accounted(const git::Accounting& accounting) {
  if (journal_ == nullptr) return;
  Json commits = Json::array();
  for (const auto& each : accounting.accounted) {
    commits.push_back({{"sha", each.id.hex()},
                       {"verdict", std::string(name(each.verdict))},
                       {"by", hex(each.by)},
                       {"why", each.why}});
  }
  for (const auto& each : accounting.lost) {
    commits.push_back({{"sha", each.id.hex()}, {"verdict", "lost"}, {"by", nullptr}, {"why", each.why}});
  }
  journal_->write({{"kind", "account"}, {"stage", running()}, {"commits", commits}});
}

void Record::done(const effects::Effect& effect, const effects::Receipt& receipt) {
  if (journal_ != nullptr) {
    // What was refused or found done was never about to be applied: its line is written with its receipt.
    if (!effect_line_) about_to(effect);
    journal_->receipt(*effect_line_, effects::describe(receipt));
    effect_line_.reset();
  }
  EffectReport entry{.kind = std::string(effects::name(effect.kind)),
                     .subject = subject_of(effect, branches_),
                     .receipt = std::string(effects::name(receipt.kind)),
                     .reason = receipt.reason,
                     .later_pass = receipt.later_pass};
  terminal_.effect(entry);
  if (!report_.stages.empty()) report_.stages.back().effects.push_back(std::move(entry));
  if (effect.kind == effects::Kind::push_window && receipt.done()) window_ = effect;
}

std::size_t Record::noted(const std::string& verdict) const {
  const auto found = noted_.find(verdict);
  return found == noted_.end() ? 0 : found->second.size();
}

report::PassReport Record::pass_ends(const Outcome& outcome, std::optional<report::WindowReport> window) {
  report_.outcome = outcome.kind;
  report_.reason = outcome.reason;
  report_.window = std::move(window);
  report_.wake = report_.stages.empty() ? outcome.wake_after : report::soonest_wake(report_.stages);
  if (journal_ != nullptr) {
    journal_->end(journal::to_word(report_.outcome), report_.reason, report_.wake,
                  report::exit_code(report_));
  }
  terminal_.pass_ended(report_);
  return report_;
}

}  // namespace sluice::engine
