#include "sluice/stage.hpp"

#include "answer.hpp"

namespace sluice {

namespace {

Snapshot read_snapshot(const Json& document) {
  Snapshot snapshot;
  snapshot.stage = document.at("stage");
  snapshot.dry_run = document.at("dry_run");
  const Json& branches = document.at("branches");
  snapshot.branches = {bytes_of(branches.at("main")), bytes_of(branches.at("develop")),
                       bytes_of(branches.at("queue")), bytes_of(branches.at("fixes"))};
  const Json& bot = document.at("bot");
  snapshot.bot = {bot.at("dialect"), bot.at("login"), bot.at("context"), bot.at("ask")};
  snapshot.viewer = document.at("viewer");
  snapshot.cap = document.at("cap");
  snapshot.cap_from = document.at("cap_from");
  snapshot.lane = document.at("lane");
  snapshot.now = document.at("now");
  snapshot.basis = document.at("basis");
  snapshot.pass = document.at("pass");
  return snapshot;
}

}  // namespace

Snapshot Snapshot::parse(const Json& document) {
  try {
    return read_snapshot(document);
  } catch (const Json::exception& error) {
    throw DocumentError(std::string("the snapshot has another shape: ") + error.what());
  }
}

void Pass::note(const std::string& verdict, const std::vector<std::pair<Sha, std::string>>& commits) const {
  if (commits.empty()) return;
  Json items = Json::array();
  for (const auto& [sha, why] : commits) items.push_back({{"sha", sha}, {"why", why}});
  host.call("note.commits", {{"verdict", verdict}, {"commits", std::move(items)}});
}

std::optional<Json> Stage::serve(Pass& /*pass*/, const std::string& /*role*/, const Json& /*request*/) {
  return std::nullopt;
}

}  // namespace sluice
