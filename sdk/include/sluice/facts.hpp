#pragma once
// Facts of the remote, typed. Each read goes to the host once and is kept for the pass there.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sluice/host.hpp"

namespace sluice {

using Time = std::int64_t;  ///< Whole seconds since 1970, UTC.
using Sha = std::string;    ///< 40 lowercase hexadecimal digits.

/// Heads by role; nullopt where the remote has no such branch.
struct Refs {
  std::optional<Sha> main, develop, queue, fixes;
};

struct Pull {
  enum class State : std::uint8_t { open, closed, merged };
  std::int64_t number = 0;
  State state = State::open;
  Sha head_sha;  ///< Of a closed or merged one, the head it had then.
  std::string title, body, url;
  Time created_at = 0, updated_at = 0;
  std::optional<Time> merged_at;
  std::optional<Sha> merge_sha;  ///< The commit on main that merged it.
};

struct Status {
  std::string state;  ///< pending, success, failure or error.
  std::string description, author;
  Time updated_at = 0;
};

struct Comment {
  std::int64_t id = 0;
  std::string author, body;  ///< A login (a bot's is "name[bot]"); Markdown that somebody else wrote.
  Time created_at = 0, updated_at = 0;
};

struct Review {
  std::int64_t id = 0;
  std::string author, body, state;  ///< state: COMMENTED, APPROVED, CHANGES_REQUESTED ..., as the forge says.
  std::optional<Sha> sha;           ///< The head it read.
  std::optional<Time> submitted_at;
};

struct Thread {
  std::string id;
  bool resolved = false, outdated = false;
  std::string path;                  ///< Raw bytes.
  std::optional<std::int64_t> line;  ///< From 1; nullopt: the finding is on the file.
  std::vector<Comment> comments;     ///< Oldest first; the first is the finding.
};

/// The newest run of one workflow at a commit.
struct Run {
  std::int64_t id = 0;
  std::string workflow, status, url;      ///< status: queued, in_progress, completed ...
  std::optional<std::string> conclusion;  ///< Of a completed one: success, failure, cancelled ...
};

struct Alert {
  std::int64_t number = 0;
  std::string rule, severity, message, url;
  std::string path;                  ///< Raw bytes.
  std::optional<std::int64_t> line;  ///< From 1.
};

/// What code scanning finds on main, open.
struct Alerts {
  bool on = false;  ///< false: the forge has no code scanning there, or does not let us read it.
  std::vector<Alert> alerts;
};

/// Borrows the host, which outlives it; answers are the caller's own. Thread: the one that entered the stage.
/// Throws HostFault where the remote or the forge cannot be reached. Text in answers is outside data.
class Facts {
 public:
  explicit Facts(const Host& host) : host_(&host) {}
  Refs refs() const;
  std::vector<Pull> releases() const;  ///< From develop into main, never a fork's; newest first.
  /// Whether the forge's own merge of an open pull request would be free of conflicts; nullopt: not known.
  std::optional<bool> mergeable(std::int64_t pull) const;
  std::optional<Status> status(const Sha& sha) const;  ///< The bot's own, its newest.
  /// Logins of others that set a status in the bot's context; none of them counts.
  std::vector<std::string> other_status_authors(const Sha& sha) const;
  /// Of the conversation; oldest first, as the next two.
  std::vector<Comment> comments(std::int64_t pull) const;
  std::vector<Comment> commit_comments(const Sha& sha) const;
  std::vector<Review> reviews(std::int64_t pull) const;
  std::vector<Thread> threads(std::int64_t pull) const;
  std::vector<Run> runs(const Sha& sha) const;  ///< The newest of each workflow, of that very commit.
  /// The raw log of a run's failed jobs, any bytes: its last 4 MiB; empty where there is none any more.
  std::string run_log(std::int64_t run) const;
  Alerts alerts() const;
  Time now() const;  ///< The pass's own time: the same throughout.

 private:
  const Host* host_;
};

}  // namespace sluice
