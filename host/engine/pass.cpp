#include "host/engine/pass.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include "host/engine/cap.hpp"
#include "host/engine/pass_core.hpp"
#include "host/engine/stage_run.hpp"
#include "host/git/count.hpp"
#include "host/loader/plugin.hpp"
#include "sluice/abi.h"

namespace sluice::engine {

namespace {

using report::EffectReport;
using report::PassReport;
using report::StageReport;

constexpr std::int64_t kOutageWake = 300;

std::string subject_of(const effects::Effect& effect, const snapshot::Branches& branches) {
  using effects::Kind;
  if (effects::is_push(effect.kind)) {
    return branches.of(*effect.ref) + " " + (effect.expected ? effect.expected->brief() : "(new)") + ".." +
           effect.target.brief();
  }
  if (effect.kind == Kind::open) return branches.develop + " → " + branches.main;
  if (effect.kind == Kind::comment_commit) return effect.sha->brief();
  const std::string pull = "#" + std::to_string(effect.pull);
  return effect.kind == Kind::reply ? pull + ", thread of comment " + std::to_string(effect.comment) : pull;
}

/// A pass on its way.
class Pass {
 public:
  Pass(const pipeline::Pipeline& pipeline, const PassOptions& options, journal::Journal* journal,
       report::Terminal& terminal)
      : pipeline_(pipeline),
        options_(options),
        journal_(journal),
        terminal_(terminal),
        core_(pipeline, options,
              {[this](const effects::Effect& effect) { about_to(effect); },
               [this](const effects::Effect& effect, const effects::Receipt& receipt) { done(effect, receipt); }}),
        desk_(core_.methods(), journal, options.cancelled) {
    auto& bench = core_.bench();
    bench.progress = [this](std::string_view what, std::uint64_t done, std::uint64_t total) {
      terminal_.progress(what, done, total);
    };
    bench.note = [this](const Caller& caller, const Json& note) { take_note(caller, note); };
    bench.role = [this](const Caller& caller, const std::string& role, const Json& request) {
      return serve_role(caller, role, request);
    };
  }

  PassReport run() {
    report_.pipeline = pipeline_.name;
    report_.repository = options_.repository.string();
    report_.dry_run = options_.dry_run;
    if (journal_ != nullptr) report_.journal = journal_->file().string();
    terminal_.pass_started(report_.pipeline, report_.repository, report_.dry_run);
    if (auto stop = look_at_the_remote()) {
      conclude(*stop);
    } else {
      write_queue(core_.facts().heads());
      run_stages();
    }
    report_.wake = pass_wake();
    measure_window();
    if (journal_ != nullptr) {
      journal_->end(journal::to_word(report_.outcome), report_.reason, report_.wake, report::exit_code(report_));
    }
    terminal_.pass_ended(report_);
    return report_;
  }

 private:
  /// Reads the branches; what stops the pass before its first stage.
  std::optional<Outcome> look_at_the_remote() {
    try {
      const auto& heads = core_.facts().heads();
      cap_ = cap_in_force(pipeline_.bot, core_.facts());
      core_.settings().cap = cap_.files;
      write_header(heads);
      const auto& names = pipeline_.repository;
      std::string missing;
      const auto require = [&missing](const std::optional<git::Oid>& head, const std::string& name) {
        if (!head) missing += (missing.empty() ? "" : ", ") + name;
      };
      require(heads.main, names.main);
      require(heads.develop, names.develop);
      require(heads.queue, names.queue);
      if (missing.empty()) return std::nullopt;
      return Outcome::red("the remote \"" + names.remote + "\" has no branch " + missing +
                          "; push it, or name another one in [repository]");
    } catch (const git::GitError& error) {
      stop_if_cancelled();
      return Outcome::red(error.what()).wake(kOutageWake);
    } catch (const forge::ForgeError& error) {
      return outage_or_red(error);
    }
  }

  static Outcome outage_or_red(const forge::ForgeError& error) {
    const bool outage = error.kind == forge::ForgeError::Kind::outage;
    return outage ? Outcome::idle(error.what()).wake(kOutageWake) : Outcome::red(error.what());
  }

  void run_stages() {
    std::optional<Outcome> stopped;
    for (const auto& stage : pipeline_.stages) {
      stop_if_cancelled();
      StageReport entry{.id = stage.id, .uses = stage.uses, .ran = whether_to_run(stage, stopped.has_value())};
      report_.stages.push_back(std::move(entry));
      if (report_.stages.back().ran != StageReport::Ran::ran) continue;
      const Outcome outcome = run_stage(stage);
      if (!stopped && stops(stage, outcome)) stopped = outcome;
    }
    conclude(stopped.value_or(Outcome::go_on()));
  }

  StageReport::Ran whether_to_run(const pipeline::Stage& stage, bool stopped) const {
    const auto named = [&stage](const std::vector<std::string>& ids) { return std::ranges::count(ids, stage.id) > 0; };
    if (!stage.enabled) return StageReport::Ran::disabled;
    if (named(options_.skip) || (!options_.only.empty() && !named(options_.only))) return StageReport::Ran::skipped;
    return stopped && !stage.always ? StageReport::Ran::not_reached : StageReport::Ran::ran;
  }

