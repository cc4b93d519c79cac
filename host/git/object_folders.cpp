#include "host/git/object_folders.hpp"

#include <git2/odb_backend.h>
#include <git2/sys/odb_backend.h>
#include <libdeflate.h>

#include <algorithm>
#include <new>
#include <string>
#include <system_error>

#include "host/git/library.hpp"

namespace sluice::git {
namespace {

namespace fs = std::filesystem;

// Objects of small packs are looked up in one table; of a large one, and beyond this many, in its index.
constexpr std::size_t small_pack = 20'000;
constexpr std::size_t largest_table = 200'000;

[[noreturn]] void cannot_open(const fs::path& path) {
  throw GitError("cannot open the objects in " + path.string() + ": " + libgit2_error());
}

}  // namespace

ObjectFolders::Backend ObjectFolders::open_pack(const fs::path& index) {
  git_odb_backend* opened = nullptr;
  if (git_odb_backend_one_pack(&opened, index.c_str()) != 0) return nullptr;
  return Backend(opened);
}

void ObjectFolders::BackendDelete::operator()(git_odb_backend* backend) const noexcept {
  backend->free(backend);
}

void ObjectFolders::DecompressorDelete::operator()(libdeflate_decompressor* decompressor) const noexcept {
  libdeflate_free_decompressor(decompressor);
}

ObjectFolders::ObjectFolders(std::vector<fs::path> folders)
    : folders_(std::move(folders)), decompressor_(libdeflate_alloc_decompressor()) {
  if (!decompressor_) throw std::bad_alloc();
  use_libgit2();
  for (const fs::path& folder : folders_) {
    git_odb_backend* backend = nullptr;
    if (git_odb_backend_loose(&backend, folder.c_str(), 0, 0, 0, 0) != 0) cannot_open(folder);
    loose_.emplace_back(backend);
  }
  refresh();
}

ObjectFolders::~ObjectFolders() = default;

bool ObjectFolders::refresh() {
  const std::size_t before = seen_.size();
  for (const fs::path& folder : folders_) {
    std::error_code ignored;  // A folder without packs, or one that git has just taken away.
    for (fs::directory_iterator file(folder / "pack", ignored), end; file != end; file.increment(ignored)) {
      const fs::path& path = file->path();
      if (path.extension() != ".idx" || seen_.contains(path.native())) continue;
      try {
        add_pack(path);
      } catch (const GitError&) {
        // An index whose pack is gone is what a repack leaves for a moment, and no pack.
        if (std::error_code gone; fs::exists(fs::path(path).replace_extension(".pack"), gone)) throw;
      }
    }
  }
  return seen_.size() > before;
}

void ObjectFolders::add_pack(const fs::path& index) {
  if (seen_.contains(index.native())) return;
  auto pack = in_small_packs_.size() < largest_table ? SmallPack::open(index, small_pack) : nullptr;
  if (pack) {
    Small& added = small_packs_.emplace_back(Small{index.native(), std::move(pack), nullptr});
    for (const auto& [id, offset] : added.pack->objects())
      in_small_packs_.insert_or_assign(id, Place{&added, offset});
  } else {
    Backend backend = open_pack(index);
    if (!backend) cannot_open(index);
    large_packs_.push_front({index.native(), std::move(backend)});
  }
  seen_.insert(index.native());
}

void ObjectFolders::drop_pack(const fs::path& index, const std::vector<PackEntry>& objects) {
  std::erase_if(large_packs_, [&](const Large& pack) { return pack.index == index.native(); });
  const auto small = std::find_if(small_packs_.begin(), small_packs_.end(),
                                  [&](const Small& pack) { return pack.index == index.native(); });
  if (small == small_packs_.end()) return;
  for (const PackEntry& object : objects)
    if (const auto known = in_small_packs_.find(object.id);
        known != in_small_packs_.end() && known->second.in == &*small)
      in_small_packs_.erase(known);
  small_packs_.erase(small);
}

bool ObjectFolders::ask_known(const Oid& id, const Ask& question, std::string& trouble) {
  trouble.clear();
  const auto answers = [&](git_odb_backend* backend) {
    const int status = backend == nullptr ? GIT_ERROR : question(backend);
    if (status != 0 && status != GIT_ENOTFOUND && trouble.empty()) trouble = libgit2_error();
    return status == 0;
  };
  if (const auto known = in_small_packs_.find(id); known != in_small_packs_.end()) {
    Small& small = *known->second.in;
    if (!small.backend) small.backend = open_pack(small.index);
    if (answers(small.backend.get())) return true;
  }
  for (auto pack = large_packs_.begin(); pack != large_packs_.end(); ++pack)
    if (answers(pack->backend.get())) {
      large_packs_.splice(large_packs_.begin(), large_packs_, pack);
      return true;
    }
  for (const Backend& folder : loose_)
    if (answers(folder.get())) return true;
  return false;
}

bool ObjectFolders::ask(const Oid& id, const Ask& question) {
  std::string trouble;
  // A pack that cannot be read may have gone into another since it was seen.
  if (ask_known(id, question, trouble) || (refresh() && ask_known(id, question, trouble))) return true;
  if (!trouble.empty()) throw GitError("cannot read object " + id.hex() + ": " + trouble);
  return false;
}

std::optional<Object> ObjectFolders::read(const Oid& id) {
  if (const auto known = in_small_packs_.find(id); known != in_small_packs_.end())
    if (auto whole = known->second.in->pack->read(known->second.offset, *decompressor_)) return whole;
  const git_oid raw = to_libgit2(id);
  void* data = nullptr;
  std::size_t size = 0;
  git_object_t type = GIT_OBJECT_INVALID;
  git_odb_backend* holder = nullptr;
  const bool found = ask(id, [&](git_odb_backend* backend) {
    holder = backend;
    return backend->read(&data, &size, &type, backend, &raw);
  });
  if (!found) return std::nullopt;
  Object object{static_cast<Kind>(type), std::string(static_cast<const char*>(data), size)};
  git_odb_backend_data_free(holder, data);
  return object;
}

std::optional<std::uint64_t> ObjectFolders::size(const Oid& id) {
  if (const auto known = in_small_packs_.find(id); known != in_small_packs_.end())
    if (const auto whole = known->second.in->pack->size(known->second.offset)) return whole;
  const git_oid raw = to_libgit2(id);
  std::size_t size = 0;
  git_object_t type = GIT_OBJECT_INVALID;
  if (!ask(id, [&](git_odb_backend* backend) { return backend->read_header(&size, &type, backend, &raw); }))
    return std::nullopt;
  return size;
}

bool ObjectFolders::contains(const Oid& id) {
  if (in_small_packs_.contains(id)) return true;
  const git_oid raw = to_libgit2(id);
  std::string ignored;  // What cannot be read is not there for who asks.
  return ask_known(
      id,
      [&](git_odb_backend* backend) {
        return backend->exists(backend, &raw) == 1 ? 0 : static_cast<int>(GIT_ENOTFOUND);
      },
      ignored);
}

}  // namespace sluice::git
