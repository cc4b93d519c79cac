#include "host/engine/pass.hpp"

#include <algorithm>
#include <chrono>

#include "host/engine/alive.hpp"
#include "host/engine/basis.hpp"
#include "host/engine/cap.hpp"
#include "host/engine/pass_core.hpp"
#include "host/engine/record.hpp"
#include "host/engine/stage_run.hpp"
#include "host/git/count.hpp"
#include "host/loader/plugin.hpp"
#include "host/process/temporary_folder.hpp"

namespace sluice::engine {

namespace {

using report::StageReport;

constexpr std::int64_t kOutageWake = 300;

/// A pass on its way.
class Pass {
 public:
  Pass(const pipeline::Pipeline& pipeline, const PassOptions& options, journal::Journal* journal,
       report::Terminal& terminal)
      : pipeline_(pipeline),
        options_(options),
        core_(pipeline, options,
              {.about_to = [this](const effects::Effect& effect) { record_.about_to(effect); },
               .accounted = [this](const git::Accounting& accounting) { record_.accounted(accounting); },
               .done = [this](const effects::Effect& effect,
                              const effects::Receipt& receipt) { record_.done(effect, receipt); }}),
        desk_(core_.methods(), journal, options.cancelled),
        record_(pipeline, core_.facts().branches(), journal, terminal) {
    auto& bench = core_.bench();
    bench.progress = [this](std::string_view what, std::uint64_t done, std::uint64_t total) {
      record_.progress(what, done, total);
    };
    bench.note = [this](const Caller& caller, const Json& note) { record_.note(caller.stage, note); };
    bench.role = [this](const Caller& caller, const std::string& role, const Json& request) {
      return serve_role(caller, role, request);
    };
    bench.said = [this](std::string_view before, std::string_view line) { say(before, line); };
    bench.agent = [this](const std::string& step) { return pipeline_.agent_of(step); };
    bench.budget = pipeline_.budget;
    bench.elapsed = [began = std::chrono::steady_clock::now()] {
      const auto passed = std::chrono::steady_clock::now() - began;
      return std::chrono::duration_cast<std::chrono::seconds>(passed).count();
    };
  }

  report::PassReport run() {
    record_.pass_begins(options_.repository.string(), options_.dry_run);
    for (const auto& complaint : process::sweep_temporary_folders()) record_.log(SLUICE_LOG_WARN, complaint);
    const auto stop = look_at_the_remote();
    if (!stop) record_.queue(core_.git().history, core_.facts().heads());
    const Outcome outcome = stop ? *stop : run_stages();
    return record_.pass_ends(outcome, measure_window());
  }

 private:
  /// Reads the branches; what stops the pass before its first stage.
  std::optional<Outcome> look_at_the_remote() {
    try {
      const auto& heads = core_.facts().heads();
      cap_ = cap_in_force(pipeline_.bot, core_.facts());
      core_.settings().cap = cap_.files;
      record_.header(base_snapshot(), heads, options_.now);
      return missing_branches(heads);
    } catch (const git::GitError& error) {
      stop_if_cancelled();
      return Outcome::red(error.what()).wake(kOutageWake);
    } catch (const forge::ForgeError& error) {
      if (error.kind != forge::ForgeError::Kind::outage) return Outcome::red(error.what());
      return Outcome::idle(error.what()).wake(kOutageWake);
    }
  }

  std::optional<Outcome> missing_branches(const snapshot::Heads& heads) const {
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
  }

