#include "host/git/object_store.hpp"

#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "host/git/object_cache.hpp"
#include "host/git/object_folders.hpp"
#include "host/git/pack_delta.hpp"
#include "host/git/pack_writer.hpp"
#include "host/git/sha1.hpp"
#include "host/git/tree.hpp"

namespace sluice::git {
namespace {

constexpr std::size_t cache_bytes = std::size_t{32} << 20;
constexpr std::size_t pending_bytes_limit = std::size_t{48} << 20;
constexpr std::size_t most_small_packs = 8;
constexpr std::uint64_t largest_small_pack = std::uint64_t{8}
                                             << 20;  // Beyond it copying costs more than it saves.
constexpr int deepest_delta = 40;                    // git itself stops at 50.

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::commit:
      return "commit";
    case Kind::tree:
      return "tree";
    case Kind::blob:
      return "blob";
    case Kind::tag:
      return "tag";
  }
  return "object";
}

}  // namespace

struct ObjectStore::Impl {
  explicit Impl(const Scratch& scratch)
      : own_packs(scratch.objects() / "pack"), folders(all_folders(scratch)) {}

  static std::vector<std::filesystem::path> all_folders(const Scratch& scratch) {
    std::vector<std::filesystem::path> folders = {scratch.objects()};
    folders.insert(folders.end(), scratch.alternates().begin(), scratch.alternates().end());
    return folders;
  }

  ObjectRef find_in_memory(const Oid& id) {
    if (const auto kept = pending.find(id); kept != pending.end()) return kept->second.object;
    if (ObjectRef cached = cache.find(id)) return cached;
    if (id == empty_tree()) return std::make_shared<const Object>(Object{Kind::tree, {}});
    return nullptr;
  }

  ObjectRef read_from_disk(const Oid& id) {
    std::optional<Object> found = folders.read(id);
    if (!found) throw_missing(id);
    auto object = std::make_shared<const Object>(std::move(*found));
    if (object->kind != Kind::blob) cache.add(id, object);
    return object;
  }

  [[noreturn]] static void throw_missing(const Oid& id) {
    throw MissingObject("object " + id.hex() +
                        " is not in the clone; fetch what holds it, or check the clone with git fsck");
  }

  std::filesystem::path own_packs;
  ObjectFolders folders;
  ObjectCache cache{cache_bytes};
  struct Pending {
    ObjectRef object;
    Oid like;
    std::uint32_t offset = 0;  // In the pack that is being written; 0 until it is.
    int depth = 0;             // Deltas below it there.
  };

  void write(PackWriter& pack, const Oid& id) {
    Pending& entry = pending.at(id);
    const auto like = entry.like.is_zero() ? pending.end() : pending.find(entry.like);
    // What it is like may have been made again later than it, and stands behind it then: no base for it.
    const bool base_is_written = like != pending.end() && like->second.offset != 0;
    entry.depth = base_is_written ? like->second.depth + 1 : 0;
    if (entry.depth == 0 || entry.depth > deepest_delta) {
      entry.depth = 0;
      entry.offset = pack.add(id, entry.object->kind, entry.object->data);
    } else {
      const Pending& base = like->second;
      entry.offset = pack.add_delta(id, base.offset, pack_delta(base.object->data, entry.object->data));
    }
  }

  /// Small packs of earlier flushes go into the next one once they are many, so that many flushes do not
  /// leave many packs: git looks into each of them for every object.
  void write_pack() {
    static const std::vector<WrittenPack> none;
    const std::vector<WrittenPack>& adopted = small_packs.size() < most_small_packs ? none : small_packs;
    std::size_t count = order.size();
    for (const WrittenPack& pack : adopted) count += pack.entries.size();
    // A flush that had no room may have left places of a pack that never was.
    for (auto& [id, entry] : pending) entry.offset = 0;
    PackWriter writer(own_packs, static_cast<std::uint32_t>(count));
    for (const Oid& id : order) write(writer, id);
    for (const WrittenPack& pack : adopted) writer.adopt(pack);
    WrittenPack written_pack = writer.finish();
    folders.add_pack(written_pack.stem.string() + ".idx");
    // Only now that all of them are read from the new pack may the old ones go.
    for (const WrittenPack& pack : adopted) remove(pack);
    if (!adopted.empty()) small_packs.clear();
    if (written_pack.bytes <= largest_small_pack) small_packs.push_back(std::move(written_pack));
  }

