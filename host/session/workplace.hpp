#pragma once
// Where a session works: a repository of its own with a work tree, which holds no remote, no credential and
// nobody's configuration. Only objects come back from it, by id.

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "host/git/object_store.hpp"
#include "host/git/scratch.hpp"

namespace sluice::session {

/// What a session finds in its work tree.
struct Layout {
  git::Oid at;                           ///< Checked out on a branch of its own.
  std::vector<git::Oid> picks = {};      ///< One cherry-pick sequence on top of it, up to its first conflict.
  std::optional<git::Oid> merging = {};  ///< A merge of this on top of it, up to its conflict.
  std::string author = {};               ///< "Name <address>": whom the session commits as.
  std::int64_t patience = 120;           ///< Seconds that git may take over what was left there.
  bool recorded = false;                 ///< What git recorded in the clone (rerere) is applied to conflicts.
};

/// What a session left there.
struct Left {
  std::optional<git::Oid> head;  ///< None: no commit of its own can be read; fault says why.
  std::string fault;
  std::string operation;  ///< "cherry-pick", "merge", ...: one that is still open; else empty.
  std::vector<std::string>
      dirty;  ///< Paths (raw bytes) that no commit holds as they lie; untracked ones too.
};

/// One thread. The folder goes with this object.
class Workplace {
 public:
  /// Flushes the store and lays the work tree out. Throws GitError.
  Workplace(const git::Scratch& scratch, git::ObjectStore& store, const Layout& layout);
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  /// Paths (raw bytes) that were in conflict when it had been laid out.
  const std::vector<std::string>& unmerged() const { return unmerged_; }
  const std::filesystem::path& tree() const { return tree_; }
  /// Beside the work tree, never in it: a home folder of its own, and where it leaves files for us.
  const std::filesystem::path& home() const { return home_; }
  const std::filesystem::path& out() const { return out_; }
  /// The folder that holds all of them.
  const std::filesystem::path& root() const { return folder_.path(); }

  /// The files as that commit has them and no other but ignored ones, on a repository made anew: no operation
  /// is open, and nothing that was set in the old one is left. Throws GitError.
  void reset(const git::Oid& at);
  /// A tree of the files as they lie, ignored ones that nobody tracked left out. Throws GitError.
  git::Oid snapshot() const;

  /// Object folders that its repository borrows from.
  std::vector<std::filesystem::path> lent() const;

  /// Reads what is there now. Runs no program that the session's files could name, and trusts no setting of
  /// theirs.
  Left look() const;
  /// Takes every object that the commit or tree needs into the scratch repository, each checked. Throws
  /// GitError for one that is missing or broken; nothing is kept then.
  void bring_back(const git::Oid& made) const;
  /// A file of out(), at most so many bytes of it; nullopt when there is none. A link is none.
  std::optional<std::string> file(const std::string& name, std::size_t at_most) const;

 private:
  std::string git(const std::vector<std::string>& arguments) const;
  bool is_what_was_made() const;
  void must_be_what_was_made() const;
  void make_own_repository() const;
  void lay_out(const Layout& layout) const;
  void lend_recorded_resolutions() const;
  std::vector<std::string> list_unmerged() const;
  process::Result trusted_git(std::vector<std::string> arguments, std::string input = {}) const;
  std::string trusted_must(const std::vector<std::string>& arguments) const;

  const git::Scratch& scratch_;
  git::ObjectStore& store_;
  process::TemporaryFolder folder_;
  std::filesystem::path tree_, home_, out_, trusted_;
  std::pair<std::uint64_t, std::uint64_t> made_;  ///< Device and number of the work tree's folder.
  std::chrono::seconds patience_;
  std::string config_;  ///< Of its own repository.
  std::vector<std::string> unmerged_;
  std::vector<git::Oid> given_;  ///< What the scratch repository had before the session began.
};

}  // namespace sluice::session
