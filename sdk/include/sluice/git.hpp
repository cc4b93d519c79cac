#pragma once
// Readings of history and new commits, made in the pass's scratch repository. Nothing here reaches a remote.

#include <optional>
#include <string>
#include <vector>

#include "sluice/facts.hpp"

namespace sluice {

struct Trailers {
  std::vector<std::string> express, repairs;
  std::vector<std::int64_t> answers, drains;
};

struct CommitInfo {
  Sha sha, tree;
  std::vector<Sha> parents;
  std::string subject, message, author;  ///< Raw bytes.
  Time author_time = 0;
  Trailers trailers;
  std::vector<Sha> copies;  ///< What its copy lines name.
};

struct Owed {
  Sha sha;
  std::string subject;
  bool claimed = false;
  std::vector<std::int64_t> answers, drains;
  std::string why;
};

struct Shed {
  Sha sha;
  std::string subject, verdict, why;
  std::optional<Sha> by;
};

struct OwedSet {
  std::vector<Owed> owed;
  std::vector<Shed> shed;
};

struct PickResult {
  enum class Verdict : std::uint8_t { applied, empty, conflict };
  Sha commit;
  Verdict verdict = Verdict::conflict;
  std::optional<Sha> sha;          ///< The commit it made.
  std::vector<std::string> paths;  ///< Conflicted ones, raw bytes.
};

struct ReplayResult {
  Sha tip;
  std::vector<PickResult> picks;
  std::optional<PickResult> conflict;
};

struct FoldResult {
  enum class Verdict : std::uint8_t { merged, already, conflict };
  Verdict verdict = Verdict::conflict;
  std::optional<Sha> sha;
  std::vector<std::string> paths;
};

/// A file that a command makes anew from the others, never merged.
struct Lockfile {
  std::string path;
  std::vector<std::string> command;
  std::int64_t seconds = 600;
};

class Git {
 public:
  explicit Git(const Host& host) : host_(&host) {}
  std::vector<CommitInfo> log(const std::vector<Sha>& shas) const;
  std::vector<CommitInfo> log(const Sha& from, const Sha& to) const;  ///< from..to, oldest first.
  OwedSet owed(const Sha& upstream, const Sha& head) const;
  std::vector<Owed> claims() const;
  bool is_ancestor(const Sha& ancestor, const Sha& of) const;
  std::optional<Sha> merge_base(const Sha& a, const Sha& b) const;
  PickResult pick(const Sha& commit, const Sha& onto, bool keep_empty = false) const;
  ReplayResult replay(const std::vector<Sha>& commits, const Sha& onto,
                      const std::optional<Lockfile>& lockfile) const;
  FoldResult fold(const Sha& candidate, const Sha& main, const std::optional<Lockfile>& lockfile) const;
  std::int64_t count(const Sha& head, const Sha& main, std::int64_t at_most) const;
  std::int64_t files(const Sha& commit) const;

 private:
  const Host* host_;
};

}  // namespace sluice
