#pragma once
// A folder that a test may fill, gone afterwards. The first one made also pins this process's environment: no
// git configuration but a repository's own, a fixed identity, locale C, so that ids are functions of content.

#include <filesystem>
#include <string>
#include <string_view>

namespace sluice::test {

class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

void make_hermetic();  ///< What TempDir does to the environment, for a test that has none.

/// Folders above are made; raw bytes. Throws std::runtime_error.
void write_file(const std::filesystem::path& file, std::string_view bytes);
std::string read_file(const std::filesystem::path& file);

}  // namespace sluice::test
