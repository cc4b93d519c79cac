#include "host/cli/queue_options.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

#include "host/cli/catalog.hpp"
#include "host/engine/pass_core.hpp"
#include "host/journal/journal.hpp"
#include "host/journal/redaction.hpp"
#include "host/loader/plugin.hpp"
#include "host/report/inert_text.hpp"
#include "host/report/terminal.hpp"

namespace sluice::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* kDefaultPipeline = "config/collect.toml";

fs::path queue_pipeline(const QueueOptions& options) {
  if (options.pipeline) return *options.pipeline;
  auto file = git::find_clone(options.repo).root / kDefaultPipeline;
  if (fs::exists(file)) return file;
  throw UsageError("the clone has no " + std::string(kDefaultPipeline) + " (looked for " + file.string() +
                   "); name the pipeline that collects its queue with --pipeline");
}

pipeline::Pipeline load_pipeline(const QueueOptions& options) {
  std::optional<fs::path> plugins;
  if (options.plugins) plugins = *options.plugins;
  auto loaded = pipeline::load(queue_pipeline(options), plugins_to_run(plugins));
  if (auto* pipeline = std::get_if<pipeline::Pipeline>(&loaded)) return std::move(*pipeline);
  std::string all;
  for (const auto& problem : std::get<std::vector<pipeline::Problem>>(loaded)) {
    all += (all.empty() ? "" : "\n") + pipeline::to_text(problem);
  }
  throw UsageError(all);
}

/// What could not be done at all.
QueueAnswer faulty(Exit code, const std::string& why) {
  return {
      {{"schema", 1}, {"outcome", code == exit_refused ? "refused" : "error"}, {"reason", json_bytes(why)}},
      {},
      code};
}

QueueAnswer answer_or_fault(const QueueOptions& options,
                            const std::function<QueueAnswer(const QueueRun&)>& action) {
  try {
    auto pipeline = load_pipeline(options);
    return action(
        {.options = options,
         .pipeline = std::move(pipeline),
         .side = {fs::absolute(options.repo), clock_now(), options.dry_run},
         .paint = Paint(report::TerminalOptions::of_descriptor(STDOUT_FILENO).colour && !options.json),
         .err = std::cerr});
  } catch (const queue::Refusal& refusal) {
    return faulty(exit_refused, refusal.what());
  } catch (const git::RemoteOutage& outage) {
    return faulty(exit_fault, outage.what());
  } catch (const git::GitError& error) {
    return faulty(exit_usage, error.what());
  } catch (const forge::ForgeError& error) {
    return faulty(error.kind == forge::ForgeError::Kind::outage ? exit_fault : exit_refused, error.what());
  } catch (const loader::LoadError& error) {
    return faulty(exit_usage, error.what());
  } catch (const UsageError& error) {
    return faulty(exit_usage, error.what());
  } catch (const journal::JournalError& error) {
    return faulty(exit_fault, error.what());
  }
}

}  // namespace

void QueueOptions::declare(Verb& verb, bool writes) {
  verb.option("-r,--repo", repo, "The clone that is worked in (default: here)")
      .option("-p,--pipeline", pipeline,
              "The pipeline that collects its queue (default: the clone's own config/collect.toml)")
      .option("--plugins", plugins, "The folder of the plugins (default: the shipped one)")
      .flag("--json", json, "Answer with one JSON document");
  if (writes)
    verb.flag("-n,--dry-run", dry_run, "Say what would be done; write to no remote, clone or forge");
}

int run_queue_verb(const QueueOptions& options, const std::function<QueueAnswer(const QueueRun&)>& action) {
  auto answer = answer_or_fault(options, action);
  const auto redaction = journal::Redaction::of_this_process();
  answer.document["exit"] = static_cast<int>(answer.code);
  if (!answer.text.empty() && !options.json) std::cout << redaction.text(answer.text);
  if (answer.code != exit_done && answer.document.contains("reason")) {
    std::string reason = redaction.text(bytes_of(answer.document.at("reason")));
    std::cerr << "host queue: " << (answer.code == exit_usage ? reason : report::one_line(reason)) << "\n";
  }
  if (options.json) std::cout << to_text(redaction.document(answer.document)) << "\n";
  return answer.code;
}

std::unique_ptr<forge::Forge> QueueRun::forge(const queue::Side& at) const {
  engine::PassOptions options;
  options.repository = side.repository;
  options.dry_run = at.dry_run();
  options.now = side.now;
  return engine::open_forge(pipeline, at.git().scratch, options);
}

std::int64_t clock_now() {
  if (const char* fixed = std::getenv("SLUICE_NOW"); fixed != nullptr) return std::atoll(fixed);
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string safe_text(std::string_view text, std::size_t bytes) {
  return report::one_line(report::cut(text, bytes));
}

}  // namespace sluice::cli
