#pragma once
// What others say of a commit or a branch: statuses, workflow runs, code-scanning alerts.

#include "host/forge/local/context.hpp"

namespace sluice::forge::local {

/// Every commit with a status, a run or a comment, oldest word first.
std::vector<std::string> noted_commits(Context& context);

std::vector<Status> statuses(Context& context, const std::string& sha);        ///< Newest of each context.
std::vector<Status> status_history(Context& context, const std::string& sha);  ///< Newest first.
Status set_status(Context& context, const std::string& sha, const Status& status);

std::vector<Run> runs(Context& context, const std::string& sha);  ///< Newest of each workflow.
Run add_run(Context& context, const std::string& sha, const Run& run, const std::optional<std::string>& log);
void update_run(Context& context, Id id, const Run& run, const std::optional<std::string>& log);
std::string run_log(Context& context, Id id);

std::vector<Alert> alerts(Context& context, const std::string& branch);
OpenAlerts open_alerts(Context& context, const std::string& branch);
Alert add_alert(Context& context, Alert alert);
void close_alert(Context& context, Id number);

}  // namespace sluice::forge::local
