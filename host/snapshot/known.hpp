#pragma once
// The facts of a pass as plain data, and how an effect moves them.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/effects/effect.hpp"
#include "host/forge/forge.hpp"
#include "host/git/oid.hpp"

namespace sluice::snapshot {

/// Branch names by role.
struct Branches {
  std::string main = "main", develop = "develop", queue = "ai/queue", fixes = "ai/review-fixes";
  const std::string& of(effects::Ref role) const;
};

/// Heads by role; nullopt where the branch is not there.
struct Heads {
  std::optional<git::Oid> main, develop, queue, fixes;
  std::optional<git::Oid>& of(effects::Ref role);
  const std::optional<git::Oid>& of(effects::Ref role) const;
};

/// What the bot's context says on a commit.
struct BotStatus {
  std::optional<forge::Status> own;  ///< The bot's; the only one that says anything.
  std::vector<std::string> others;   ///< Who else set a status in that context.
};

/// What has been read so far. What is not there has not been asked.
struct Known {
  std::optional<Heads> heads;
  std::optional<std::string> viewer;
  std::optional<std::vector<forge::Pull>> releases;  ///< Our own develop into main, newest first.
  std::map<forge::Id, std::optional<bool>> mergeable;
  std::map<std::string, BotStatus> statuses;
  std::map<forge::Id, std::vector<forge::Comment>> comments;
  std::map<std::string, std::vector<forge::Comment>> commit_comments;
  std::map<forge::Id, std::vector<forge::Review>> reviews;
  std::map<forge::Id, std::vector<forge::Thread>> threads;
  std::map<std::string, std::vector<forge::Run>> runs;
  std::map<forge::Id, std::string> run_logs;
  std::optional<forge::OpenAlerts> alerts;          ///< On main.
  std::optional<std::vector<forge::Issue>> issues;  ///< Our own, open and closed.
};

/// Moves the facts as the effect moves the world, the same in a dry run and a live one: later stages see it
/// done. `viewer` writes, at `now`.
void move(Known& known, const effects::Effect& effect, const effects::Receipt& receipt,
          const Branches& branches, const std::string& viewer, forge::Time now);

}  // namespace sluice::snapshot
