#pragma once
// Folders for temporary files that not even a killed process leaves for long: each is locked by its living
// owner, and whoever comes next removes those that nobody holds.

#include <filesystem>
#include <string>
#include <vector>

#include "host/process/spawn.hpp"

namespace sluice::process {

/// A folder in TMPDIR that only this user can enter, gone with this object. Throws std::runtime_error with
/// the path and the system's words.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor lock_;  ///< The folder itself, locked; no child inherits it.
};

/// Removes what killed processes of this user left in TMPDIR, and nothing else. Answers a sentence for each
/// folder that could not be removed; never throws for one.
std::vector<std::string> sweep_temporary_folders();

}  // namespace sluice::process
