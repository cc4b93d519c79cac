#pragma once
// The working side: one clone in which people and agents commit to the queue, and the remote that it pushes
// to.

#include <optional>
#include <string>
#include <vector>

#include "host/effects/world.hpp"
#include "host/git/clone.hpp"
#include "host/pipeline/pipeline.hpp"

namespace sluice::queue {

/// A person must do something first: what, where, and what to do. Nothing was changed.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct SideOptions {
  std::filesystem::path repository;  ///< A folder of the clone's work tree.
  std::int64_t now = 0;              ///< Seconds since 1970: when commits that are made anew are committed.
  bool dry_run = false;              ///< Nothing is written to the clone, the remote or the forge.
};

/// The clone and the git core over it. One thread. Making it throws git::GitError for a clone that cannot be
/// used, and writes nothing.
class Side {
 public:
  Side(const pipeline::Repository& names, const SideOptions& options);

  const snapshot::Branches& names() const { return names_; }
  const std::string& remote_name() const { return remote_name_; }
  const git::CloneFolders& folders() const { return folders_; }
  const effects::GitCore& git() const { return git_; }
  bool dry_run() const { return dry_run_; }

  /// Reads the four branches afresh, objects brought. Throws git::RemoteOutage.
  snapshot::Heads fetch();

  /// git in the clone for what concerns the work tree: its filters and line endings are the clone's, its
  /// hooks are nobody's. Not run yet.
  process::Command work_tree_command(std::vector<std::string> arguments) const;
  /// The same, run. Throws git::GitError with git's own words unless it exits 0; answers standard output.
  std::string must(const std::vector<std::string>& arguments, std::string input = {}) const;

  /// Puts the objects of a commit that the clone may lack where it keeps its own. `known` are commits that it
  /// has.
  void hand_over(const git::Oid& commit, const std::vector<git::Oid>& known);

  /// A person's own push: the clone's pre-push hook is asked. What is pushed is handed over first, so that
  /// what such a hook makes of it is the clone's, too.
  git::PushResult push(git::Push push);

 private:
  snapshot::Branches names_;
  std::string remote_name_;
  bool dry_run_;
  git::CloneFolders folders_;
  git::Scratch scratch_;
  git::ObjectStore store_;
  git::History history_;
  git::Picker picker_;
  git::Knots knots_;
  git::Remote remote_;
  effects::GitCore git_;
};

/// Those of the heads that are there, none twice.
std::vector<git::Oid> present(const std::vector<std::optional<git::Oid>>& heads);

/// "0123456789 (Subject)", safe to print.
std::string named(const Side& side, const git::Oid& commit);

/// "a, b and 3 more", safe to print.
std::string listed(const std::vector<std::string>& paths);

}  // namespace sluice::queue
