#include "host/queue/checkout.hpp"

#include "host/report/inert_text.hpp"

namespace sluice::queue {
namespace fs = std::filesystem;
namespace {

std::string_view take(std::string_view& rest, char until) {
  const auto end = std::min(rest.find(until), rest.size());
  const auto field = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return field;
}

/// How many fields stand before the path of a line of that kind.
int fields_before_path(char kind) {
  return kind == 'u' ? 10 : 8;  // "u XY sub m1 m2 m3 mW h1 h2 h3 PATH", "1 XY sub mH mI mW hH hI PATH"
}

std::string how_to_end(const std::string& operation) {
  if (operation == "bisect") return "`git bisect reset`";
  return "`git " + operation + " --continue`, or `git " + operation + " --abort`";
}

}  // namespace

std::string open_operation(const fs::path& git_folder) {
  const auto there = [&](const char* name) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(git_folder / name, ignored));
  };
  if (there("rebase-merge")) return "rebase";
  if (there("rebase-apply")) return there("rebase-apply/applying") ? "am" : "rebase";
  if (there("MERGE_HEAD")) return "merge";
  if (there("CHERRY_PICK_HEAD")) return "cherry-pick";
  if (there("REVERT_HEAD")) return "revert";
  if (there("sequencer")) return "cherry-pick";
  if (there("BISECT_LOG")) return "bisect";
  return {};
}

void read_status(std::string_view output, Checkout& into) {
  while (!output.empty()) {
    auto line = take(output, '\0');
    if (line.size() < 4 || (line[0] != '1' && line[0] != 'u')) continue;
    const char index = line[2], tree = line[3];
    for (int field = fields_before_path(line[0]); field > 0; --field) take(line, ' ');
    if (index != '.') into.staged.emplace_back(line);
    if (tree != '.') into.changed.emplace_back(line);
  }
}

Checkout look_at(const Side& side) {
  Checkout checkout;
  checkout.operation = open_operation(side.folders().git);
  std::error_code ignored;
  checkout.locked = fs::exists(side.folders().git / "index.lock", ignored);
  const auto head = process::run(side.work_tree_command({"symbolic-ref", "-q", "HEAD"}));
  static constexpr std::string_view kHeads = "refs/heads/";
  const std::string_view ref = std::string_view(head.output).substr(0, head.output.find('\n'));
  if (head.ok() && ref.starts_with(kHeads)) checkout.branch = ref.substr(kHeads.size());
  const auto commit = process::run(side.work_tree_command({"rev-parse", "--verify", "-q", "HEAD^{commit}"}));
  if (commit.ok()) checkout.head = git::Oid::parse(std::string_view(commit.output).substr(0, 40));
  read_status(side.must({"status", "--porcelain=v2", "-z", "--untracked-files=no", "--no-renames",
                         "--ignore-submodules=dirty", "--no-ahead-behind"}),
              checkout);
  return checkout;
}

std::optional<std::string> in_the_way(const Checkout& checkout, const std::string& queue) {
  const std::string branch = report::one_line(queue);
  if (!checkout.operation.empty()) {
    return "a " + checkout.operation +
           " is open in this work tree; end it first: " + how_to_end(checkout.operation) +
           " (if you did not begin it, whoever did will)";
  }
  if (!checkout.branch) return "HEAD is detached; switch to the queue first: `git switch " + branch + "`";
  if (*checkout.branch != queue) {
    return "this work tree is on " + report::one_line(*checkout.branch) +
           ", and only the queue is pushed: `git switch " + branch + "`";
  }
  if (!checkout.head) return "the branch " + branch + " has no commit yet";
  if (checkout.locked) {
    return "the index is locked (index.lock): another git is at work in this clone, or was killed; when none "
           "is, remove that file";
  }
  if (!checkout.staged.empty()) {
    return "staged and not committed: " + listed(checkout.staged) +
           "; commit it, or wait until whoever works on it has";
  }
  if (!checkout.changed.empty()) {
    return "changed and not committed: " + listed(checkout.changed) +
           "; commit it, or wait until whoever works on it has";
  }
  return std::nullopt;
}

}  // namespace sluice::queue
