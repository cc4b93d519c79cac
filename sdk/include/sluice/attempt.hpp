#pragma once
// One attempt of an agent program, from the comment that says it began to the one that says how it ended: the
// only way to count one, so that no step can count under one marker and record under another.

#include <functional>
#include <optional>
#include <string>

#include "sluice/ledger.hpp"
#include "sluice/stage.hpp"
#include "sluice/work.hpp"

namespace sluice {

/// Work for an agent, and where its attempts are remembered.
struct Task {
  std::string step;                  ///< What the attempts are counted as: "resolve", "fold", ...
  std::string agent;                 ///< The step of [agent.STEP] whose program does it.
  std::string key;                   ///< What it is about, as a marker's value: a commit, a release's head.
  std::optional<std::int64_t> pull;  ///< Their comments stand on this pull request,
  std::optional<Sha> commit;         ///< or on this commit.
  std::vector<Sha> once = {};        ///< Ids that the commit had before: comments on those count, too.
  std::string what;                  ///< "resolve the conflict that 0123456789 brings", for sentences.
  std::string against = {};  ///< More that the attempt was made against (main's head); a part of the basis.
  std::int64_t cap = 3;      ///< Attempts.
};

/// Whether the task may be tried now.
struct Turn {
  enum class Kind : std::uint8_t { free, exhausted, waiting };
  Kind kind = Kind::free;
  std::string reason;
  std::optional<std::int64_t> wake_after = {};  ///< waiting: seconds.
  Ledger ledger = {};
};

/// Reads only. Throws RedError where the pipeline has no agent for it; HostFault as the facts do.
Turn turn_of(const Pass& pass, const Task& task);

/// What came of it.
struct Attempted {
  enum class Kind : std::uint8_t {
    proved,
    failed,     ///< It counts; to be tried again in a minute.
    waiting,    ///< Nothing was tried, or nothing that counts.
    exhausted,  ///< Every attempt was spent before.
  };
  Kind kind = Kind::waiting;
  std::string reason;
  std::optional<std::int64_t> wake_after = {};
};

/// Says what is wrong with what was left; nullopt where it is proved.
using Proof = std::function<std::optional<std::string>()>;

/// Makes one attempt, where it is the task's turn: the program is run over the work tree with the prompt, and
/// `proof` is called once it has finished. Throws RedError where the program is not there; HostFault.
Attempted attempt(Pass& pass, const Task& task, const WorkTree& tree, const std::string& prompt,
                  const Proof& proof);

/// Counts an attempt that failed without a program (a check that is red): as attempt() counts one.
Attempted count_failure(Pass& pass, const Task& task, const std::string& why);

}  // namespace sluice
