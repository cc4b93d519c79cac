#pragma once
// The scratch repository of a pass: bare, configured by nobody, the clone's objects as alternates, thrown
// away whole.

#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "host/process/child.hpp"
#include "host/process/temporary_folder.hpp"

namespace sluice::git {

/// What git or the repository refused: what was tried, on what, what was found, what to do.
struct GitError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A remote that was not reached, that broke off, or that answered as no git remote does: nobody refused
/// anything, and a later try may find it well.
struct RemoteOutage : GitError {
  using GitError::GitError;
};

/// What git runs in: that repository, no configuration but its own, no replace refs, no questions, LC_ALL=C.
process::Environment pinned_environment(const std::filesystem::path& directory);

/// Gone from the disk with this object. Its functions may be called from any thread.
class Scratch {
 public:
  /// Opens the clone (work tree or bare; a linked work tree too) and makes the scratch repository in TMPDIR.
  /// Throws GitError for a folder that is no repository, a shallow or partial one, sha256 and reftable, each
  /// by name.
  explicit Scratch(const std::filesystem::path& clone);
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& directory() const { return directory_; }
  /// The clone's folder as given, made absolute; the root of its work tree or its git folder when bare.
  const std::filesystem::path& clone() const { return clone_; }
  /// The scratch repository's own object folder.
  const std::filesystem::path& objects() const { return objects_; }
  /// The clone's object folder and those it borrows from: what the scratch repository borrows.
  const std::vector<std::filesystem::path>& alternates() const { return alternates_; }

  /// git in the scratch repository, in a pinned environment (no config but the scratch's, no replace refs,
  /// LC_ALL=C).
  process::Result git(std::vector<std::string> arguments, std::string input = {}) const;
  /// The same, throwing GitError with git's own words unless it exits 0; answers standard output.
  std::string must(const std::vector<std::string>& arguments, std::string input = {}) const;
  /// git as a child of the user's clone, with the user's configuration and what reaching a remote needs; not
  /// run yet, so that the caller may add to its environment. The only way that git runs outside the scratch
  /// repository.
  process::Command clone_command(std::vector<std::string> arguments) const;

 private:
  std::optional<process::TemporaryFolder> folder_;
  std::filesystem::path clone_, directory_, objects_;
  std::vector<std::filesystem::path> alternates_;
};

}  // namespace sluice::git
