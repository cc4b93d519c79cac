#pragma once
// Objects read lately, held under a bound of bytes.

#include <cstddef>
#include <unordered_map>
#include <utility>

#include "host/git/object_store.hpp"

namespace sluice::git {

/// Two generations: what was asked for since the last change of generation lives on, the rest goes.
class ObjectCache {
 public:
  explicit ObjectCache(std::size_t bytes) : generation_bytes_(bytes / 2) {}

  ObjectRef find(const Oid& id) {
    if (const auto young = young_.find(id); young != young_.end()) return young->second;
    const auto old = old_.find(id);
    if (old == old_.end()) return nullptr;
    ObjectRef object = std::move(old->second);
    old_.erase(old);
    add(id, object);
    return object;
  }

  void add(const Oid& id, ObjectRef object) {
    const std::size_t cost = object->data.size() + entry_bytes;
    if (cost > generation_bytes_ / 4) return;
    if (held_ + cost > generation_bytes_) {
      old_ = std::move(young_);
      young_.clear();
      held_ = 0;
    }
    if (young_.emplace(id, std::move(object)).second) held_ += cost;
  }

 private:
  static constexpr std::size_t entry_bytes = 128;  // Of map node, control block and string.
  std::size_t generation_bytes_;
  std::size_t held_ = 0;
  std::unordered_map<Oid, ObjectRef> young_, old_;
};

}  // namespace sluice::git
