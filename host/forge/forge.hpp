#pragma once
// Where pull requests live. One contract for every forge; plain data, times in whole seconds since 1970
// (UTC). Authors are logins with one spelling: a bot's is "name[bot]" on every forge, whichever API told it.

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace sluice::forge {

using Time = std::int64_t;
using Id = std::int64_t;

enum class State : std::uint8_t { open, closed, merged };

struct Pull {
  Id number = 0;
  State state = State::open;
  std::string head, base;  ///< Branch names.
  bool foreign = false;    ///< The head lives in another repository (a fork).
  std::string head_sha;    ///< 40 hex; of a merged or closed one, the head it had then.
  std::string title, body, author, url;
  Time created_at = 0, updated_at = 0;
  std::optional<Time> merged_at;
  std::optional<std::string> merge_sha;  ///< The commit on base that merged it.
};

struct Comment {
  Id id = 0;
  std::string author, body;
  Time created_at = 0, updated_at = 0;
};

struct Review {
  Id id = 0;
  std::string author, body;
  std::optional<std::string> sha;
  std::string state;  ///< COMMENTED, APPROVED, CHANGES_REQUESTED, DISMISSED, PENDING, or one not known yet.
  std::optional<Time> submitted_at;
};

struct Thread {
  std::string id;
  bool resolved = false, outdated = false;
  std::string path;  ///< Raw bytes.
  std::optional<std::int64_t> line;
  std::vector<Comment> comments;  ///< Oldest first; the first is the finding.
};

struct Status {
  std::string context, state, description;  ///< state: pending, success, failure, error.
  std::string author;                       ///< Who set it; empty where the account is gone.
  Time updated_at = 0;
};

struct Run {
  Id id = 0;
  std::string workflow, status, url;
  std::optional<std::string> conclusion;
};

struct Issue {
  Id number = 0;
  bool open = true;
  std::string title, body, author;
  Time created_at = 0, updated_at = 0;
};

struct Alert {
  Id number = 0;
  bool open = true;
  std::string branch, rule, severity, path, message;  ///< The path is any bytes.
  std::optional<std::int64_t> line;
  Time created_at = 0;
  std::string url;
};

struct OpenAlerts {
  bool on = true;  ///< false: the forge has no code scanning here, or does not let us read it.
  std::vector<Alert> alerts;
};

/// Of a failed run's log no more is read: the end of it, which says what failed.
constexpr std::size_t longest_run_log = 4 * 1024 * 1024;

/// What a forge refused or could not do. `kind` is what a caller may act on; what() is for people.
/// disabled: the owner switched that off for the whole repository.
struct ForgeError : std::runtime_error {
  enum class Kind : std::uint8_t { stale, refused, missing, outage, disabled };
  ForgeError(Kind kind, const std::string& what) : std::runtime_error(what), kind(kind) {}
  Kind kind;
};

/// Every read is fresh. One thread at a time.
class Forge {
 public:
  virtual ~Forge() = default;

  virtual std::string viewer() = 0;
  /// Pull requests from head into base of this repository and of forks (said by `foreign`), newest first.
  virtual std::vector<Pull> pulls(const std::string& base, const std::string& head) = 0;
  virtual std::optional<Pull> pull(Id number) = 0;
  /// Whether the forge's own merge of an open pull request would be free of conflicts. It may merge by other
  /// rules than git does in a clone: none heeds a tree's .gitattributes. nullopt: not open, or not known yet.
  virtual std::optional<bool> mergeable(Id number) = 0;
  /// The newest of each author in each context: whoever may set statuses may use any context, and must hide
  /// nobody's.
  virtual std::vector<Status> statuses(const std::string& sha) = 0;
  virtual std::vector<Comment> comments(Id pull) = 0;  ///< Oldest first, as the next two.
  virtual std::vector<Comment> commit_comments(const std::string& sha) = 0;  ///< None for a commit it lacks.
  virtual std::vector<Review> reviews(Id pull) = 0;
  virtual std::vector<Thread> threads(Id pull) = 0;
  virtual std::vector<Run> runs(const std::string& sha) = 0;  ///< Newest of each workflow.
  /// The raw log of a run's failed jobs, any bytes, at most longest_run_log, the end of it; empty where there
  /// is none (any more). missing: there is no such run.
  virtual std::string run_log(Id run) = 0;
  virtual OpenAlerts open_alerts(const std::string& branch) = 0;  ///< Of code scanning, oldest first.
  virtual std::vector<Issue> issues() = 0;  ///< The viewer's own, open and closed, oldest first.

  virtual Pull open(const std::string& base, const std::string& head, const std::string& title,
                    const std::string& body) = 0;  ///< stale: one is open already; refused: nothing between.
  /// Makes a merge commit on base; stale when the head is another, or base moved, or they conflict.
  virtual std::string merge(Id pull, const std::string& expected_head) = 0;
  virtual void close(Id pull) = 0;
  virtual Comment comment(Id pull, const std::string& body) = 0;
  virtual Comment comment_commit(const std::string& sha, const std::string& body) = 0;
  virtual void edit_comment(Id comment, const std::string& body) = 0;
  virtual Issue open_issue(const std::string& title, const std::string& body) = 0;
  virtual Comment reply(Id pull, Id comment, const std::string& body) = 0;  ///< To a thread's first comment.
};

}  // namespace sluice::forge
