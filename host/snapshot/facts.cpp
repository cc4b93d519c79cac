#include "host/snapshot/facts.hpp"

#include <utility>

#include "dialect/dialect.hpp"

namespace sluice::snapshot {

namespace {

/// The value at a key, read the first time it is asked for.
template <typename Map, typename Key, typename Read>
auto& kept(Map& map, const Key& key, Read read) {
  auto found = map.find(key);
  if (found == map.end()) found = map.emplace(key, read()).first;
  return found->second;
}

}  // namespace

Facts::Facts(git::Remote& remote, forge::Forge& forge, Branches branches, BotName bot)
    : remote_(&remote), forge_(&forge), branches_(std::move(branches)), bot_(std::move(bot)) {}

const Heads& Facts::heads() {
  if (!known_.heads) {
    const auto refs = remote_->fetch({branches_.main, branches_.develop, branches_.queue, branches_.fixes});
    known_.heads = Heads{refs.at(branches_.main), refs.at(branches_.develop), refs.at(branches_.queue),
                         refs.at(branches_.fixes)};
  }
  return *known_.heads;
}

const std::string& Facts::viewer() {
  if (!known_.viewer) known_.viewer = forge_->viewer();
  return *known_.viewer;
}

const std::vector<forge::Pull>& Facts::releases() {
  if (!known_.releases) {
    auto pulls = forge_->pulls(branches_.main, branches_.develop);
    // A fork may have a branch of our branch's name: its pull request is none of ours.
    std::erase_if(pulls, [](const forge::Pull& pull) { return pull.foreign; });
    known_.releases = std::move(pulls);
  }
  return *known_.releases;
}

std::optional<bool> Facts::mergeable(forge::Id pull) {
  return kept(known_.mergeable, pull, [&] { return forge_->mergeable(pull); });
}

const BotStatus& Facts::status(const std::string& sha) {
  return kept(known_.statuses, sha, [&] {
    BotStatus found;
    for (auto& status : forge_->statuses(sha)) {
      if (status.context != bot_.context) continue;
      if (dialect::same_login(status.author, bot_.login)) {
        found.own = std::move(status);
      } else {
        found.others.push_back(std::move(status.author));
      }
    }
    return found;
  });
}

const std::vector<forge::Comment>& Facts::comments(forge::Id pull) {
  return kept(known_.comments, pull, [&] { return forge_->comments(pull); });
}

const std::vector<forge::Comment>& Facts::commit_comments(const std::string& sha) {
  return kept(known_.commit_comments, sha, [&] { return forge_->commit_comments(sha); });
}

const std::vector<forge::Review>& Facts::reviews(forge::Id pull) {
  return kept(known_.reviews, pull, [&] { return forge_->reviews(pull); });
}

const std::vector<forge::Thread>& Facts::threads(forge::Id pull) {
  return kept(known_.threads, pull, [&] { return forge_->threads(pull); });
}

const std::vector<forge::Run>& Facts::runs(const std::string& sha) {
  return kept(known_.runs, sha, [&] { return forge_->runs(sha); });
}

const std::string& Facts::run_log(forge::Id run) {
  return kept(known_.run_logs, run, [&] { return forge_->run_log(run); });
}

const forge::OpenAlerts& Facts::alerts() {
  if (!known_.alerts) known_.alerts = forge_->open_alerts(branches_.main);
  return *known_.alerts;
}

const std::vector<forge::Issue>& Facts::issues() {
  if (!known_.issues) known_.issues = forge_->issues();
  return *known_.issues;
}

void Facts::move(const effects::Effect& effect, const effects::Receipt& receipt, forge::Time now) {
  snapshot::move(known_, effect, receipt, branches_, known_.viewer.value_or(std::string()), now);
}

void Facts::forget_heads() {
  known_.heads.reset();
  known_.releases.reset();
  known_.mergeable.clear();
}

}  // namespace sluice::snapshot
