#include "judgement/judged.hpp"

#include <fstream>

#include "support/temp_dir.hpp"

namespace sluice::test {

namespace {

std::string agent_table(const std::string& agent) {
  return "\n[agent]\ncommand = [\"" SLUICE_AGENT
         "\"]\nseconds = 60\nenvironment = [\"AGENT_SCENARIO\"]\n"
         "limits = [\"hit your * limit\"]\n" +
         agent + "\n";
}

}  // namespace

Judged::Judged(int cap, const std::string& tables, const std::string& agent,
               const std::map<std::string, std::string>& settings)
    : River(cap, {}, agent_table(agent) + tables, settings), scenario_(repo.folder() / "scenario") {}

void Judged::script(const std::string& lines) {
  write_file(scenario_, lines);
  for (const char* kept : {".count", ".found"}) std::filesystem::remove(scenario_.string() + kept);
}

Ran Judged::run_on(const Asked& asked) {
  Asked with = asked;
  with.environment["AGENT_SCENARIO"] = scenario_.string();
  return run(with);
}

Ran Judged::run_scripted(const std::string& lines, const Asked& asked) {
  script(lines);
  return run_on(asked);
}

int Judged::sessions() const {
  int count = 0;
  std::ifstream(scenario_.string() + ".count") >> count;
  return count;
}

std::string Judged::prompt() const {
  return read_file(scenario_.string() + ".prompt");
}

std::string Judged::environment() const {
  return read_file(scenario_.string() + ".environment");
}

std::string Judged::found() const {
  const auto file = scenario_.string() + ".found";
  return std::filesystem::exists(file) ? read_file(file) : "";
}

void Judged::put_drain() {
  auto text = read_file(pipeline());
  text.insert(text.find("[[stage]]\nid = \"sync-fixes\""), "[[stage]]\nid = \"drain\"\n\n");
  write_file(pipeline(), text);
}

std::vector<std::string> Judged::markers_on(const Oid& commit) {
  std::vector<std::string> lines;
  for (const auto& comment : forge().commit_comments(commit.hex())) {
    if (comment.author == "collector") lines.push_back(comment.body.substr(0, comment.body.find('\n')));
  }
  return lines;
}

}  // namespace sluice::test
