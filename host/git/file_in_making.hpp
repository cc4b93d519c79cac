#pragma once
// Files of the scratch repository that must never be there in half.

#include <filesystem>
#include <string>
#include <string_view>

namespace sluice::git {

/// A file that is there whole under its name, or not at all. Throws GitError with the path and the system's
/// words.
class FileInMaking {
 public:
  explicit FileInMaking(const std::filesystem::path& folder);
  ~FileInMaking();
  FileInMaking(const FileInMaking&) = delete;
  FileInMaking& operator=(const FileInMaking&) = delete;

  void write(std::string_view data);
  void close();                                       ///< All of it has reached the file system.
  void rename_to(const std::filesystem::path& name);  ///< After close().

 private:
  void drain();

  std::filesystem::path path_;
  std::string buffer_;
  int descriptor_ = -1;
  bool placed_ = false;
};

}  // namespace sluice::git
