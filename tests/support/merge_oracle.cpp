#include "support/merge_oracle.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "host/process/child.hpp"
#include "support/temp_dir.hpp"

namespace sluice::test {
namespace {

namespace fs = std::filesystem;
using git::Oid;

process::Result start(const fs::path& repository, const fs::path& work_tree,
                      std::vector<std::string> arguments, std::string input) {
  process::Command command;
  command.argv = {"git"};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.directory = work_tree;
  command.environment["GIT_DIR"] = repository / ".git";
  command.environment["GIT_WORK_TREE"] = work_tree;
  command.environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
  command.environment["GIT_CONFIG_NOSYSTEM"] = "1";
  command.environment["GIT_ATTR_NOSYSTEM"] = "1";
  command.environment["HOME"] = work_tree;
  command.input = std::move(input);
  return process::run(command);
}

std::string run(const fs::path& repository, const std::vector<std::string>& arguments, std::string input) {
  const process::Result result = start(repository, repository, arguments, std::move(input));
  if (!result.ok()) throw std::runtime_error("git " + arguments.front() + ": " + result.error);
  return result.output;
}

/// Commits that stand for sides of a merge: each side's one parent is the base.
class Sides {
 public:
  int side(const Oid& base, const Oid& tree) { return commit({base_of(base), tree}); }

  std::vector<Oid> make(const fs::path& repository) {
    run(repository, {"fast-import", "--quiet", "--done"}, stream_ + "done\n");
    std::string names;
    for (std::size_t mark = 1; mark <= marks_.size(); ++mark)
      names += "refs/sides/" + std::to_string(mark) + "\n";
    const std::string ids = run(repository, {"cat-file", "--batch-check=%(objectname)"}, names);
    std::vector<Oid> commits;
    for (std::size_t at = 0; at < ids.size(); at += 41) commits.push_back(Oid::from_hex(ids.substr(at, 40)));
    return commits;
  }

 private:
  int base_of(const Oid& tree) { return commit({0, tree}); }

  int commit(const std::pair<int, Oid>& what) {
    const auto [known, fresh] = marks_.emplace(what, static_cast<int>(marks_.size()) + 1);
    if (!fresh) return known->second;
    const std::string mark = std::to_string(known->second);
    stream_ += "commit refs/sides/" + mark + "\nmark :" + mark + "\ncommitter O <o@x> 1 +0000\ndata 1\nx\n";
    if (what.first > 0) stream_ += "from :" + std::to_string(what.first) + "\ndeleteall\n";
    if (!what.second.is_zero()) stream_ += "M 040000 " + what.second.hex() + " \n";
    stream_ += "\n";
    return known->second;
  }

  std::map<std::pair<int, Oid>, int> marks_;
  std::string stream_;
};

std::string take_field(std::string_view& output) {
  const std::size_t end = output.find('\0');
  if (end == std::string_view::npos)
    throw std::runtime_error("git merge-tree --stdin stopped within an answer");
  std::string field(output.substr(0, end));
  output.remove_prefix(end + 1);
  return field;
}

MergeVerdict take_verdict(std::string_view& output) {
  MergeVerdict verdict;
  verdict.clean = take_field(output) == "1";
  verdict.tree = Oid::from_hex(take_field(output));
  // "name~side", where a file and a folder claim one name: the sides are this oracle's own commits.
  for (std::string path = take_field(output); !path.empty(); path = take_field(output))
    verdict.paths.push_back(path.substr(0, path.rfind('~')));
  std::sort(verdict.paths.begin(), verdict.paths.end());
  verdict.paths.erase(std::unique(verdict.paths.begin(), verdict.paths.end()), verdict.paths.end());
  return verdict;
}

using AttributeKey = std::map<std::string, std::string>;

AttributeKey key_of(const FileTree& attributes) {
  AttributeKey key;
  for (const auto& [path, file] : attributes) key.emplace(path, file.content);
  return key;
}

/// One process's worth of questions, all under the same attributes.
class Batch {
 public:
  Batch(const fs::path& repository, const FileTree& attributes) : repository_(repository) {
    for (const auto& [path, file] : attributes) write_file(work_tree_.path() / path, file.content);
  }

  std::vector<MergeVerdict> ask(const std::vector<std::string>& lines) {
    std::string input;
    for (const std::string& line : lines) input += line;
    const process::Result result =
        start(repository_, work_tree_.path(),
              {"merge-tree", "--write-tree", "--stdin", "--name-only", "--no-messages"}, std::move(input));
    if (result.signal != 0) return ask_in_halves(lines);
    if (!result.ok()) throw std::runtime_error("git merge-tree: " + result.error);
    std::vector<MergeVerdict> verdicts;
    for (std::string_view rest = result.output; !rest.empty();) verdicts.push_back(take_verdict(rest));
    if (verdicts.size() != lines.size())
      throw std::runtime_error("git merge-tree --stdin did not answer line for line");
    return verdicts;
  }

 private:
  /// One of these crashes git, and what it said of the others is lost with it.
  std::vector<MergeVerdict> ask_in_halves(const std::vector<std::string>& lines) {
    if (lines.size() == 1) return {{.clean = false, .crashed = true, .tree = {}, .paths = {}}};
    const auto middle = lines.begin() + static_cast<std::ptrdiff_t>(lines.size() / 2);
    std::vector<MergeVerdict> verdicts = ask({lines.begin(), middle});
    for (MergeVerdict& verdict : ask({middle, lines.end()})) verdicts.push_back(std::move(verdict));
    return verdicts;
  }

  const fs::path& repository_;
  TempDir work_tree_;
};

}  // namespace

std::vector<MergeVerdict> ask_git(const fs::path& repository, const std::vector<MergeQuestion>& questions) {
  Sides sides;
  std::vector<std::pair<int, int>> pairs;
  // git reads attributes once per process, so each set of them is a process of its own.
  std::map<AttributeKey, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const MergeQuestion& question = questions[i];
    pairs.emplace_back(sides.side(question.base, question.ours), sides.side(question.base, question.theirs));
    groups[key_of(question.attributes)].push_back(i);
  }
  const std::vector<Oid> commits = sides.make(repository);
  const auto commit = [&](int mark) { return commits.at(static_cast<std::size_t>(mark) - 1).hex(); };

  std::vector<MergeVerdict> verdicts(questions.size());
  for (const auto& [attributes, members] : groups) {
    std::vector<std::string> lines;
    for (const std::size_t i : members)
      lines.push_back(commit(pairs[i].first) + " " + commit(pairs[i].second) + "\n");
    std::vector<MergeVerdict> answers = Batch(repository, questions[members.front()].attributes).ask(lines);
    for (std::size_t k = 0; k < members.size(); ++k) verdicts[members[k]] = std::move(answers[k]);
  }
  return verdicts;
}

}  // namespace sluice::test
