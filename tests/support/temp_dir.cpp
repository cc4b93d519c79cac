#include "support/temp_dir.hpp"

#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <fstream>
#include <mutex>
#include <stdexcept>

namespace sluice::test {
namespace fs = std::filesystem;

namespace {

/// Small repositories made by the thousand wait for the disk alone, so memory where it can hold them and run
/// hooks.
void prefer_memory() {
  struct statvfs info {};
  if (::getenv("TMPDIR") != nullptr || ::statvfs("/dev/shm", &info) != 0) return;
  const bool runs_programs = (info.f_flag & ST_NOEXEC) == 0;
  const bool has_room = info.f_bavail * info.f_frsize > (1UL << 30);
  if (runs_programs && has_room && ::access("/dev/shm", W_OK) == 0) ::setenv("TMPDIR", "/dev/shm", 1);
}

}  // namespace

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
    prefer_memory();
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
