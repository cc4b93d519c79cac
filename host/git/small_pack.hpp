#pragma once
// A pack of few objects. What stands in it whole is read here; what stands in it as a difference is left to
// libgit2, which opens a pack in a dozen system calls and sets up its decompression anew for each object.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "host/git/object_store.hpp"

struct libdeflate_decompressor;

namespace sluice::git {

class SmallPack {
 public:
  /// nullptr where there are more than at_most objects, where the index is not of version 2 or places one
  /// beyond 2 GiB, and where the two files do not belong together: then the pack has to be asked.
  static std::unique_ptr<SmallPack> open(const std::filesystem::path& index, std::size_t at_most);
  ~SmallPack();
  SmallPack(const SmallPack&) = delete;
  SmallPack& operator=(const SmallPack&) = delete;

  struct Place {
    Oid id;
    std::uint32_t offset;
  };
  const std::vector<Place>& objects() const { return objects_; }

  /// nullopt where there is no whole object, or one that is damaged: then the pack has to be asked.
  std::optional<Object> read(std::uint32_t offset, libdeflate_decompressor& decompressor) const;
  std::optional<std::uint64_t> size(std::uint32_t offset) const;  ///< The same, of its content alone.

 private:
  struct Header {
    Kind kind;
    std::uint64_t size;
    std::size_t data;  // Where it begins.
  };
  SmallPack() = default;
  bool map(const std::filesystem::path& pack);
  /// Whether the index vouches for those bytes of the pack.
  bool is_sound(std::uint32_t offset, std::size_t end) const;
  std::optional<Header> header(std::uint32_t offset) const;

  std::string_view bytes_;  // The whole pack, mapped.
  std::vector<Place> objects_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      sums_;  // By offset: the CRC-32 of what is packed there.
};

}  // namespace sluice::git
