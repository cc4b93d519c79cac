#include "support/temp_dir.hpp"

#include <stdlib.h>

#include <fstream>
#include <mutex>
#include <stdexcept>

namespace sluice::test {
namespace fs = std::filesystem;

void make_hermetic() {
  static std::once_flag once;
  std::call_once(once, [] {
    for (const char* name :
         {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
          "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_SSH_COMMAND",
          "GITHUB_TOKEN", "GH_TOKEN", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "http_proxy", "https_proxy",
          "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}) {
      ::unsetenv(name);
    }
    ::setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    ::setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    ::setenv("GIT_ATTR_NOSYSTEM", "1", 1);
    ::setenv("GIT_TERMINAL_PROMPT", "0", 1);
    ::setenv("GIT_AUTHOR_NAME", "Ada", 1);
    ::setenv("GIT_AUTHOR_EMAIL", "ada@example.com", 1);
    ::setenv("GIT_COMMITTER_NAME", "Ada", 1);
    ::setenv("GIT_COMMITTER_EMAIL", "ada@example.com", 1);
    ::setenv("LC_ALL", "C", 1);
    ::setenv("TZ", "UTC", 1);
  });
}

TempDir::TempDir() {
  make_hermetic();
  std::string name = (fs::temp_directory_path() / "sluice-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder " + name);
  path_ = fs::canonical(name);
}

TempDir::~TempDir() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void write_file(const fs::path& file, std::string_view bytes) {
  fs::create_directories(file.parent_path());
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << bytes;
  stream.close();
  if (!stream) throw std::runtime_error("cannot write " + file.string());
}

std::string read_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace sluice::test
