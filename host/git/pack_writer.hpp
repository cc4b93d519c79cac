#pragma once
// A pack of given objects and its index, version 2, as git reads them.
//
// libgit2's indexer is not used: it grows the pack as a sparse file and writes through a mapping, so that a
// full disk ends the process with SIGBUS instead of an error.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "host/git/file_in_making.hpp"
#include "host/git/object_store.hpp"
#include "host/git/pack_entry.hpp"
#include "host/git/sha1.hpp"

namespace sluice::git {

/// A pack that was written here, and what it takes to write its objects again into another.
struct WrittenPack {
  std::filesystem::path stem;      ///< Of its two files: folder/pack-<checksum>.
  std::uint64_t bytes = 0;         ///< Of the pack itself.
  std::vector<PackEntry> entries;  ///< Sorted by id.
};

class PackWriter {
 public:
  /// folder is an objects/pack; exactly `count` objects follow, each once.
  PackWriter(const std::filesystem::path& folder, std::uint32_t count);
  ~PackWriter();

  /// Answers where the object stands in the pack.
  std::uint32_t add(const Oid& id, Kind kind, std::string_view data);
  /// An object by what it differs in from one added before.
  std::uint32_t add_delta(const Oid& id, std::uint32_t base_offset, std::string_view delta);
  /// All objects of another pack, as they stand in it; none of them may be added otherwise.
  void adopt(const WrittenPack& pack);
  /// Puts pack and index in place.
  WrittenPack finish();

 private:
  std::uint32_t add_entry(const Oid& id, const std::string& header, std::string_view data);
  void append(std::string_view data);
  std::string index(const Oid& pack_checksum);

  struct Deflate;
  std::filesystem::path folder_;
  FileInMaking file_;
  std::unique_ptr<Deflate> deflate_;
  Sha1 checksum_;
  std::uint64_t offset_ = 0;
  std::vector<PackEntry> entries_;
};

}  // namespace sluice::git
