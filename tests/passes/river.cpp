#include "passes/river.hpp"

#include <sstream>
#include <stdexcept>

#include "host/journal/reader.hpp"
#include "host/process/child.hpp"
#include "support/shipped_pipeline.hpp"
#include "support/temp_dir.hpp"

namespace sluice::test {
namespace fs = std::filesystem;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Under the test's cap; extra stands in [defaults.config].
std::string pipeline_text(int cap, const std::string& extra) {
  std::string text;
  for (const auto& line : lines_of(without_agents(shipped_pipeline()))) {
    const bool cap_line = line.starts_with("# cap = ");
    text += (cap_line ? "cap = " + std::to_string(cap) : line) + "\n";
    if (line == "[defaults.config]") text += extra;
  }
  return text;
}

std::string with_settings(std::string text, const std::string& stage, const std::string& settings) {
  const std::string before_reply = "[[stage]]\nid = \"reply\"";
  const std::string id = "id = \"" + stage + "\"";
  if (text.find(id) == std::string::npos) text.insert(text.find(before_reply), "[[stage]]\n" + id + "\n\n");
  text.insert(text.find('\n', text.find(id)) + 1, settings);
  return text;
}

std::map<std::string, Decision> decisions_of(const fs::path& journal) {
  std::map<std::string, Decision> decisions;
  if (!journal::begins_as_a_journal(journal)) return decisions;  // No pass began.
  const auto recordings = journal::read(journal);
  for (const auto& line : recordings.back().lines) {
    if (line.at("kind") != "note") continue;
    for (const auto& commit : line.at("commits")) {
      decisions[commit.at("sha")] = {line.at("verdict"), commit.at("why")};
    }
  }
  return decisions;
}

std::string body_for(const std::string& subject, const std::string& trailer) {
  return subject + "\n" + (trailer.empty() ? "" : "\n" + trailer + "\n");
}

}  // namespace

std::string Ran::reason_of(const std::string& stage) const {
  for (const auto& each : report.at("stages")) {
    if (each.at("id") == stage) return each.value("reason", "(did not run)");
  }
  return "(no such stage)";
}

std::vector<std::string> Ran::effects() const {
  std::vector<std::string> all;
  for (const auto& stage : report.at("stages")) {
    for (const auto& effect : stage.value("effects", Json::array())) {
      all.push_back(effect.at("kind").get<std::string>() + " " + effect.at("receipt").get<std::string>());
    }
  }
  return all;
}

std::string Ran::verdict(const Oid& commit) const {
  const auto found = decisions.find(commit.hex());
  return found == decisions.end() ? "" : found->second.verdict;
}

std::string Ran::why(const Oid& commit) const {
  const auto found = decisions.find(commit.hex());
  return found == decisions.end() ? "" : found->second.why;
}

River::River(int cap, const std::string& config, const std::string& stages,
             const std::map<std::string, std::string>& settings) {
  repo.commit_file("base.txt", 1);
  repo.push("main");
  repo.branch("develop").push("develop");
  repo.branch("ai/queue").push("ai/queue");
  pipeline_ = repo.folder() / "collect.toml";
  std::string text = pipeline_text(cap, config);
  for (const auto& [stage, own] : settings) text = with_settings(text, stage, own);
  write_file(pipeline_, text + stages);
  forge_ = forge::open_local(repo.remote(), "collector", [this] { return now; });
  bot_ = forge::open_local(repo.remote(), "coderabbitai[bot]", [this] { return now; });
}

Ran River::run(const Asked& asked) {
  const fs::path journal = repo.folder() / ("pass-" + std::to_string(++passes_) + ".jsonl");
  process::Command command;
  command.argv = {SLUICE_HOST, "run",          pipeline_.string(), "--repo",    repo.clone().string(),
                  "--plugins", SLUICE_PLUGINS, "--json",           "--journal", journal.string()};
  command.argv.insert(command.argv.end(), asked.arguments.begin(), asked.arguments.end());
  command.environment["SLUICE_NOW"] = std::to_string(now);
  command.environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
  command.environment["GIT_CONFIG_NOSYSTEM"] = "1";
  if (!asked.kill_at.empty()) command.environment["SLUICE_KILL_AT"] = asked.kill_at;
  for (const auto& [name, value] : asked.environment) command.environment[name] = value;
  const auto result = process::run(command);
  if (!result.started) throw std::runtime_error("the host did not start: " + result.error);
  Ran ran;
  ran.code = result.code;
  ran.signal = result.signal;
  ran.output = result.output;
  ran.errors = result.error;
  ran.journal = journal;
  if (result.signal == 0) {
    if (result.output.empty()) throw std::runtime_error("the host printed no report:\n" + result.error);
    ran.report = parse_document(result.output);
  }
  ran.decisions = decisions_of(journal);
  return ran;
}

