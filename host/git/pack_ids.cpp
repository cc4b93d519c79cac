#include "host/git/pack_ids.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string_view>

namespace sluice::git {
namespace {

constexpr std::size_t head_size =
    8 + 256 * 4;  // Magic, version, and how many ids begin with each byte or a lower one.
constexpr std::string_view head_of_version_2("\377tOc\0\0\0\2", 8);

class File {
 public:
  explicit File(const std::filesystem::path& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool read(void* into, std::size_t size, std::size_t offset) const {
    return ::pread(descriptor_, into, size, static_cast<off_t>(offset)) == static_cast<ssize_t>(size);
  }

 private:
  int descriptor_;
};

}  // namespace

std::optional<std::vector<Oid>> pack_ids(const std::filesystem::path& index, std::size_t at_most) {
  const File file(index);
  std::array<unsigned char, head_size> head;
  if (!file.read(head.data(), head.size(), 0)) return std::nullopt;
  if (std::memcmp(head.data(), head_of_version_2.data(), head_of_version_2.size()) != 0) return std::nullopt;
  std::size_t count = 0;
  for (const unsigned char byte :
       {head[head_size - 4], head[head_size - 3], head[head_size - 2], head[head_size - 1]})
    count = count << 8 | byte;
  if (count > at_most) return std::nullopt;
  std::vector<Oid> ids(count);
  static_assert(sizeof(Oid) == 20);
  if (!file.read(ids.data(), count * sizeof(Oid), head_size)) return std::nullopt;
  return ids;
}

}  // namespace sluice::git
