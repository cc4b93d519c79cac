#pragma once
// The remote as a pass sees it: each fact read when it is first asked for, and kept.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/forge/forge.hpp"
#include "host/git/remote.hpp"
#include "host/snapshot/known.hpp"

namespace sluice::snapshot {

/// By which the bot's status is known: both must be its own.
struct BotName {
  std::string login, context;
};

/// One thread. Errors of the remote and of the forge (git::GitError, forge::ForgeError) come through as they
/// are.
class Facts {
 public:
  Facts(git::Remote& remote, forge::Forge& forge, Branches branches, BotName bot);

  const Heads& heads();
  const std::string& viewer();
  const std::vector<forge::Pull>& releases();
  std::optional<bool> mergeable(forge::Id pull);
  const BotStatus& status(const std::string& sha);
  const std::vector<forge::Comment>& comments(forge::Id pull);
  const std::vector<forge::Comment>& commit_comments(const std::string& sha);
  const std::vector<forge::Review>& reviews(forge::Id pull);
  const std::vector<forge::Thread>& threads(forge::Id pull);
  const std::vector<forge::Run>& runs(const std::string& sha);
  const std::string& run_log(forge::Id run);
  const forge::OpenAlerts& alerts();          ///< On main.
  const std::vector<forge::Issue>& issues();  ///< Our own.

  const Branches& branches() const { return branches_; }
  /// The effect is done (or would be): what was read moves with it.
  void move(const effects::Effect& effect, const effects::Receipt& receipt, forge::Time now);
  /// Forgets what was read of the branches and pull requests, after a lost race.
  void forget_heads();
  /// A second set of facts over the same remote, with nothing read yet: for guards.
  Facts afresh() const { return {*remote_, *forge_, branches_, bot_}; }

 private:
  git::Remote* remote_;
  forge::Forge* forge_;
  Branches branches_;
  BotName bot_;
  Known known_;
};

}  // namespace sluice::snapshot
