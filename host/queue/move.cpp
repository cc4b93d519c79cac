#include "host/queue/move.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <set>

#include "host/git/words.hpp"
#include "host/process/spawn.hpp"
#include "host/report/inert_text.hpp"

namespace sluice::queue {
namespace fs = std::filesystem;
namespace {

using git::Oid;

/// What stops a process waits until this is gone: half a move is worse than a late end.
class Uninterrupted {
 public:
  Uninterrupted() {
    sigset_t stop;
    sigemptyset(&stop);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&stop, signal);
    pthread_sigmask(SIG_BLOCK, &stop, &before_);
  }
  ~Uninterrupted() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;

 private:
  sigset_t before_{};
};

/// The index, held as git holds it: no other git stages or commits meanwhile. What is done is done to a copy
/// beside it, which takes its place in the end.
class HeldIndex {
 public:
  explicit HeldIndex(const fs::path& git_folder)
      : index_(git_folder / "index"),
        lock_(git_folder / "index.lock"),
        copy_(git_folder / "index.sluice"),
        held_(::open(lock_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666)) {
    std::error_code error;
    if (!held_.open()) return;
    // What a killed one left: whoever holds the index is alone with it.
    fs::remove(copy_, error);
    fs::remove(fs::path(copy_.string() + ".lock"), error);
    if (fs::exists(index_)) {
      fs::copy_file(index_, copy_, fs::copy_options::overwrite_existing, error);
      if (error) failed_ = error.message();
    }
  }
  ~HeldIndex() {
    if (!held_.open()) return;
    std::error_code ignored;
    fs::remove(copy_, ignored);
    fs::remove(lock_, ignored);
  }
  HeldIndex(const HeldIndex&) = delete;
  HeldIndex& operator=(const HeldIndex&) = delete;

  /// Why it is not held; nullopt when it is.
  std::optional<std::string> fault() const {
    if (!held_.open()) {
      return "another git holds " + lock_.string() +
             "; run it again when that is done (a git that was killed leaves "
             "the file behind: remove it then)";
    }
    if (!failed_.empty()) return "the index could not be copied to " + copy_.string() + ": " + failed_;
    return std::nullopt;
  }
  process::Result git(const Side& side, std::vector<std::string> arguments) const {
    auto command = side.work_tree_command(std::move(arguments));
    command.environment["GIT_INDEX_FILE"] = copy_.string();
    return process::run(command);
  }
  void put() const { fs::rename(copy_, index_); }

 private:
  fs::path index_, lock_, copy_;
  process::Descriptor held_;
  std::string failed_;
};

std::vector<std::string> two_trees(bool rehearse, const Oid& from, const Oid& to) {
  std::vector<std::string> arguments = {"read-tree", "-m", "-u", "--no-recurse-submodules"};
  if (rehearse) arguments.emplace_back("-n");
  arguments.push_back(from.hex());
  arguments.push_back(to.hex());
  return arguments;
}

/// The paths that a tree has and the other has not, and the reverse.
struct Places {
  std::vector<std::string> added;
  std::set<std::string, std::less<>> gone;
};

Places places(const Side& side, const Oid& from, const Oid& to) {
  side.git().store.flush();
  Places places;
  const auto listing = side.git().scratch.must(
      {"diff-tree", "-r", "-z", "--no-renames", "--name-status", from.hex(), to.hex()});
  std::string_view rest = listing;
  const auto take = [&rest] {
    const auto field = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(field.size() + 1, rest.size()));
    return field;
  };
  while (!rest.empty()) {
    const auto status = take();
    const auto path = take();
    if (status == "A") places.added.emplace_back(path);
    if (status == "D") places.gone.emplace(path);
  }
  return places;
}

/// What stands at a path, or at the first folder above it that is none.
std::optional<std::string> standing_at(const fs::path& root, const std::string& path,
                                       const std::set<std::string, std::less<>>& gone) {
  for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1)) {
    const std::string above = path.substr(0, end);
    if (gone.contains(above)) return std::nullopt;
    std::error_code ignored;
    const auto status = fs::symlink_status(root / above, ignored);
    if (!fs::exists(status)) return std::nullopt;
    if (!fs::is_directory(status)) return above;
  }
  std::error_code ignored;
  const auto status = fs::symlink_status(root / path, ignored);
  // Whether a folder holds anything untracked is git's to say.
  if (!fs::exists(status) || fs::is_directory(status)) return std::nullopt;
  return path;
}

}  // namespace

std::vector<std::string> would_overwrite(const Side& side, const Oid& from, const Oid& to) {
  std::set<std::string> found;
  const auto [added, gone] = places(side, from, to);
  for (const auto& path : added) {
    if (auto standing = standing_at(side.folders().root, path, gone)) found.insert(std::move(*standing));
  }
  return {found.begin(), found.end()};
}

std::optional<std::string> make_ready(Side& side, const Oid& from, const Oid& to) {
  if (from == to) return std::nullopt;
  if (const auto standing = would_overwrite(side, from, to); !standing.empty()) {
    return "no commit holds " + listed(standing) +
           ", and the queue has a file of its own there: move it away first";
  }
  if (side.dry_run()) return std::nullopt;
  side.hand_over(to, {from});
  const HeldIndex index(side.folders().git);
  if (auto fault = index.fault()) return fault;
  index.git(side, {"update-index", "-q", "--refresh"});
  const auto result = index.git(side, two_trees(true, from, to));
  if (result.ok()) return std::nullopt;
  return "git would not move the work tree: " + git::inert_words(result.error);
}

std::optional<std::string> move(const Side& side, const std::string& branch, const Oid& from, const Oid& to,
                                const std::string& reflog) {
  const Uninterrupted uninterrupted;
  const HeldIndex index(side.folders().git);
  if (auto fault = index.fault()) return fault;
  const auto head = process::run(side.work_tree_command({"symbolic-ref", "-q", "HEAD"}));
  if (head.output != "refs/heads/" + branch + "\n") {
    return "the work tree was switched from " + report::one_line(branch) + " to another branch meanwhile";
  }
  index.git(side, {"update-index", "-q", "--refresh"});
  if (const auto moved = index.git(side, two_trees(false, from, to)); !moved.ok()) {
    return "git did not move the work tree: " + git::inert_words(moved.error);
  }
  const auto swapped = process::run(
      side.work_tree_command({"update-ref", "-m", reflog, "refs/heads/" + branch, to.hex(), from.hex()}));
  if (!swapped.ok()) {
    index.git(side, two_trees(false, to, from));
    return "the branch " + report::one_line(branch) + " moved meanwhile: " + git::inert_words(swapped.error);
  }
  index.put();
  process::run(side.work_tree_command({"update-ref", "ORIG_HEAD", from.hex()}));
  return std::nullopt;
}

}  // namespace sluice::queue