  void remove(const WrittenPack& pack) {
    const std::string stem = pack.stem.string();
    folders.drop_pack(stem + ".idx", pack.entries);
    std::error_code ignored;  // One that stays does no harm.
    for (const char* ending : {".idx", ".pack"}) std::filesystem::remove(stem + ending, ignored);
  }

  std::unordered_map<Oid, Pending> pending;
  std::vector<Oid> order;                // Of the pending ones: the pack has them as they were made.
  std::unordered_set<Oid> written;       // By a flush of ours.
  std::vector<WrittenPack> small_packs;  // Of our flushes.
  std::size_t pending_bytes = 0;
  bool speculating = false;
};

ObjectStore::ObjectStore(const Scratch& scratch) : impl_(std::make_unique<Impl>(scratch)) {}
ObjectStore::~ObjectStore() = default;

ObjectRef ObjectStore::read(const Oid& id) {
  if (ObjectRef kept = impl_->find_in_memory(id)) return kept;
  return impl_->read_from_disk(id);
}

ObjectRef ObjectStore::read(const Oid& id, Kind kind) {
  ObjectRef object = read(id);
  if (object->kind != kind)
    throw GitError("object " + id.hex() + " is a " + kind_name(object->kind) + " where a " + kind_name(kind) +
                   " was asked for");
  return object;
}

bool ObjectStore::contains(const Oid& id) {
  return impl_->find_in_memory(id) != nullptr || impl_->written.contains(id) || impl_->folders.contains(id);
}

std::uint64_t ObjectStore::size(const Oid& id) {
  if (const ObjectRef kept = impl_->find_in_memory(id)) return kept->data.size();
  const auto size = impl_->folders.size(id);
  if (!size) Impl::throw_missing(id);
  return *size;
}

Oid ObjectStore::hash(Kind kind, std::string_view data) {
  Sha1 sum;
  sum.update(std::string(kind_name(kind)) + " " + std::to_string(data.size()) + '\0');
  sum.update(data);
  return sum.finish();
}

Oid ObjectStore::put(Kind kind, std::string data) {
  const Oid id = hash(kind, data);
  put(id, kind, std::move(data));
  return id;
}

void ObjectStore::put(const Oid& id, Kind kind, std::string data, const Oid& like) {
  Impl& impl = *impl_;
  if (impl.written.contains(id)) return;
  const std::size_t bytes = data.size();
  const auto [place, added] = impl.pending.try_emplace(id);
  if (!added) return;
  place->second.object = std::make_shared<const Object>(Object{kind, std::move(data)});
  place->second.like = like;
  impl.order.push_back(id);
  impl.pending_bytes += bytes;
  if (impl.pending_bytes > pending_bytes_limit && !impl.speculating) flush();
}

void ObjectStore::flush() {
  Impl& impl = *impl_;
  if (impl.speculating) throw std::logic_error("a flush in the middle of a speculation");
  if (impl.order.empty()) return;
  impl.write_pack();
  impl.written.insert(impl.order.begin(), impl.order.end());
  for (const auto& [id, entry] : impl.pending)
    if (entry.object->kind != Kind::blob) impl.cache.add(id, entry.object);
  impl.pending.clear();
  impl.order.clear();
  impl.pending_bytes = 0;
}

ObjectStore::Speculation::Speculation(ObjectStore& store) : store_(store), mark_(store.pending()) {
  store_.impl_->speculating = true;
}

ObjectStore::Speculation::~Speculation() {
  Impl& impl = *store_.impl_;
  impl.speculating = false;
  for (; impl.order.size() > mark_; impl.order.pop_back()) {
    const auto lent = impl.pending.find(impl.order.back());
    impl.pending_bytes -= lent->second.object->data.size();
    impl.pending.erase(lent);
  }
}

std::size_t ObjectStore::pending() const {
  return impl_->order.size();
}

void ObjectStore::refresh() {
  impl_->folders.refresh();
}

}  // namespace sluice::git
