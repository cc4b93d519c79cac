#include "host/process/temporary_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace sluice::process {
namespace fs = std::filesystem;
namespace {

// The lock is on the folder itself, so that a folder and its lock come and go as one. Two rules make it safe
// with any number of processes at once: a folder is removed only by one that holds its lock, and used only by
// one that holds its lock and has seen, since it took it, that the folder is still the one of that name. A
// folder that was swept in the moment between its making and its locking is thus never used: its maker makes
// another one.

constexpr std::string_view kPrefix = "sluice-held-";
constexpr std::string_view kRandom = "XXXXXX";

fs::path parent_folder() {
  std::error_code error;
  fs::path parent = fs::temp_directory_path(error);
  if (error) {
    throw std::runtime_error("no folder for temporary files: " + error.message() +
                             "; set TMPDIR to one that exists");
  }
  return parent;
}

[[noreturn]] void cannot_make(const fs::path& parent) {
  throw std::runtime_error("cannot make a folder for temporary files in " + parent.string() + ": " +
                           std::strerror(errno) + "; set TMPDIR to a folder that can be written");
}

/// A folder of that path and of this user, and no link to one; not open otherwise.
Descriptor open_ours(const fs::path& path) {
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat info {};
  if (!folder.open() || ::fstat(folder.get(), &info) != 0 || info.st_uid != ::geteuid()) return {};
  return folder;
}

bool is_still(const Descriptor& folder, const fs::path& path) {
  struct stat held {
  }, named{};
  return ::fstat(folder.get(), &held) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

enum class Lock : int { taken, others, unsupported };

Lock try_lock(const Descriptor& folder) {
  while (::flock(folder.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EINTR) return errno == EWOULDBLOCK ? Lock::others : Lock::unsupported;
  }
  return Lock::taken;
}

std::error_code remove_folder(const fs::path& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  if (!error) return {};
  // A child may have left folders that even their owner cannot write.
  for (auto entry = fs::recursive_directory_iterator(folder, error);
       entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) {
      fs::permissions(entry->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
    }
  }
  fs::remove_all(folder, error);
  return error;
}

/// Names of the folder's entries that begin as ours do; none when it cannot be read.
std::vector<std::string> candidates(const fs::path& parent) {
  std::vector<std::string> names;
  std::error_code error;
  for (auto entry = fs::directory_iterator(parent, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (name.starts_with(kPrefix) && name.size() == kPrefix.size() + kRandom.size())
      names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  const fs::path parent = parent_folder();
  for (;;) {
    std::string name = (parent / (std::string(kPrefix) += kRandom)).string();
    if (::mkdtemp(name.data()) == nullptr) cannot_make(parent);
    path_ = name;
    lock_ = open_ours(path_);
    if (!lock_.open()) {
      if (errno == ENOENT) continue;
      const int reason = errno;
      ::rmdir(name.c_str());
      errno = reason;
      cannot_make(parent);
    }
    const Lock lock = try_lock(lock_);
    // Where a file system knows no locks, no sweep gets one either, and nothing is swept.
    if (lock == Lock::unsupported || (lock == Lock::taken && is_still(lock_, path_))) return;
  }
}

TemporaryFolder::~TemporaryFolder() {
  remove_folder(path_);
}

std::vector<std::string> sweep_temporary_folders() {
  std::vector<std::string> complaints;
  const fs::path parent = parent_folder();
  for (const auto& name : candidates(parent)) {
    const fs::path path = parent / name;
    const Descriptor folder = open_ours(path);
    if (!folder.open() || try_lock(folder) != Lock::taken || !is_still(folder, path)) continue;
    if (const auto error = remove_folder(path)) {
      complaints.push_back("cannot remove " + path.string() + ", which a process that was killed left: " +
                           error.message() + "; remove it by hand");
    }
  }
  return complaints;
}

}  // namespace sluice::process