  /// A dry run goes on past every end, to say what later passes would do.
  bool stops(const pipeline::Stage& stage, const Outcome& outcome) const {
    switch (outcome.kind) {
      case Outcome::Kind::go_on: return false;
      case Outcome::Kind::end: return !options_.dry_run;
      case Outcome::Kind::red: return !stage.optional;
      case Outcome::Kind::idle: break;
    }
    return true;
  }

  Outcome run_stage(const pipeline::Stage& stage) {
    terminal_.stage_started(stage.id);
    const auto began = std::chrono::steady_clock::now();
    Outcome outcome = outcome_of(stage);
    auto& entry = report_.stages.back();
    entry.outcome = outcome.kind;
    entry.reason = outcome.reason;
    entry.wake_after = outcome.wake_after;
    entry.optional = stage.optional;
    entry.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    if (journal_ != nullptr) journal_->outcome(stage.id, stage.uses, outcome);
    terminal_.stage_ended(entry);
    return outcome;
  }

  /// Runs the stage's code. A crash, a hang, a denial and an outage are outcomes.
  Outcome outcome_of(const pipeline::Stage& stage) {
    Caller caller{stage.id, grants_of(stage.effects, stage.writes), {}};
    if (stage.always) caller.grants = {};
    Outcome outcome;
    try {
      const auto instance = open_instance(opening_of(stage), stage.uses, stage.config, host_side(caller));
      outcome = read_outcome(instance->run(to_text(snapshot_for(stage))));
    } catch (const loader::StageFault& fault) {
      outcome = Outcome::red(fault.what());
    } catch (const loader::LoadError& error) {
      outcome = Outcome::red(error.what());
    }
    stop_if_cancelled();
    if (auto denial = desk_.take_denial()) return Outcome::red("denied: " + *denial);
    if (auto outage = desk_.take_outage(); outage && outcome.kind == Outcome::Kind::red) {
      return Outcome::idle(*outage).wake(kOutageWake);
    }
    return outcome;
  }

  loader::HostSide host_side(const Caller& caller) {
    return {.call = [this, caller](std::string_view method,
                                   std::string_view params) { return desk_.call(caller, method, params); },
            .log = [this](int level, std::string_view line) { log(level, line); },
            .progress = [this](std::string_view what, std::uint64_t done,
                               std::uint64_t total) { terminal_.progress(what, done, total); },
            .cancelled = options_.cancelled};
  }

  /// Serves a role under its caller's grants narrowed by its own.
  Json serve_role(const Caller& caller, const std::string& role, const Json& request) {
    const auto bound = pipeline_.roles.find(role);
    if (bound == pipeline_.roles.end()) throw Absent("no plugin is bound to the role \"" + role + "\" in [roles]");
    if (std::ranges::count(caller.roles, role) > 0) throw Denied("the role \"" + role + "\" would serve itself");
    Caller server{caller.stage, caller.grants.narrowed_by(grants_of(bound->second.effects, bound->second.writes)),
                  caller.roles};
    server.roles.push_back(role);
    const Opening opening{bound->second.library, false, {}};
    const auto instance = open_instance(opening, role, Json::object(), host_side(server));
    const Json document = {{"schema", 1}, {"snapshot", base_snapshot()}, {"request", request}};
    const auto reply = instance->serve(role, to_text(document));
    if (!reply) throw Absent("the plugin \"" + bound->second.plugin + "\" does not serve the role \"" + role + "\"");
    return parse_document(*reply);
  }

  Json base_snapshot() {
    const auto& repository = pipeline_.repository;
    const auto& settings = core_.settings();
    return {{"schema", 1},
            {"stage", ""},
            {"dry_run", options_.dry_run},
            {"branches",
             {{"main", json_bytes(repository.main)},
              {"develop", json_bytes(repository.develop)},
              {"queue", json_bytes(repository.queue)},
              {"fixes", json_bytes(repository.fixes)}}},
            {"bot",
             {{"dialect", pipeline_.bot.dialect},
              {"login", pipeline_.bot.login},
              {"context", pipeline_.bot.context},
              {"ask", pipeline_.bot.ask}}},
            {"viewer", core_.facts().viewer()},
            {"cap", settings.cap},
            {"cap_from", cap_.from},
            {"lane", lane()},
            {"now", options_.now}};
  }

  /// A stage that serves the express lane will run in this pass.
  bool lane() const {
    if (options_.lane) return *options_.lane;
    return std::ranges::any_of(pipeline_.stages, [this](const pipeline::Stage& stage) {
      return stage.lane && whether_to_run(stage, false) == StageReport::Ran::ran;
    });
  }

  Json snapshot_for(const pipeline::Stage& stage) {
    Json snapshot = base_snapshot();
    snapshot["stage"] = stage.id;
    return snapshot;
  }

  void log(int level, std::string_view line) {
    if (level >= SLUICE_LOG_WARN && !report_.stages.empty()) report_.stages.back().notices.emplace_back(line);
    terminal_.line(level, line);
  }

