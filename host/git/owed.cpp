#include "host/git/owed.hpp"

#include "host/git/discharge.hpp"

namespace sluice::git {

OwedSet owed(ObjectStore& store, History& history, Picker& picker, const std::vector<Oid>& upstreams,
             const Oid& head) {
  const Field field = field_of(history, upstreams, head);
  const auto standings = discharge(store, history, picker, field);
  OwedSet result;
  for (std::size_t i = 0; i < field.mine.size(); ++i) {
    const Standing& standing = standings[i];
    if (standing.shed) {
      result.shed.push_back({field.mine[i], *standing.shed, standing.by, standing.why});
    } else {
      result.owed.push_back({field.mine[i], standing.why});
    }
  }
  return result;
}

}  // namespace sluice::git
