// host forge show: what the forge holds, for people and as one document.

#include <sstream>

#include "host/cli/forge_options.hpp"
#include "host/forge/local/document.hpp"

namespace sluice::cli {

namespace {

using forge::LocalForge;

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

void print_thread(std::ostream& out, const forge::Thread& thread) {
  const auto& finding = thread.comments.front();
  out << "       " << thread.id << "  " << one_line(thread.path);
  if (thread.line) out << ":" << *thread.line;
  if (thread.outdated) out << " (outdated)";
  out << "  comment " << finding.id << " by " << one_line(finding.author) << ": " << one_line(finding.body);
  if (thread.comments.size() > 1) out << "  (+" << counted(thread.comments.size() - 1, "more comment") << ")";
  out << "\n";
}

void print_pull(std::ostream& out, LocalForge& forge, const forge::Pull& pull) {
  out << "  #" << pull.number << "  " << forge::name(pull.state) << "  " << one_line(pull.head)
      << (pull.foreign ? " (of a fork)" : "") << " → " << one_line(pull.base) << "  "
      << pull.head_sha.substr(0, 10) << "  " << one_line(pull.title) << "\n";
  for (const auto& status : forge.statuses(pull.head_sha)) {
    out << "       " << one_line(status.context) << ": " << status.state << ", "
        << one_line(status.description) << " (by " << one_line(status.author) << ")\n";
  }
  const auto threads = forge.threads(pull.number);
  std::vector<forge::Thread> unresolved;
  for (const auto& thread : threads) {
    if (!thread.resolved) unresolved.push_back(thread);
  }
  out << "       " << counted(forge.comments(pull.number).size(), "comment") << ", "
      << counted(forge.reviews(pull.number).size(), "review") << ", "
      << counted(unresolved.size(), "open thread") << " of " << threads.size() << "\n";
  for (const auto& thread : unresolved) print_thread(out, thread);
}

void print_branches(std::ostream& out, LocalForge& forge) {
  for (const auto& [branch, sha] : forge.branches()) {
    out << "  " << one_line(branch) << "  " << sha.substr(0, 10);
    for (const auto& run : forge.runs(sha)) {
      out << "  " << one_line(run.workflow) << ": " << one_line(run.conclusion.value_or(run.status));
    }
    const auto comments = forge.commit_comments(sha).size();
    if (comments > 0) out << "  " << counted(comments, "comment");
    out << "\n";
    for (const auto& alert : forge.alerts(branch)) {
      if (!alert.open) continue;
      out << "       alert " << alert.number << "  " << one_line(alert.rule) << "  " << one_line(alert.path)
          << ": " << one_line(alert.message) << "\n";
    }
  }
}

std::string overview(LocalForge& forge) {
  std::ostringstream out;
  out << forge.repository().string() << "\n";
  const auto pulls = forge.all_pulls();
  out << (pulls.empty() ? "no pull requests\n" : "pull requests\n");
  for (const auto& pull : pulls) print_pull(out, forge, pull);
  const auto issues = forge.all_issues();
  if (!issues.empty()) out << "issues\n";
  for (const auto& issue : issues) {
    out << "  #" << issue.number << "  " << (issue.open ? "open" : "closed") << "  " << one_line(issue.title)
        << "\n";
  }
  out << "branches\n";
  print_branches(out, forge);
  auto text = out.str();
  text.pop_back();
  return text;
}

Json pull_document(LocalForge& forge, const forge::Pull& pull) {
  auto document = forge::full_document(pull);
  document["statuses"] = forge::documents(forge.statuses(pull.head_sha));
  document["comments"] = forge::documents(forge.comments(pull.number));
  document["reviews"] = forge::documents(forge.reviews(pull.number));
  document["threads"] = forge::documents(forge.threads(pull.number));
  return document;
}

Json everything(LocalForge& forge) {
  auto pulls = Json::array();
  for (const auto& pull : forge.all_pulls()) pulls.push_back(pull_document(forge, pull));
  auto issues = Json::array();
  for (const auto& issue : forge.all_issues()) {
    issues.push_back(forge::document(issue));
    issues.back()["comments"] = forge::documents(forge.comments(issue.number));
  }
  auto branches = Json::array();
  for (const auto& [branch, sha] : forge.branches()) {
    branches.push_back(
        {{"name", json_bytes(branch)}, {"sha", sha}, {"alerts", forge::documents(forge.alerts(branch))}});
  }
  auto commits = Json::array();
  for (const auto& sha : forge.noted_commits()) {
    commits.push_back({{"sha", sha},
                       {"statuses", forge::documents(forge.status_history(sha))},
                       {"runs", forge::documents(forge.runs(sha))},
                       {"comments", forge::documents(forge.commit_comments(sha))}});
  }
  return {{"repository", json_bytes(forge.repository().string())},
          {"database", json_bytes(forge.database().string())},
          {"pulls", pulls},
          {"issues", issues},
          {"branches", branches},
          {"commits", commits}};
}

ForgeVerb::Answer one_pull(LocalForge& forge, forge::Id number) {
  const auto pull = forge.pull(number);
  if (!pull) {
    throw forge::ForgeError(forge::ForgeError::Kind::missing,
                            "there is no pull request #" + std::to_string(number));
  }
  std::ostringstream out;
  print_pull(out, forge, *pull);
  for (const auto& comment : forge.comments(number)) {
    out << "       comment " << comment.id << " by " << one_line(comment.author) << ": "
        << one_line(comment.body) << "\n";
  }
  auto text = out.str();
  text.pop_back();
  return {text, pull_document(forge, *pull)};
}

}  // namespace

void add_show_verb(Verb& family, const std::shared_ptr<ForgeOptions>& shared) {
  auto number = std::make_shared<std::optional<std::int64_t>>();
  ForgeVerb verb(family, shared, "show", "Show pull requests, issues and branches, or one pull request.",
                 person_login());
  verb.only_reads();
  verb.declare()
      .option("PULL", *number, "One pull request alone")
      .examples(
          "  host forge show --repo remote.git\n"
          "  host forge show --repo remote.git --json | jq '.pulls[] | select(.state == \"open\") | "
          ".number'");
  verb.does([number](LocalForge& forge) -> ForgeVerb::Answer {
    if (*number) return one_pull(forge, **number);
    return {overview(forge), everything(forge)};
  });
}

}  // namespace sluice::cli
