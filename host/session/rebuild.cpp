#include "host/session/rebuild.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "host/process/child.hpp"
#include "host/session/leftovers.hpp"
#include "host/session/session.hpp"

namespace sluice::session {

namespace fs = std::filesystem;

namespace {

/// A tree laid out on disk below the scratch repository, with an index of its own; gone with this object.
class LaidOut {
 public:
  LaidOut(const git::Scratch& scratch, const git::Oid& tree) : scratch_(scratch) {
    folder_ = scratch.directory() / ("rebuild-" + tree.brief());
    fs::create_directories(folder_ / "tree");
    fs::create_directories(folder_ / "home");
    git({"read-tree", tree.hex()});
    git({"checkout-index", "--all", "--force"});
  }
  ~LaidOut() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  LaidOut(const LaidOut&) = delete;
  LaidOut& operator=(const LaidOut&) = delete;

  fs::path tree() const { return folder_ / "tree"; }
  fs::path home() const { return folder_ / "home"; }
  /// Of this one alone: what is found by it was started here.
  std::string name() const {
    return scratch_.directory().filename().string() + "-" + folder_.filename().string();
  }

  /// git over this work tree and index; standard output. Throws GitError.
  std::string git(std::vector<std::string> arguments) const {
    std::vector<std::string> argv = {"git", "--work-tree=" + tree().string(), "-c", "core.bare=false"};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    process::Command command{.argv = argv, .directory = tree()};
    command.environment = git::pinned_environment(scratch_.directory());
    command.environment["GIT_INDEX_FILE"] = (folder_ / "index").string();
    const auto result = process::run(command);
    if (!result.ok()) throw git::GitError("git " + arguments.front() + " in a work tree: " + result.error);
    return result.output;
  }

 private:
  const git::Scratch& scratch_;
  fs::path folder_;
};

std::string tail(const std::string& text) {
  return text.substr(text.size() > 400 ? text.size() - 400 : 0);
}

std::optional<std::string> run_command(const LaidOut& layout, const Rebuild& how) {
  // A home of its own, and no repository in reach: it runs what a commit brought along.
  process::Environment environment;
  environment["PATH"] = process::minimal_environment()["PATH"];
  environment["LC_ALL"] = "C.UTF-8";
  environment["HOME"] = environment["TMPDIR"] = layout.home().string();
  environment["GIT_CEILING_DIRECTORIES"] = layout.home().parent_path().string();
  environment["GIT_CONFIG_NOSYSTEM"] = "1";
  environment["GIT_TERMINAL_PROMPT"] = "0";
  environment[std::string(kMark)] = layout.name();
  const auto result = process::run({.argv = how.command,
                                    .directory = layout.tree(),
                                    .environment = environment,
                                    .limit = std::chrono::seconds(how.seconds),
                                    .output_limit = 1024 * 1024});
  end_leftovers(kMark, layout.name());
  const std::string& name = how.command.front();
  if (!result.started) return "the command " + name + " did not start: " + result.error;
  if (result.timed_out)
    return "the command " + name + " ran longer than " + std::to_string(how.seconds) + " s";
  if (!result.ok()) {
    return "the command " + name + " ended with " + std::to_string(result.code) + ": " +
           tail(result.output + result.error);
  }
  return std::nullopt;
}

/// Paths other than the file's own that git sees changed, the first of them.
std::optional<std::string> touched_else(const LaidOut& layout, const std::string& path) {
  const std::string changes =
      layout.git({"status", "--porcelain", "-z", "--untracked-files=all", "--no-renames"});
  for (std::size_t at = 0; at < changes.size();) {
    const auto end = std::min(changes.find('\0', at), changes.size());
    // "XY path": what the index has against no commit is staged in the first column, and is none of the
    // command's.
    const std::string entry = changes.substr(at, end - at);
    if (entry.size() > 3 && entry[1] != ' ' && entry.substr(3) != path) return entry.substr(3);
    at = end + 1;
  }
  return std::nullopt;
}

Rebuilt refused(std::string reason) {
  return {std::nullopt, std::move(reason)};
}

/// A path of the tree itself: relative, and nowhere above or in a repository's own folder.
bool is_inside(const fs::path& path) {
  return path.is_relative() &&
         std::ranges::none_of(path,
                              [](const fs::path& part) {
                                return part == ".." || part == "." || part == ".git" || part.empty();
                              }) &&
         !path.empty();
}

}  // namespace

Rebuilt rebuild(const git::Scratch& scratch, git::ObjectStore& store, const git::Oid& tree,
                const Rebuild& how) {
  if (how.command.empty()) return refused("no command is configured to rebuild " + how.path);
  if (!is_inside(how.path)) return refused("the lockfile's path " + how.path + " is no path below the root");
  store.flush();
  const LaidOut layout(scratch, tree);
  const fs::path file = layout.tree() / fs::path(how.path);
  fs::remove(file);
  if (auto reason = run_command(layout, how)) return refused(*reason);
  if (auto other = touched_else(layout, how.path)) return refused("the command also changed " + *other);
  if (!fs::is_regular_file(fs::symlink_status(file)))
    return refused("the command left no file at " + how.path);
  layout.git({"add", "--force", "--", how.path});
  std::string made = layout.git({"write-tree"});
  store.refresh();
  return {git::Oid::from_hex(std::string_view(made).substr(0, 40)), ""};
}

}  // namespace sluice::session
