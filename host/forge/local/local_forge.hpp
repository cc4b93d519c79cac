#pragma once
// The embedded forge: a bare repository and a SQLite database inside it (sluice-forge.sqlite), with GitHub's
// semantics. What refs say is derived from the refs at each read, so that a push needs no hook and a merge
// that was killed half-way reads as what it is.

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/forge/forge.hpp"

namespace sluice::forge {

using Clock = std::function<Time()>;
Time wall_clock();

/// What the owner of a repository may switch off; all are on at first.
enum class Setting : std::uint8_t { issues, commit_comments, merge_commits, code_scanning };

/// The contract, and what the other parties of a forge do: people, review bots, workflows, linters.
/// Everything that the contract's functions throw, these throw too. One thread at a time; any number of
/// processes.
class LocalForge : public Forge {
 public:
  virtual const std::filesystem::path& repository() const = 0;
  virtual const std::filesystem::path& database() const = 0;
  /// The full id of a branch's head or of a commit named by id; missing otherwise.
  virtual std::string commit(const std::string& branch_or_sha) = 0;
  virtual std::map<std::string, std::string> branches() = 0;  ///< Name to head.
  /// Every commit that a status, a run or a comment stands on, oldest word first.
  virtual std::vector<std::string> noted_commits() = 0;

  virtual std::vector<Pull> all_pulls() = 0;  ///< Newest first.
  /// A pull request from another repository, whose head is that commit and follows nothing.
  virtual Pull open_foreign(const std::string& repository, const std::string& base, const std::string& head,
                            const std::string& sha, const std::string& title, const std::string& body) = 0;
  virtual void reopen(Id pull) = 0;
  virtual void lock(Id number, bool locked) = 0;  ///< A locked conversation takes no comment and no reply.

  /// On the pull request's head unless a commit is named.
  virtual Review review(Id pull, const std::string& state, const std::string& body,
                        const std::optional<std::string>& sha) = 0;
  /// Without a line the finding is on the file. The path is any bytes.
  virtual Thread thread(Id pull, const std::string& path, const std::optional<std::int64_t>& line,
                        const std::string& body) = 0;
  virtual void resolve(const std::string& thread, bool resolved) = 0;
  virtual void outdate(const std::string& thread, bool outdated) = 0;  ///< An outdated thread has no line.

  virtual Status set_status(const std::string& sha, const std::string& context, const std::string& state,
                            const std::string& description) = 0;
  virtual std::vector<Status> status_history(const std::string& sha) = 0;  ///< Newest first, every context.
  /// Its log is any bytes.
  virtual Run add_run(const std::string& sha, const std::string& workflow, const std::string& status,
                      const std::optional<std::string>& conclusion,
                      const std::optional<std::string>& log) = 0;
  /// Without a log it keeps the one that it has.
  virtual void update_run(Id run, const std::string& status, const std::optional<std::string>& conclusion,
                          const std::optional<std::string>& log) = 0;

  virtual std::vector<Alert> alerts(const std::string& branch) = 0;  ///< Open and closed, oldest first.
  virtual Alert add_alert(const Alert& alert) = 0;  ///< Number, state and time are the forge's.
  virtual void close_alert(Id number) = 0;

  virtual std::vector<Issue> all_issues() = 0;  ///< Everybody's, oldest first.
  virtual void close_issue(Id number) = 0;

  virtual void set(Setting setting, bool on) = 0;
};

/// Opens the forge of a bare repository, acting as that login; makes the database where there is none.
/// live false: nothing is written, neither by a read that finds the refs moved nor by a call, which is
/// refused. Throws ForgeError for a folder that is no bare repository, a database that is none or of a newer
/// version, and a folder that cannot be written.
std::unique_ptr<LocalForge> open_local(const std::filesystem::path& bare_repository, std::string login,
                                       Clock clock = wall_clock, bool live = true);

/// The folder that a remote of the clone points to by path, whatever lies there. Throws ForgeError (refused)
/// where there is no such remote, or it leads off this machine.
std::filesystem::path remote_repository(const std::filesystem::path& clone, const std::string& remote);

/// The bare repository that a folder means: itself, or the one that a remote of the clone points to by path.
/// Throws ForgeError (refused) where the folder is neither.
std::filesystem::path forge_repository(const std::filesystem::path& folder,
                                       const std::string& remote = "origin");

}  // namespace sluice::forge
