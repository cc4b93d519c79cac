#include "host/git/history.hpp"

namespace sluice::git {

Commit read_commit(ObjectStore& store, const Oid& id) {
  const ObjectRef object = store.read(id, Kind::commit);
  return Commit::parse(id, object->data);
}

}  // namespace sluice::git
