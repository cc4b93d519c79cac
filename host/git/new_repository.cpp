#include "host/git/new_repository.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

#include "host/git/scratch.hpp"

namespace sluice::git {

namespace fs = std::filesystem;

namespace {

// The folder is thrown away whole, so nothing in it needs to survive a power cut.
constexpr std::string_view kConfig = R"([core]
	repositoryformatversion = 0
	filemode = true
	logallrefupdates = false
	hooksPath = /dev/null
	attributesFile = /dev/null
	excludesFile = /dev/null
	fsync = none
	quotePath = true
[gc]
	auto = 0
[maintenance]
	auto = false
[commit]
	gpgsign = false
[advice]
	detachedHead = false
)";

void write_file(const fs::path& file, std::string_view text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream)
    throw GitError("cannot write " + file.string() + ": " + std::strerror(errno) + "; free some space");
}

}  // namespace

std::string_view pinned_config() {
  return kConfig;
}

void make_repository(const fs::path& folder, std::string_view config,
                     const std::vector<fs::path>& alternates) {
  for (const char* part : {"objects/info", "objects/pack", "refs/heads", "refs/tags", "info"}) {
    fs::create_directories(folder / part);
  }
  std::string lines;
  for (const auto& path : alternates) lines += path.string() + "\n";
  write_file(folder / "HEAD", "ref: refs/heads/work\n");
  write_file(folder / "config", config);
  write_file(folder / "objects/info/alternates", lines);
}

}  // namespace sluice::git
