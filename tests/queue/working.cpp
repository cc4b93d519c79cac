#include "queue/working.hpp"

#include "host/process/child.hpp"

namespace sluice::test {

std::vector<std::string> Said::subjects(const std::string& key) const {
  std::vector<std::string> all;
  for (const auto& one : document.at(key)) all.push_back(bytes_of(one.at("subject")));
  return all;
}

Said Working::queue_in(const std::filesystem::path& clone, const std::vector<std::string>& words) {
  auto asked = words;
  asked.insert(asked.end(), {"--json"});
  process::Command command;
  command.argv = {SLUICE_HOST, "queue"};
  command.argv.insert(command.argv.end(), asked.begin(), asked.end());
  command.argv.insert(command.argv.end(), {"--repo", clone.string(), "--pipeline", river.pipeline().string(),
                                           "--plugins", SLUICE_PLUGINS});
  command.environment["SLUICE_NOW"] = std::to_string(river.now);
  command.environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
  command.environment["GIT_CONFIG_NOSYSTEM"] = "1";
  for (const auto& [name, value] : environment) command.environment[name] = value;
  const auto result = process::run(command);
  Said said{result.code, result.signal, nullptr, result.output, result.error};
  if (result.signal == 0 && !result.output.empty()) said.document = parse_document(result.output);
  return said;
}

Said Working::told(const std::vector<std::string>& words) {
  process::Command command;
  command.argv = {SLUICE_HOST, "queue"};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  command.argv.insert(command.argv.end(), {"--repo", river.repo.clone().string(), "--pipeline",
                                           river.pipeline().string(), "--plugins", SLUICE_PLUGINS});
  command.environment["SLUICE_NOW"] = std::to_string(river.now);
  const auto result = process::run(command);
  return {result.code, result.signal, nullptr, result.output, result.error};
}

Oid Working::commit(const std::string& file, const std::string& bytes, const std::string& trailer) {
  river.repo.write(file, bytes);
  return river.repo.commit("Write " + file + "\n" + (trailer.empty() ? "" : "\n" + trailer + "\n"),
                           ++number_);
}

Oid Working::commit_in(Repo& repo, const std::string& file, const std::string& bytes) {
  repo.write(file, bytes);
  return repo.commit("Write " + file + "\n", ++number_);
}

Oid Working::another(const std::string& file, const std::string& bytes) {
  if (!other_) other_ = std::make_unique<Repo>(river.repo.another());
  other_->fetch();
  other_->git({"checkout", "--quiet", "-B", "ai/queue", "refs/remotes/origin/ai/queue"});
  const Oid made = commit_in(*other_, file, bytes);
  other_->git({"push", "--quiet", "origin", "ai/queue"});
  return made;
}

std::string Working::kill_the_host() {
  return "p=$$\n"
         "while [ \"$p\" -gt 1 ]; do\n"
         "  p=$(awk '/^PPid:/ { print $2 }' /proc/$p/status)\n"
         "  if [ \"$(cat /proc/$p/comm)\" = host ]; then kill -9 $p; break; fi\n"
         "done\n";
}

void Working::fresh() {
  river.repo.fetch();
  river.repo.git({"checkout", "--quiet", "-B", "ai/queue", "refs/remotes/origin/ai/queue"});
}

}  // namespace sluice::test