  void about_to(const effects::Effect& effect) {
    if (journal_ == nullptr) return;
    const std::string stage = report_.stages.empty() ? "" : report_.stages.back().id;
    effect_line_ = journal_->effect(stage, effects::describe(effect));
  }

  void done(const effects::Effect& effect, const effects::Receipt& receipt) {
    if (journal_ != nullptr) {
      // What was refused or found done was never about to be applied: its line is written with its receipt.
      if (!effect_line_) about_to(effect);
      journal_->receipt(*effect_line_, effects::describe(receipt));
      effect_line_.reset();
    }
    EffectReport entry{.kind = std::string(effects::name(effect.kind)),
                       .subject = subject_of(effect, core_.facts().branches()),
                       .receipt = std::string(effects::name(receipt.kind)),
                       .reason = receipt.reason,
                       .later_pass = receipt.later_pass};
    terminal_.effect(entry);
    if (!report_.stages.empty()) report_.stages.back().effects.push_back(std::move(entry));
    if (effect.kind == effects::Kind::push_window && receipt.done()) window_ = effect;
  }

  /// The window that was pushed, once its stage has said what is in it.
  void measure_window() {
    if (!window_) return;
    const auto& git = core_.git();
    report::WindowReport window;
    window.fixes = noted_["fixes"].size();
    window.commits = noted_["window"].size();
    window.cap = cap_.files;
    window.cap_from = cap_.from;
    const git::Oid main = *core_.facts().heads().main;
    window.files =
        git::count_files(git.scratch, git.store, git.history, main, window_->target, cap_.files).files;
    for (const auto& id : git.history.range({*window_->expected, main}, window_->target)) {
      const auto& commit = git.history.commit(id);
      if (commit.parents.size() == 1) window.lines.push_back(id.brief() + " " + std::string(commit.subject()));
    }
    report_.window = std::move(window);
  }

  void take_note(const Caller& caller, const Json& note) {
    const auto verdict = note.at("verdict").get<std::string>();
    for (const auto& commit : note.at("commits")) noted_[verdict].insert(commit.at("sha").get<std::string>());
    if (journal_ != nullptr) journal_->note(caller.stage, verdict, note.at("commits"));
  }

  void write_header(const snapshot::Heads& heads) {
    if (journal_ == nullptr) return;
    const auto hex = [](const std::optional<git::Oid>& head) { return head ? Json(head->hex()) : Json(nullptr); };
    Json snapshot = base_snapshot();
    snapshot["refs"] = {{"main", hex(heads.main)},
                        {"develop", hex(heads.develop)},
                        {"queue", hex(heads.queue)},
                        {"fixes", hex(heads.fixes)}};
    journal::PassLine line;
    line.pipeline = pipeline_.name;
    line.pipeline_file = pipeline_.file.string();
    line.repository = options_.repository.string();
    line.dry_run = options_.dry_run;
    line.at = options_.now;
    line.snapshot = std::move(snapshot);
    std::set<std::string> seen;
    for (const auto& stage : pipeline_.stages) {
      if (stage.enabled && seen.insert(stage.library.string()).second) {
        line.plugins.push_back({stage.plugin, stage.version, stage.basis, "", stage.library.string()});
      }
    }
    journal_->pass(line);
  }

  /// What the queue holds, so that explain has a line for each commit of it, whichever stage ends the pass.
  void write_queue(const snapshot::Heads& heads) {
    if (journal_ == nullptr) return;
    auto& history = core_.git().history;
    Json commits = Json::array();
    for (const auto& id : history.range({*heads.develop, *heads.main}, *heads.queue)) {
      const auto& commit = history.commit(id);
      if (commit.parents.size() > 1) continue;
      commits.push_back({{"sha", id.hex()}, {"subject", json_bytes(commit.subject())}});
    }
    journal_->queue(commits);
  }

  void conclude(const Outcome& outcome) {
    report_.outcome = outcome.kind;
    report_.reason = outcome.reason;
    if (report_.stages.empty()) early_wake_ = outcome.wake_after;
  }

  std::optional<std::int64_t> pass_wake() const {
    auto wake = report::soonest_wake(report_.stages);
    if (early_wake_ && (!wake || *early_wake_ < *wake)) wake = early_wake_;
    return wake;
  }

  void stop_if_cancelled() const {
    if (options_.cancelled()) throw Cancelled("the pass was told to stop");
  }

  const pipeline::Pipeline& pipeline_;
  const PassOptions& options_;
  journal::Journal* journal_;
  report::Terminal& terminal_;
  PassReport report_;
  std::map<std::string, std::set<std::string>> noted_;
  std::optional<std::uint64_t> effect_line_;
  std::optional<std::int64_t> early_wake_;
  std::optional<effects::Effect> window_;
  Cap cap_;
  PassCore core_;
  CallDesk desk_;
};

}  // namespace

PassReport run_pass(const pipeline::Pipeline& pipeline, const PassOptions& options, journal::Journal* journal,
                    report::Terminal& terminal) {
  return Pass(pipeline, options, journal, terminal).run();
}

}  // namespace sluice::engine
