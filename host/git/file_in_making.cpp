#include "host/git/file_in_making.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "host/git/scratch.hpp"

namespace sluice::git {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t write_size = 256 * 1024;

[[noreturn]] void cannot_write(const fs::path& path) {
  const std::string reason = std::strerror(errno);
  throw GitError("cannot write " + path.string() + ": " + reason +
                 "; nothing of it is kept. Make room there (TMPDIR names the folder) and run again");
}

}  // namespace

FileInMaking::FileInMaking(const fs::path& folder) : path_(folder / "tmp_XXXXXX") {
  std::string name = path_.string();
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) cannot_write(path_);
  path_ = name;
}

FileInMaking::~FileInMaking() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!placed_) ::unlink(path_.c_str());
}

void FileInMaking::write(std::string_view data) {
  buffer_.append(data);
  if (buffer_.size() >= write_size) drain();
}

void FileInMaking::drain() {
  std::string_view left = buffer_;
  while (!left.empty()) {
    const ssize_t written = ::write(descriptor_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) cannot_write(path_);
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void FileInMaking::close() {
  drain();
  ::fchmod(descriptor_, 0444);
  if (::close(std::exchange(descriptor_, -1)) != 0) cannot_write(path_);
}

void FileInMaking::rename_to(const fs::path& name) {
  if (::rename(path_.c_str(), name.c_str()) != 0) cannot_write(name);
  placed_ = true;
}

}  // namespace sluice::git
