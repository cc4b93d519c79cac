#include "bench/site.hpp"

#include <stdexcept>

#include "bench/bench.hpp"
#include "host/forge/local/local_forge.hpp"
#include "host/journal/reader.hpp"

namespace sluice::bench {
namespace {

namespace fs = std::filesystem;

/// The shipped pipeline, a cap in the place of its plan's.
std::string pipeline_under(int cap) {
  std::string text = test::read_file(fs::path(SLUICE_SOURCE) / "config" / "collect.toml");
  const std::size_t line = text.find("# cap = ");
  if (line == std::string::npos)
    throw std::runtime_error("config/collect.toml has no line for the cap to stand in");
  return text.replace(line, text.find('\n', line) - line, "cap = " + std::to_string(cap));
}

}  // namespace

Site::Site(const Shape& shape, int cap)
    : workload_(shape),
      clone_(folder_.path() / "clone"),
      pipeline_(folder_.path() / "collect.toml"),
      journal_(folder_.path() / "pass.jsonl") {
  test::write_file(pipeline_, pipeline_under(cap));
  must({"git", "-C", remote().string(), "branch", "-m", "queue", "ai/queue"});
  must({"git", "-C", remote().string(), "branch", "develop", "main"});
  must({"git", "clone", "-q", "--no-hardlinks", remote().string(), clone_.string()});
}

std::vector<std::string> Site::pass() const {
  return {SLUICE_HOST, "run",          pipeline_.string(), "--repo",    clone_.string(),
          "--plugins", SLUICE_PLUGINS, "--json",           "--journal", journal_.string()};
}

Json Site::run_pass() const {
  return parse_document(must(pass()));
}

Json Site::last_queue() const {
  const auto recordings = journal::read(journal_);
  for (const Json& line : recordings.back().lines)
    if (line.at("kind") == "queue") return line.at("commits");
  throw std::runtime_error("the journal of the pass does not say what its queue was");
}

void Site::set_review(const std::string& state, const std::string& description) const {
  const auto bot = forge::open_local(remote(), "coderabbitai[bot]", forge::wall_clock);
  bot->set_status(bot->commit("develop"), "CodeRabbit", state, description);
}

std::string Site::tree(const std::string& revision) const {
  return must({"git", "-C", remote().string(), "rev-parse", revision + "^{tree}"}).substr(0, 40);
}

void require_outcome(const Json& report, const std::string& outcome, const std::string& reason_part) {
  const std::string reason = report.at("reason").get<std::string>();
  if (report.at("outcome") != outcome || reason.find(reason_part) == std::string::npos)
    throw std::runtime_error("the pass was to be " + outcome + " (" + reason_part + ") and was " +
                             report.at("outcome").get<std::string>() + ": " + reason);
}

}  // namespace sluice::bench
