// host forge status, run, alert.

#include "host/cli/forge_options.hpp"
#include "host/forge/local/document.hpp"

namespace sluice::cli {

namespace {

using Shared = std::shared_ptr<ForgeOptions>;
using Answer = ForgeVerb::Answer;
using forge::LocalForge;

void add_status(Verb& family, const Shared& shared) {
  struct Words {
    std::string commit, context = "CodeRabbit", state, description;
  };
  auto words = std::make_shared<Words>();
  ForgeVerb verb(family, shared, "status", "Set a commit status, by default as coderabbitai[bot].",
                 bot_login);
  verb.declare()
      .option("COMMIT", words->commit, "A commit's full id, or a branch for its head", Verb::required)
      .option("--context", words->context, "Whose check (default: CodeRabbit)")
      .choice("--state", words->state, {"pending", "success", "failure", "error"}, "Its state",
              Verb::required)
      .option("--description", words->description, "What it says")
      .examples(
          "  host forge status --repo remote.git develop --state success --description 'Review completed'");
  verb.does([words](LocalForge& forge) -> Answer {
    const auto sha = forge.commit(words->commit);
    const auto made = forge.set_status(sha, words->context, words->state, words->description);
    auto document = forge::document(made);
    document["sha"] = sha;
    return {made.context + " is " + made.state + " on " + sha + ", by " + made.author, document};
  });
}

struct RunWords {
  std::optional<std::string> commit, conclusion, log;
  std::optional<std::int64_t> id;
  std::string workflow = "CI", status = "completed";
};

Answer run(LocalForge& forge, const RunWords& words) {
  if (words.commit.has_value() == words.id.has_value())
    throw UsageError("name one: COMMIT, or --id of a run");
  std::optional<std::string> log;
  if (words.log) log = read_file(*words.log, "--log");
  if (words.id) {
    forge.update_run(*words.id, words.status, words.conclusion, log);
    return {"run " + std::to_string(*words.id) + " is " + words.status,
            {{"id", *words.id}, {"status", words.status}}};
  }
  const auto made =
      forge.add_run(forge.commit(*words.commit), words.workflow, words.status, words.conclusion, log);
  return {"run " + std::to_string(made.id) + " of " + made.workflow + " is " + made.status,
          forge::document(made)};
}

void add_run(Verb& family, const Shared& shared) {
  auto words = std::make_shared<RunWords>();
  ForgeVerb verb(family, shared, "run", "Record a workflow run, or how one goes on.", "github-actions[bot]");
  verb.declare()
      .option("COMMIT", words->commit, "A commit's full id, or a branch for its head")
      .option("--id", words->id, "The run that goes on")
      .option("--workflow", words->workflow, "Its name (default: CI)")
      .option("--status", words->status, "queued, in_progress, completed ... (default: completed)")
      .option("--conclusion", words->conclusion, "success, failure, cancelled ...; of a completed run")
      .option("--log", words->log, "A file with the log of its failed jobs (- reads standard input)")
      .examples(
          "  host forge run --repo remote.git main --workflow CI --conclusion failure --log ci.log\n"
          "  host forge run --repo remote.git --id 4 --conclusion success");
  verb.does([words](LocalForge& forge) { return run(forge, *words); });
}

struct AlertWords {
  forge::Alert alert;
  std::optional<std::int64_t> close;
};

Answer alert(LocalForge& forge, const AlertWords& words) {
  if (words.close) {
    forge.close_alert(*words.close);
    return {"alert " + std::to_string(*words.close) + " is closed", {{"number", *words.close}}};
  }
  if (words.alert.rule.empty()) throw UsageError("name --rule of a new alert, or --close of one");
  must_have_branch(forge, words.alert.branch, "--branch");
  const auto made = forge.add_alert(words.alert);
  return {"alert " + std::to_string(made.number) + " is open", forge::document(made)};
}

void add_alert(Verb& family, const Shared& shared) {
  auto words = std::make_shared<AlertWords>();
  words->alert.branch = "main";
  words->alert.severity = "error";
  ForgeVerb verb(family, shared, "alert", "Raise a code-scanning alert on a branch, or close one.",
                 "github-advanced-security[bot]");
  verb.declare()
      .option("--rule", words->alert.rule, "The rule that found it")
      .option("--message", words->alert.message, "What it found")
      .option("--path", words->alert.path, "The file")
      .option("--line", words->alert.line, "The line")
      .option("--severity", words->alert.severity, "error, warning, note ... (default: error)")
      .option("--branch", words->alert.branch, "Where (default: main)")
      .option("--close", words->close, "Close the alert of this number instead")
      .examples(
          "  host forge alert --repo remote.git --rule cpp/leak --path src/gate.c --line 9 --message "
          "'Leaks.'");
  verb.does([words](LocalForge& forge) { return alert(forge, *words); });
}

}  // namespace

void add_commit_verbs(Verb& family, const Shared& shared) {
  add_status(family, shared);
  add_run(family, shared);
  add_alert(family, shared);
}

}  // namespace sluice::cli
