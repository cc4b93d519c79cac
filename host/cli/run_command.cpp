#include "host/cli/run_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ostream>

#include "host/cli/command.hpp"
#include "host/cli/signals.hpp"
#include "host/engine/pass.hpp"
#include "host/forge/forge.hpp"
#include "host/git/scratch.hpp"
#include "host/report/actions.hpp"
#include "host/report/inert_text.hpp"

namespace sluice::cli {

namespace fs = std::filesystem;

namespace {

/// The clock of a pass; SLUICE_NOW fixes it, for tests and for a replay.
std::int64_t now() {
  if (const char* fixed = std::getenv("SLUICE_NOW"); fixed != nullptr) return std::atoll(fixed);
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::optional<fs::path> state_folder() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && fs::path(state).is_absolute()) {
    return fs::path(state) / "sluice";
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && fs::path(home).is_absolute()) {
    return fs::path(home) / ".local" / "state" / "sluice";
  }
  return std::nullopt;
}

std::optional<fs::path> journal_file(const RunOptions& options, const std::string& pipeline,
                                     std::int64_t at) {
  if (options.journal == "none") return std::nullopt;
  if (options.journal) return fs::path(*options.journal);
  const auto folder = state_folder();
  if (!folder) return std::nullopt;
  return *folder / (pipeline + "-" + std::to_string(at) + "-" + std::to_string(getpid()) + ".jsonl");
}

/// A sentence for each id given by --skip and --only that the pipeline does not have.
std::vector<std::string> unknown_ids(const RunOptions& options, const pipeline::Pipeline& pipeline) {
  std::vector<std::string> unknown;
  const auto look = [&](const std::vector<std::string>& ids) {
    for (const auto& id : ids) {
      const bool known =
          std::ranges::any_of(pipeline.stages, [&id](const auto& stage) { return stage.id == id; });
      if (!known) unknown.push_back("host: the pipeline has no stage \"" + id + "\"");
    }
  };
  look(options.skip);
  look(options.only);
  return unknown;
}

std::vector<std::string> texts_of(const std::vector<pipeline::Problem>& problems) {
  std::vector<std::string> lines;
  lines.reserve(problems.size());
  for (const auto& problem : problems) lines.push_back(pipeline::to_text(problem));
  return lines;
}

/// The document of a pass that never was: what reads the output finds one whatever happened.
Json no_pass(Exit code, const std::vector<std::string>& lines) {
  std::string reason;
  for (const auto& line : lines) reason += (reason.empty() ? "" : "\n") + line;
  return {{"schema", 1}, {"outcome", "error"}, {"reason", json_bytes(reason)}, {"exit", code}};
}

int run_checked(const RunOptions& options, const pipeline::Pipeline& pipeline, std::ostream& out,
                std::ostream& err) {
  engine::PassOptions pass{.repository = fs::absolute(options.repository),
                           .dry_run = options.dry_run,
                           .skip = options.skip,
                           .only = options.only,
                           .now = now(),
                           .lane = std::nullopt,
                           .cancelled = stop_asked};
  std::optional<journal::Journal> journal;
  if (const auto file = journal_file(options, pipeline.name, pass.now)) journal.emplace(*file);

  const auto redaction = journal::Redaction::of_this_process();
  // With --json, standard output is the document alone.
  auto terminal_options =
      report::TerminalOptions::of_descriptor(options.json ? STDERR_FILENO : STDOUT_FILENO);
  terminal_options.verbose = options.verbose;
  report::Terminal terminal(options.json ? err : out, terminal_options, redaction);

  const auto report = engine::run_pass(pipeline, pass, journal ? &*journal : nullptr, terminal);
  if (options.json)
    out << report::inert_document(to_text(redaction.document(report::to_json(report)))) << "\n";
  for (const auto& complaint : report::write_for_actions(report, redaction))
    err << "host: " << complaint << "\n";
  return report::exit_code(report);
}

}  // namespace

int run_pipeline(const RunOptions& options, const pipeline::Catalog& catalog, std::ostream& out,
                 std::ostream& err) {
  const auto fail = [&](Exit code, const std::vector<std::string>& lines) {
    for (const auto& line : lines) err << line << "\n";
    if (options.json) out << report::inert_document(to_text(no_pass(code, lines))) << "\n";
    return code;
  };
  const auto fail_with = [&](Exit code, std::string_view what) {
    return fail(code, {"host: " + report::one_line(journal::Redaction::of_this_process().text(what))});
  };
  const auto loaded = pipeline::load(options.pipeline, catalog);
  if (const auto* problems = std::get_if<std::vector<pipeline::Problem>>(&loaded))
    return fail(exit_usage, texts_of(*problems));
  const auto& pipeline = std::get<pipeline::Pipeline>(loaded);
  if (const auto unknown = unknown_ids(options, pipeline); !unknown.empty()) return fail(exit_usage, unknown);
  catch_stop_signals();
  try {
    return run_checked(options, pipeline, out, err);
  } catch (const engine::Cancelled& stopped) {
    return fail_with(exit_fault, std::string(stopped.what()) + "; run it again to go on from there");
  } catch (const git::GitError& error) {
    return fail_with(stop_asked() ? exit_fault : exit_usage, error.what());
  } catch (const forge::ForgeError& error) {
    return fail_with(error.kind == forge::ForgeError::Kind::outage ? exit_fault : exit_usage, error.what());
  } catch (const journal::JournalError& error) {
    return fail_with(exit_fault, error.what());
  }
}

}  // namespace sluice::cli