  /// The outcome that stopped the pass; go_on when none did.
  Outcome run_stages() {
    std::optional<Outcome> stopped;
    for (const auto& stage : pipeline_.stages) {
      stop_if_cancelled();
      const auto ran = whether_to_run(stage, stopped.has_value());
      record_.stage(stage, ran);
      if (ran != StageReport::Ran::ran) continue;
      const auto began = std::chrono::steady_clock::now();
      const Outcome outcome = outcome_of(stage);
      record_.stage_ends(stage, outcome,
                         std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
      if (!stopped && stops(stage, outcome)) stopped = outcome;
    }
    return stopped.value_or(Outcome::go_on());
  }

  StageReport::Ran whether_to_run(const pipeline::Stage& stage, bool stopped) const {
    const auto named = [&stage](const std::vector<std::string>& ids) {
      return std::ranges::count(ids, stage.id) > 0;
    };
    if (!stage.enabled) return StageReport::Ran::disabled;
    if (named(options_.skip) || (!options_.only.empty() && !named(options_.only)))
      return StageReport::Ran::skipped;
    return stopped && !stage.always ? StageReport::Ran::not_reached : StageReport::Ran::ran;
  }

  /// A dry run goes on past every end, to say what later passes would do.
  bool stops(const pipeline::Stage& stage, const Outcome& outcome) const {
    switch (outcome.kind) {
      case Outcome::Kind::go_on:
        return false;
      case Outcome::Kind::end:
        return !options_.dry_run;
      case Outcome::Kind::red:
        return !stage.optional;
      case Outcome::Kind::idle:
        break;
    }
    return true;
  }

  /// Runs the stage's code. A crash, a hang, a denial and an outage are outcomes.
  Outcome outcome_of(const pipeline::Stage& stage) {
    Caller caller{stage.id, grants_of(stage.effects, stage.writes), {}, stage.agents};
    if (stage.always) caller = {stage.id, {}, {}, {}};
    Outcome outcome;
    try {
      const auto instance = open_instance(opening_of(stage), stage.uses, stage.config, host_side(caller));
      outcome = read_outcome(instance->run(to_text(snapshot_for(stage))));
    } catch (const loader::StageFault& fault) {
      outcome = Outcome::red(fault.what());
    } catch (const loader::LoadError& error) {
      outcome = Outcome::red(error.what());
    }
    core_.bench().works.end(stage.id);
    said_ = 0;
    stop_if_cancelled();
    if (auto denial = desk_.take_denial()) return Outcome::red("denied: " + *denial);
    if (auto outage = desk_.take_outage(); outage && outcome.kind == Outcome::Kind::red) {
      return Outcome::idle(*outage).wake(kOutageWake);
    }
    return outcome;
  }

  /// A line of a session or a command; of a flood, the start.
  void say(std::string_view before, std::string_view line) {
    constexpr std::size_t most = 2000;
    if (++said_ > most + 1) return;
    const std::string text = said_ > most ? "(what else it says is not shown)" : std::string(line);
    record_.log(SLUICE_LOG_INFO, std::string(before) + text);
  }

  loader::HostSide host_side(const Caller& caller) {
    return {.call = [this, caller](std::string_view method,
                                   std::string_view params) { return desk_.call(caller, method, params); },
            .log = [this](int level, std::string_view line) { record_.log(level, line); },
            .progress = [this](std::string_view what, std::uint64_t done,
                               std::uint64_t total) { record_.progress(what, done, total); },
            .cancelled = options_.cancelled};
  }

  /// Serves a role under its caller's grants narrowed by its own.
  Json serve_role(const Caller& caller, const std::string& role, const Json& request) {
    const auto bound = pipeline_.roles.find(role);
    if (bound == pipeline_.roles.end())
      throw Absent("no plugin is bound to the role \"" + role + "\" in [roles]");
    if (std::ranges::count(caller.roles, role) > 0)
      throw Denied("the role \"" + role + "\" would serve itself");
    const auto& binding = bound->second;
    Caller server{caller.stage, caller.grants.narrowed_by(grants_of(binding.effects, binding.writes)),
                  caller.roles, binding.agents};
    server.roles.push_back(role);
    const auto instance = open_instance(opening_of(binding), role, binding.config, host_side(server));
    const Json document = {{"schema", 1}, {"snapshot", snapshot_for(binding)}, {"request", request}};
    const auto reply = instance->serve(role, to_text(document));
    if (!reply)
      throw Absent("the plugin \"" + binding.plugin + "\" does not serve the role \"" + role + "\"");
    return parse_document(*reply);
  }

  Json base_snapshot() {
    const auto& repository = pipeline_.repository;
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
            {"cap", cap_.files},
            {"cap_from", cap_.from},
            {"lane", lane()},
            {"now", options_.now},
            {"basis", options_.basis.value_or("")},
            {"pass", this_pass()}};
  }

  /// A stage that serves the express lane will run in this pass.
  bool lane() const {
    if (options_.lane) return *options_.lane;
    return std::ranges::any_of(pipeline_.stages, [this](const pipeline::Stage& stage) {
      return stage.lane && whether_to_run(stage, false) == StageReport::Ran::ran;
    });
  }

  Json snapshot_for(const pipeline::RoleBinding& role) {
    Json snapshot = base_snapshot();
    if (!options_.basis) snapshot["basis"] = bases_.of(role);
    return snapshot;
  }

  Json snapshot_for(const pipeline::Stage& stage) {
    Json snapshot = base_snapshot();
    snapshot["stage"] = stage.id;
    if (!options_.basis) snapshot["basis"] = bases_.of(stage);
    return snapshot;
  }

  /// The window that was pushed, now that its stage has said what is in it.
  std::optional<report::WindowReport> measure_window() {
    const auto& pushed = record_.window();
    if (!pushed) return std::nullopt;
    const auto& git = core_.git();
    const git::Oid main = *core_.facts().heads().main;
    report::WindowReport window;
    window.fixes = record_.noted("fixes");
    window.commits = record_.noted("window");
    window.cap = cap_.files;
    window.cap_from = cap_.from;
    window.files =
        git::count_files(git.scratch, git.store, git.history, main, pushed->target, cap_.files).files;
    for (const auto& id : git.history.range({*pushed->expected, main}, pushed->target)) {
      const auto& commit = git.history.commit(id);
      if (commit.parents.size() == 1)
        window.lines.push_back(id.brief() + " " + std::string(commit.subject()));
    }
    return window;
  }

  void stop_if_cancelled() const {
    if (options_.cancelled()) throw Cancelled("the pass was told to stop");
  }

  const pipeline::Pipeline& pipeline_;
  const PassOptions& options_;
  Bases bases_{pipeline_};
  Cap cap_;
  PassCore core_;
  CallDesk desk_;
  Record record_;
  std::size_t said_ = 0;  ///< Lines of sessions and commands, by the stage that runs.
};

}  // namespace

report::PassReport run_pass(const pipeline::Pipeline& pipeline, const PassOptions& options,
                            journal::Journal* journal, report::Terminal& terminal) {
  return Pass(pipeline, options, journal, terminal).run();
}

}  // namespace sluice::engine
