#pragma once
// One session over what is open of one release: from the work tree to what of its answers goes out.

#include <optional>
#include <string>
#include <vector>

#include "open_set.hpp"
#include "settings.hpp"
#include "sluice/attempt.hpp"
#include "sluice/stage.hpp"
#include "verdicts.hpp"

namespace sluice::drain {

/// What a session's attempts are counted by: the release and its head.
Task task_of(const Pull& release, const Settings& settings);

class Session {
 public:
  /// All of them outlive it. Something of `open` is open.
  Session(Pass& pass, const Pull& release, const OpenSet& open, const Parties& parties,
          const Settings& settings);

  /// Runs it and lets out what is proved: fixes are pushed, rejections and verdicts posted, and of what is
  /// left over one attempt counts. nullopt where all is answered and the pass may go on. Throws as attempt().
  std::optional<Outcome> run();
  std::string story() const;  ///< What went out, for the pass's sentence; empty for nothing.

 private:
  std::optional<std::string> prove(const WorkTree& tree);
  std::optional<std::string> fault_of(const WorkTree& tree);
  std::optional<std::string> fault_of_commits(const Sha& head);
  void let_out(const Verdicts& verdicts);
  bool push();
  void post(const Verdicts& verdicts);
  void keep(const std::string& what, std::int64_t id, const Receipt& receipt);
  const Inline* thread(std::int64_t id) const;

  Pass& pass_;
  const Pull& release_;
  const OpenSet& open_;
  const Parties& parties_;
  const Settings& settings_;
  std::optional<Sha> fixes_;  ///< What the branch held when it was read.
  Sha base_, main_, head_;
  std::vector<CommitInfo> commits_;
  bool pushed_ = false;
  std::vector<std::int64_t> rejected_;  ///< Threads and reviews whose rejection was posted.
  std::optional<Outcome> stop_;
};

}  // namespace sluice::drain
