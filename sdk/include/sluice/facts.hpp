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

struct Refs {
  std::optional<Sha> main, develop, queue, fixes;
};

struct Pull {
  enum class State : std::uint8_t { open, closed, merged };
  std::int64_t number = 0;
  State state = State::open;
  Sha head_sha;
  std::string title, body, url;
  Time created_at = 0, updated_at = 0;
  std::optional<Time> merged_at;
  std::optional<Sha> merge_sha;
};

struct Status {
  std::string state, description, author;
  Time updated_at = 0;
};

struct Comment {
  std::int64_t id = 0;
  std::string author, body;
  Time created_at = 0, updated_at = 0;
};

struct Review {
  std::int64_t id = 0;
  std::string author, body, state;
  std::optional<Sha> sha;
  std::optional<Time> submitted_at;
};

struct Thread {
  std::string id;
  bool resolved = false, outdated = false;
  std::string path;
  std::optional<std::int64_t> line;
  std::vector<Comment> comments;
};

class Facts {
 public:
  explicit Facts(const Host& host) : host_(&host) {}
  Refs refs() const;
  std::vector<Pull> releases() const;  ///< Newest first.
  /// Whether the forge's own merge of an open pull request would be free of conflicts; nullopt: not known.
  std::optional<bool> mergeable(std::int64_t pull) const;
  std::optional<Status> status(const Sha& sha) const;  ///< The bot's own.
  /// Logins of others that set a status in the bot's context; none of them counts.
  std::vector<std::string> other_status_authors(const Sha& sha) const;
  std::vector<Comment> comments(std::int64_t pull) const;
  std::vector<Comment> commit_comments(const Sha& sha) const;
  std::vector<Review> reviews(std::int64_t pull) const;
  std::vector<Thread> threads(std::int64_t pull) const;
  Time now() const;

 private:
  const Host* host_;
};

}  // namespace sluice
