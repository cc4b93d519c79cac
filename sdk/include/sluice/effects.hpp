#pragma once
// The effect log: the one way out. An effect is applied when it is appended, after the host's own guards on a
// fresh read; its receipt is its result. What is done already is landed, so that a pass that was killed can
// be run again.

#include <optional>
#include <string>

#include "sluice/facts.hpp"

namespace sluice {

struct Receipt {
  enum class Kind : std::uint8_t { landed, stale, refused, would };
  Kind kind = Kind::refused;
  std::string reason;                  ///< A sentence for people; of a refusal, the guard's.
  std::optional<std::int64_t> number;  ///< landed: of what was opened, or the comment's id.
  /// Of a push that is stale: what the branch holds instead, its objects at hand. Of a merge: its commit.
  std::optional<Sha> at;
  bool disabled = false;  ///< refused: the owner switched that off for the whole repository.
  /// Done, or would be in a live pass: the facts show it from now on.
  bool done() const { return kind == Kind::landed || kind == Kind::would; }
};

/// Borrows the host, which outlives it. Thread: the one that entered the stage. Every function throws
/// HostFault where the effect is not granted to the stage, is malformed, or the remote or forge cannot be
/// reached. A push is a compare-and-swap: stale where the branch no longer holds `old`. Bodies are UTF-8,
/// posted as they are: inert() is the caller's.
class Effects {
 public:
  explicit Effects(const Host& host) : host_(&host) {}
  /// A fast-forward of the branch that is the kind's: "push.window" moves develop. old nullopt: none is
  /// there.
  Receipt push(const std::string& kind, const std::optional<Sha>& old, const Sha& target) const;
  /// Of "queue" or "fixes", the branch by its role; every commit that goes must be accounted for.
  /// old nullopt: it is made; stale where it is there.
  Receipt rewrite(const std::string& ref, const std::optional<Sha>& old, const Sha& target) const;
  /// Moves main to a fold of the release `pull`, whose head the review read.
  Receipt push_fold(std::int64_t pull, const Sha& head, const Sha& old, const Sha& target) const;
  Receipt merge(std::int64_t pull, const Sha& head) const;  ///< stale where the head is another.
  /// A release from develop into main; `head` is what develop was counted at.
  Receipt open(const Sha& head, const std::string& title, const std::string& body) const;
  /// One comment for each marker, which is Marker::line() and stands on its first line. Where a comment of
  /// ours carries the marker `replaces`, that one is edited to be this one, in place; else it is posted new.
  Receipt comment(std::int64_t pull, const std::string& marker, const std::string& body,
                  const std::string& replaces = "") const;
  Receipt comment_commit(const Sha& sha, const std::string& marker, const std::string& body,
                         const std::string& replaces = "") const;
  /// One issue for each marker among our own, closed ones included. Where issues are switched off it is
  /// refused, and says `disabled`. It may follow an act.
  Receipt issue(const std::string& title, const std::string& marker, const std::string& body) const;
  Receipt ask(std::int64_t pull) const;  ///< For a review, in the pipeline's own words.
  /// To the thread whose first comment has that id; one for each sha, which the body must name.
  Receipt reply(std::int64_t pull, std::int64_t comment, const Sha& sha, const std::string& body) const;
  /// Likewise, one for each marker, which stands on its first line.
  Receipt reply_marked(std::int64_t pull, std::int64_t comment, const std::string& marker,
                       const std::string& body) const;

 private:
  const Host* host_;
};

}  // namespace sluice
