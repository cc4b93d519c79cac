#include "host/forge/local/commits.hpp"

#include <array>

#include "host/forge/local/items.hpp"
#include "host/forge/local/text.hpp"

namespace sluice::forge::local {

namespace {

std::vector<Status> read_statuses(Rows rows) {
  std::vector<Status> found;
  while (rows.next())
    found.push_back({rows.text(0), rows.text(1), rows.text(2), rows.text(3), rows.integer(4)});
  return found;
}

std::string url_of(Context& context, const char* what, Id id) {
  return file_url(context.repository.directory().string()) + "#" + what + "-" + std::to_string(id);
}

std::optional<Blob> blob(const std::optional<std::string>& bytes) {
  return bytes ? std::optional(Blob{*bytes}) : std::nullopt;
}

Run run_of(Context& context, const Rows& row) {
  const auto id = row.integer(0);
  return {id, row.text(1), row.text(2), url_of(context, "run", id), row.maybe_text(3)};
}

void check_run(const Run& run) {
  check_name("status of a run", run.status);
  if (run.conclusion) check_name("conclusion of a run", *run.conclusion);
  if (run.conclusion.has_value() != (run.status == "completed")) {
    refuse("a run has a conclusion when its status is completed, and only then; this one is " + run.status +
           (run.conclusion ? " with " + *run.conclusion : " without one"));
  }
}

}  // namespace

std::vector<std::string> noted_commits(Context& context) {
  std::vector<std::string> found;
  auto rows = context.database.query(
      "SELECT sha FROM (SELECT sha, created_at FROM status UNION ALL SELECT sha, created_at FROM run "
      "UNION ALL SELECT sha, created_at FROM note WHERE kind = 'commit') GROUP BY sha ORDER BY "
      "min(created_at), sha");
  while (rows.next()) found.push_back(rows.text(0));
  return found;
}

std::vector<Status> statuses(Context& context, const std::string& sha) {
  return read_statuses(context.database.query(
      "SELECT context, state, description, author, created_at FROM status WHERE id IN "
      "(SELECT max(id) FROM status WHERE sha = ? GROUP BY context, author) ORDER BY id",
      sha));
}

std::vector<Status> status_history(Context& context, const std::string& sha) {
  return read_statuses(context.database.query(
      "SELECT context, state, description, author, created_at FROM status WHERE sha = ? ORDER BY id DESC",
      sha));
}

Status set_status(Context& context, const std::string& sha, const Status& status) {
  constexpr std::array states = {"pending", "success", "failure", "error"};
  if (std::find(states.begin(), states.end(), status.state) == states.end()) {
    refuse("a status is pending, success, failure or error, not '" + status.state + "'");
  }
  check_name("context of a status", status.context);
  check_description(status.description);
  context.must_have_commit(sha);
  auto transaction = context.write();
  auto made = status;
  made.author = context.login;
  made.updated_at = context.clock();
  context.database.run(
      "INSERT INTO status (sha, context, state, description, author, created_at) VALUES (?, ?, ?, ?, ?, ?)",
      sha, status.context, status.state, status.description, made.author, made.updated_at);
  transaction.commit();
  return made;
}

std::vector<Run> runs(Context& context, const std::string& sha) {
  std::vector<Run> found;
  auto rows = context.database.query(
      "SELECT id, workflow, status, conclusion FROM run WHERE id IN "
      "(SELECT max(id) FROM run WHERE sha = ? GROUP BY workflow) ORDER BY id",
      sha);
  while (rows.next()) found.push_back(run_of(context, rows));
  return found;
}

Run add_run(Context& context, const std::string& sha, const Run& run, const std::optional<std::string>& log) {
  check_name("workflow", run.workflow);
  check_run(run);
  context.must_have_commit(sha);
  auto transaction = context.write();
  const auto now = context.clock();
  context.database.run(
      "INSERT INTO run (sha, workflow, status, conclusion, created_at, updated_at, log) "
      "VALUES (?, ?, ?, ?, ?, ?, ?)",
      sha, run.workflow, run.status, run.conclusion, now, now, blob(log));
  auto rows = context.database.query("SELECT id, workflow, status, conclusion FROM run WHERE id = ?",
                                     context.database.last_id());
  rows.next();
  auto made = run_of(context, rows);
  transaction.commit();
  return made;
}

void update_run(Context& context, Id id, const Run& run, const std::optional<std::string>& log) {
  check_run(run);
  auto transaction = context.write();
  if (!context.database.query("SELECT 1 FROM run WHERE id = ?", id).next()) {
    missing("there is no run " + std::to_string(id));
  }
  context.database.run(
      "UPDATE run SET status = ?, conclusion = ?, updated_at = ?, log = ifnull(?, log) WHERE id = ?",
      run.status, run.conclusion, context.clock(), blob(log), id);
  transaction.commit();
}

std::string run_log(Context& context, Id id) {
  auto rows = context.database.query("SELECT substr(log, max(1, length(log) + 1 - ?)) FROM run WHERE id = ?",
                                     static_cast<std::int64_t>(longest_run_log), id);
  if (!rows.next()) missing("there is no run " + std::to_string(id));
  return rows.maybe_text(0).value_or("");
}

std::vector<Alert> alerts(Context& context, const std::string& branch) {
  std::vector<Alert> found;
  auto rows = context.database.query(
      "SELECT number, open, branch, rule, severity, path, message, line, created_at FROM alert WHERE branch "
      "= ? "
      "ORDER BY number",
      branch);
  while (rows.next()) {
    found.push_back({rows.integer(0), rows.integer(1) != 0, rows.text(2), rows.text(3), rows.text(4),
                     rows.text(5), rows.text(6), rows.maybe_integer(7), rows.integer(8),
                     url_of(context, "alert", rows.integer(0))});
  }
  return found;
}

OpenAlerts open_alerts(Context& context, const std::string& branch) {
  if (!is_on(context, Setting::code_scanning)) return {.on = false, .alerts = {}};
  OpenAlerts found{.on = true, .alerts = alerts(context, branch)};
  std::erase_if(found.alerts, [](const Alert& alert) { return !alert.open; });
  return found;
}

Alert add_alert(Context& context, Alert alert) {
  check_name("rule of an alert", alert.rule);
  check_name("severity of an alert", alert.severity);
  check_body(alert.message);
  if (!context.repository.head(alert.branch)) missing("there is no branch " + alert.branch);
  auto transaction = context.write();
  alert.created_at = context.clock();
  alert.open = true;
  context.database.run(
      "INSERT INTO alert (branch, rule, severity, path, message, line, created_at) VALUES (?, ?, ?, ?, ?, ?, "
      "?)",
      alert.branch, alert.rule, alert.severity, Blob{alert.path}, alert.message, alert.line,
      alert.created_at);
  alert.number = context.database.last_id();
  alert.url = url_of(context, "alert", alert.number);
  transaction.commit();
  return alert;
}

void close_alert(Context& context, Id number) {
  auto transaction = context.write();
  if (!context.database.query("SELECT 1 FROM alert WHERE number = ?", number).next()) {
    missing("there is no alert " + std::to_string(number));
  }
  context.database.run("UPDATE alert SET open = 0 WHERE number = ?", number);
  transaction.commit();
}

}  // namespace sluice::forge::local
