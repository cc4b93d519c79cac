#include "host/git/owed.hpp"

#include <unordered_map>

#include "host/git/discharge.hpp"

namespace sluice::git {

namespace {

using Standings = std::unordered_map<Oid, Standing>;

/// Of head's commits beside one upstream; what another one sheds keeps that standing.
void ask(ObjectStore& store, History& history, Picker& picker, const Oid& upstream, const Oid& head,
         Standings& known) {
  const Field field = field_of(history, {upstream}, head);
  const auto standings = discharge(store, history, picker, field);
  for (std::size_t i = 0; i < field.mine.size(); ++i) {
    const auto [entry, is_new] = known.try_emplace(field.mine[i], standings[i]);
    if (!is_new && !entry->second.shed) entry->second = standings[i];
  }
}

}  // namespace

OwedSet owed(ObjectStore& store, History& history, Picker& picker, const std::vector<Oid>& upstreams,
             const Oid& head) {
  Standings standings;
  for (const Oid& upstream : furthest(history, upstreams))
    ask(store, history, picker, upstream, head, standings);
  OwedSet result;
  for (const Oid& id : history.range(upstreams, head)) {
    const Standing& standing = standings.at(id);
    if (standing.shed) {
      result.shed.push_back({id, *standing.shed, standing.by, standing.why});
    } else {
      result.owed.push_back({id, standing.why});
    }
  }
  return result;
}

}  // namespace sluice::git
