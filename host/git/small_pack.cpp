#include "host/git/small_pack.hpp"

#include <fcntl.h>
#include <libdeflate.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace sluice::git {
namespace {

constexpr std::string_view head_of_index("\377tOc\0\0\0\2", 8);
constexpr std::string_view head_of_pack("PACK\0\0\0\2", 8);
constexpr std::size_t pack_head_size = 12;
constexpr std::size_t index_head_size = 8 + 256 * 4;  // How many ids begin with each byte or a lower one.
constexpr std::size_t index_entry_size = Oid::size + 4 + 4;
constexpr std::uint32_t in_second_table = 0x80000000;  // An offset that needs eight bytes.

class File {
 public:
  explicit File(const std::filesystem::path& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int descriptor() const { return descriptor_; }
  /// 0 where there is no such file.
  std::size_t size() const {
    struct stat info {};
    return ::fstat(descriptor_, &info) == 0 && S_ISREG(info.st_mode) ? static_cast<std::size_t>(info.st_size)
                                                                     : 0;
  }

 private:
  int descriptor_;
};

std::uint32_t big_endian(std::string_view text, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<unsigned char>(text[i]);
  return value;
}

/// Empty where it is no index of at most so many objects.
std::string read_index(const std::filesystem::path& path, std::size_t at_most) {
  const File file(path);
  std::string text(file.size(), '\0');
  if (text.size() < index_head_size ||
      text.size() > index_head_size + index_entry_size * at_most + 2 * Oid::size)
    return {};
  if (::pread(file.descriptor(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) return {};
  if (!text.starts_with(head_of_index)) return {};
  const std::size_t count = big_endian(text, index_head_size - 4);
  return text.size() == index_head_size + index_entry_size * count + 2 * Oid::size ? text : std::string();
}

}  // namespace

std::unique_ptr<SmallPack> SmallPack::open(const std::filesystem::path& index, std::size_t at_most) {
  const std::string text = read_index(index, at_most);
  if (text.empty()) return nullptr;
  const std::size_t count = big_endian(text, index_head_size - 4);
  std::unique_ptr<SmallPack> pack(new SmallPack);
  if (!pack->map(std::filesystem::path(index).replace_extension(".pack"))) return nullptr;
  const std::string_view checksum(text.data() + text.size() - 2 * Oid::size, Oid::size);
  if (!pack->bytes_.ends_with(checksum) || big_endian(pack->bytes_, 8) != count) return nullptr;

  const std::size_t ids = index_head_size, sums = ids + Oid::size * count, offsets = sums + 4 * count;
  pack->objects_.reserve(count);
  pack->sums_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t offset = big_endian(text, offsets + 4 * i);
    if (offset >= in_second_table) return nullptr;
    pack->objects_.push_back({Oid::from_raw(text.data() + ids + Oid::size * i), offset});
    pack->sums_.emplace_back(offset, big_endian(text, sums + 4 * i));
  }
  std::sort(pack->sums_.begin(), pack->sums_.end());
  return pack;
}

bool SmallPack::map(const std::filesystem::path& pack) {
  const File file(pack);
  const std::size_t size = file.size();
  if (size < pack_head_size + Oid::size) return false;
  void* mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (mapped == MAP_FAILED) return false;
  bytes_ = {static_cast<const char*>(mapped), size};
  return bytes_.starts_with(head_of_pack);
}

SmallPack::~SmallPack() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

/// Type and size: four bits of size in the first byte, seven in each that follows.
std::optional<SmallPack::Header> SmallPack::header(std::uint32_t offset) const {
  const std::size_t end = bytes_.size() - Oid::size;
  std::size_t at = offset;
  if (at < pack_head_size || at >= end) return std::nullopt;
  auto byte = static_cast<std::uint8_t>(bytes_[at++]);
  const unsigned type = byte >> 4 & 7;
  std::uint64_t size = byte & 15;
  for (unsigned shift = 4; (byte & 0x80) != 0; shift += 7) {
    if (at >= end || shift > 56) return std::nullopt;
    byte = static_cast<std::uint8_t>(bytes_[at++]);
    size |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
  }
  if (type < static_cast<unsigned>(Kind::commit) || type > static_cast<unsigned>(Kind::tag))
    return std::nullopt;
  return Header{static_cast<Kind>(type), size, at};
}

std::optional<Object> SmallPack::read(std::uint32_t offset, libdeflate_decompressor& decompressor) const {
  const auto found = header(offset);
  // Deflate makes at most 1,032 bytes of one, so that a damaged size asks for no room that no object fills.
  const std::size_t left = found ? bytes_.size() - Oid::size - found->data : 0;
  if (!found || found->size / 1032 > left) return std::nullopt;
  Object object{found->kind, std::string(found->size, '\0')};
  std::size_t taken = 0;
  std::size_t made = 0;
  const auto result = libdeflate_zlib_decompress_ex(&decompressor, bytes_.data() + found->data, left,
                                                    object.data.data(), object.data.size(), &taken, &made);
  if (result != LIBDEFLATE_SUCCESS || made != object.data.size()) return std::nullopt;
  if (!is_sound(offset, found->data + taken)) return std::nullopt;
  return object;
}

bool SmallPack::is_sound(std::uint32_t offset, std::size_t end) const {
  // zlib's own sum takes some damaged texts for sound: "273" and "516" in one place have the same.
  const auto sum = std::lower_bound(sums_.begin(), sums_.end(), std::pair(offset, std::uint32_t{0}));
  return sum != sums_.end() && sum->first == offset &&
         libdeflate_crc32(0, bytes_.data() + offset, end - offset) == sum->second;
}

std::optional<std::uint64_t> SmallPack::size(std::uint32_t offset) const {
  const auto found = header(offset);
  return found ? std::optional(found->size) : std::nullopt;
}

}  // namespace sluice::git
