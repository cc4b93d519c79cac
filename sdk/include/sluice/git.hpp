#pragma once
// Readings of history and new commits, made in the pass's scratch repository. Nothing here reaches a remote.

#include <optional>
#include <string>
#include <vector>

#include "sluice/facts.hpp"

namespace sluice {

struct Trailers {  ///< Read from the whole message.
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

/// A commit that is not upstream yet.
struct Owed {
  Sha sha;
  std::string subject;   ///< Raw bytes.
  bool claimed = false;  ///< For the express lane.
  std::vector<std::int64_t> answers, drains;
  std::string why;  ///< The fact that decided, for people.
};

/// A commit that is not to be carried upstream.
struct Shed {
  Sha sha;
  std::string subject;    ///< Raw bytes.
  std::string verdict;    ///< "copied", "equal", "empty", "upstream" or "merge".
  std::string why;        ///< As above.
  std::optional<Sha> by;  ///< The commit upstream that discharged it.
};

/// A merge that decided something itself: its branch cannot be carried commit by commit.
struct Knot {
  Sha sha;
  std::string subject, why;
};

struct OwedSet {
  std::vector<Owed> owed;  ///< In queue order, oldest first.
  std::vector<Shed> shed;
  std::optional<Knot> knot = {};  ///< Then nothing of the branch may be carried.
};

struct PickResult {
  enum class Verdict : std::uint8_t { applied, empty, conflict };
  Sha commit;  ///< The one that was picked.
  Verdict verdict = Verdict::conflict;
  std::optional<Sha> sha;          ///< The commit it made.
  std::vector<std::string> paths;  ///< Conflicted ones, raw bytes.
};

struct ReplayResult {
  Sha tip;                             ///< The last commit made; where none was, the commit replayed onto.
  std::vector<PickResult> picks;       ///< In order, those that came out.
  std::optional<PickResult> conflict;  ///< The one that it stopped at.
};

struct FoldResult {
  enum class Verdict : std::uint8_t { merged, already, conflict };
  Verdict verdict = Verdict::conflict;
  std::optional<Sha> sha;          ///< merged: the merge commit, candidate first.
  std::vector<std::string> paths;  ///< conflict: where, raw bytes.
};

/// A commit made of a tree that somebody resolved, or what is wrong with that tree.
struct Resolution {
  std::optional<Sha> sha;
  std::string fault;  ///< For people: a path that git merges by itself, a conflict's marks that were left.
};

/// A file that a command makes anew from the others, never merged.
struct Lockfile {
  std::string path;                  ///< From the tree's root, raw bytes.
  std::vector<std::string> command;  ///< Arguments, the program first; run in a work tree of its own.
  std::int64_t seconds = 600;        ///< After which it is killed, and the conflict stays.
};

/// Borrows the host, which outlives it; answers are the caller's own. Thread: the one that entered the stage.
/// Throws HostFault for a commit that is not there and where git fails; a conflict is an answer.
class Git {
 public:
  explicit Git(const Host& host) : host_(&host) {}
  std::vector<CommitInfo> log(const std::vector<Sha>& shas) const;    ///< Those, in that order.
  std::vector<CommitInfo> log(const Sha& from, const Sha& to) const;  ///< from..to, oldest first.
  OwedSet owed(const Sha& upstream, const Sha& head) const;           ///< main is always upstream, too.
  /// The queue's commits owed to main and develop that claim the lane; none that fixes reaches.
  std::vector<Owed> claims() const;
  bool is_ancestor(const Sha& ancestor, const Sha& of) const;  ///< A commit is its own.
  std::optional<Sha> merge_base(const Sha& a, const Sha& b) const;
  /// As `git cherry-pick -x` does; HostFault for a merge. keep_empty: one that changes nothing is made, too.
  PickResult pick(const Sha& commit, const Sha& onto, bool keep_empty = false) const;
  /// Picks in order until one conflicts, empty ones kept; a conflict at the lockfile alone is rebuilt.
  ReplayResult replay(const std::vector<Sha>& commits, const Sha& onto,
                      const std::optional<Lockfile>& lockfile) const;
  /// Merges main into the candidate, as git does; a conflict at the lockfile alone is rebuilt.
  FoldResult fold(const Sha& candidate, const Sha& main, const std::optional<Lockfile>& lockfile) const;
  /// A new commit by the pass's own identity, or with the author and the date of another one.
  Sha commit(const Sha& tree, const std::vector<Sha>& parents, const std::string& message,
             const std::optional<Sha>& author_of = {}) const;
  /// A copy of the commit on `onto`, its author and message kept, with a tree that may differ from git's own
  /// pick at the conflicted paths and nowhere else.
  Resolution resolved(const Sha& commit, const Sha& onto, const Sha& tree) const;
  Resolution resolved_fold(const Sha& candidate, const Sha& main, const Sha& tree) const;  ///< Likewise.
  /// What keeps commits in a row from being the change between two trees in parts: one that changes a path
  /// which that leaves alone, or claims the lane for what it does not hold; nullopt where nothing does.
  std::optional<std::string> stray_part(const Sha& base_tree, const Sha& whole_tree,
                                        const std::vector<Sha>& parts) const;
  /// The files of the pull request that head would be, on its own side of main; renames are looked for only
  /// where there are more than at_most without.
  std::int64_t count(const Sha& head, const Sha& main, std::int64_t at_most) const;
  std::int64_t files(const Sha& commit) const;  ///< That one commit changes, renames counted once.

 private:
  const Host* host_;
};

}  // namespace sluice
