#pragma once
// A work tree in a repository of its own, in the host: where commands and agent programs work.

#include <optional>
#include <string>
#include <vector>

#include "sluice/facts.hpp"

namespace sluice {

/// What is found in it at first.
struct Layout {
  Sha at;                           ///< Checked out on a branch of its own.
  std::vector<Sha> picks = {};      ///< One cherry-pick sequence on top of it, up to its first conflict.
  std::optional<Sha> merging = {};  ///< A merge of this on top of it, up to its conflict.
  bool recorded = false;            ///< What git recorded in the clone (rerere) is applied to the conflict.
};

/// What somebody left there.
struct Left {
  std::optional<Sha> head;  ///< None: no commit can be read; fault says why.
  std::string fault;
  std::string operation;  ///< "cherry-pick", "merge", ...: one that is still open; else empty.
  std::vector<std::string>
      dirty;  ///< Paths, raw bytes, that no commit holds as they lie; untracked ones too.
};

/// What keeps a work tree from holding a finished piece of work: no commit, an operation left open, files
/// that no commit holds. For people; nullopt for none.
std::optional<std::string> unfinished(const Left& left);

/// How a command ended.
struct CommandEnd {
  bool ok = false;
  std::string reason;  ///< Of its end, for people.
  std::string tail;    ///< What it printed last: outside data, raw bytes.
};

/// How an agent program ended.
struct Ended {
  enum class Kind : std::uint8_t { not_started, limited, failed, finished };
  Kind kind = Kind::not_started;
  std::string reason;
  bool missing = false;          ///< The program is not there or may not be executed.
  std::optional<Time> lifts_at;  ///< limited.
  std::string tail;              ///< Its own last lines: outside data, raw bytes.
};

/// Borrows the host, which outlives it; gone there with this object, at the latest when the stage ends.
/// Thread: the one that entered the stage. Throws HostFault where git fails over it.
class WorkTree {
 public:
  WorkTree(const Host& host, const Layout& layout);
  ~WorkTree();
  WorkTree(const WorkTree&) = delete;
  WorkTree& operator=(const WorkTree&) = delete;

  /// Paths, raw bytes, in conflict when it had been laid out.
  const std::vector<std::string>& unmerged() const { return unmerged_; }
  /// Runs a command there to its end, given nothing of the host's environment but what a program needs.
  CommandEnd run(const std::vector<std::string>& command, std::int64_t seconds) const;
  /// The files as that commit has them, on a repository made anew; ignored files stay.
  void reset(const Sha& at) const;
  Left look() const;
  /// Its objects come into the pass, each checked. Answers what is missing or broken, which is the fault of
  /// who made them; nullopt where all came.
  [[nodiscard]] std::optional<std::string> take(const Sha& head) const;
  Sha snapshot() const;  ///< A tree of the files as they lie, ignored ones left out.
  /// A file that was left in $SLUICE_OUT, raw bytes, at most so many.
  std::optional<std::string> file(const std::string& name, std::int64_t at_most = 1'048'576) const;

  /// What came of asking for a session: its number, or why there is none now.
  struct Start {
    std::optional<std::int64_t> session;
    std::string reason;
    std::optional<std::int64_t> wake_after;  ///< Seconds.
  };
  /// Starts the agent program of a step with the prompt. HostFault where the manifest does not list the step.
  Start start(const std::string& step, const std::string& prompt) const;
  Ended wait(std::int64_t session) const;  ///< To its end.

 private:
  const Host* host_;
  std::int64_t work_ = 0;
  std::vector<std::string> unmerged_;
};

}  // namespace sluice