std::string River::explain_last() {
  process::Command command;
  command.argv = {SLUICE_HOST, "explain",
                  (repo.folder() / ("pass-" + std::to_string(passes_) + ".jsonl")).string()};
  return process::run(command).output;
}

void River::sync_clone(const std::string& branch) {
  repo.fetch();
  repo.git({"checkout", "--quiet", "-B", branch, "refs/remotes/origin/" + branch});
}

Oid River::commit(const std::string& branch, const std::vector<std::string>& files,
                  const std::string& trailer) {
  sync_clone(branch);
  std::string subject;
  for (const auto& file : files) {
    repo.write(file, file + " " + std::to_string(number_ + 1) + "\n");
    subject += (subject.empty() ? "" : " ") + file;
  }
  const Oid made = repo.commit(body_for(subject, trailer), ++number_);
  repo.push(branch);
  return made;
}

Oid River::write(const std::string& branch, const std::string& file, const std::string& bytes,
                 const std::string& trailer) {
  sync_clone(branch);
  repo.write(file, bytes);
  const Oid made = repo.commit(body_for("Write " + file, trailer), ++number_);
  repo.push(branch);
  return made;
}

Oid River::fix(const std::vector<std::string>& files) {
  sync_clone("develop");
  if (!has("ai/review-fixes")) repo.branch("ai/review-fixes").push("ai/review-fixes");
  return commit("ai/review-fixes", files, "Answers: 1");
}

void River::complete_review() {
  review("success", "Review completed");
  const auto release = newest();
  bot_->review(release.number, "COMMENTED", "**Actionable comments posted: 0**", release.head_sha);
}

void River::review(const std::string& state, const std::string& description) {
  const auto release = newest();
  if (release.state != forge::State::open) throw std::runtime_error("no release is open");
  bot_->set_status(release.head_sha, "CodeRabbit", state, description);
}

Oid River::head(const std::string& branch) const {
  const auto id = Oid::parse(lines_of(repo.remote_git({"rev-parse", "refs/heads/" + branch})).at(0));
  return id.value();
}

bool River::has(const std::string& branch) const {
  return !repo.remote_git({"for-each-ref", "refs/heads/" + branch}).empty();
}

std::vector<std::string> River::files(const std::string& revision) const {
  return lines_of(repo.remote_git({"ls-tree", "-r", "--name-only", revision}));
}

std::vector<std::string> River::subjects(const std::string& range) const {
  return lines_of(repo.remote_git({"log", "--reverse", "--topo-order", "--format=%s", range}));
}

std::string River::tree(const std::string& revision) const {
  return repo.remote_git({"rev-parse", revision + "^{tree}"});
}

std::vector<std::string> River::parents(const std::string& revision) const {
  return lines_of(repo.remote_git({"rev-parse", revision + "^@"}));
}

std::string River::message(const std::string& revision) const {
  return repo.remote_git({"log", "-1", "--format=%B", revision});
}

bool River::is_ancestor(const Oid& ancestor, const Oid& of) const {
  // rev-list answers wrongly where a child is dated before its parent.
  return repo.remote_git({"merge-base", ancestor.hex(), of.hex()}) == ancestor.hex() + "\n";
}

Oid River::spare(const std::string& at, const std::string& file, const std::string& bytes) {
  repo.fetch();
  repo.branch("spare", at);
  repo.write(file, bytes);
  const Oid made = repo.commit("Write " + file + "\n", ++number_);
  repo.push("spare");
  return made;
}

std::string River::state() {
  std::string text = repo.remote_git({"for-each-ref", "--format=%(refname) %(objectname)"});
  for (const auto& pull : forge_->all_pulls()) {
    text += "#" + std::to_string(pull.number) + " " + std::to_string(static_cast<int>(pull.state)) + " " +
            pull.head_sha + " " + pull.title + "\n" + pull.body + "\n";
    for (const auto& comment : forge_->comments(pull.number))
      text += comment.author + ": " + comment.body + "\n";
  }
  for (const auto& sha : forge_->noted_commits()) {
    for (const auto& comment : forge_->commit_comments(sha)) {
      text += sha + " " + comment.author + ": " + comment.body + "\n";
    }
  }
  return text;
}

void River::beat_next_push(const std::string& branch, const std::string& commit) {
  const std::string once = (repo.folder() / "beaten").string();
  repo.remote_hook("pre-receive",
                   "while read -r old new ref; do\n"
                   "  if [ \"$ref\" = refs/heads/" +
                       branch + " ] && [ ! -e " + once +
                       " ]; then\n"
                       "    touch " +
                       once +
                       "\n"
                       "    env -u GIT_QUARANTINE_PATH git update-ref \"$ref\" " +
                       commit +
                       "\n"
                       "  fi\n"
                       "done\n");
}

}  // namespace sluice::test
