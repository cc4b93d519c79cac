// Which bare repository a folder means.

#include "host/forge/local/context.hpp"
#include "host/git/library.hpp"
#include "host/process/child.hpp"

namespace sluice::forge {

namespace {

using local::refuse;

struct FreeRepository {
  void operator()(git_repository* repository) const { git_repository_free(repository); }
};

/// As git has it, after what its configuration puts in an address's place.
std::string address_of(const std::filesystem::path& clone, const std::string& remote) {
  const auto result =
      process::run({.argv = {"git", "-C", clone.string(), "remote", "get-url", "--", remote}});
  constexpr int no_such_remote = 2;
  if (result.code == no_such_remote) {
    refuse("the clone " + clone.string() + " has no remote " + remote +
           "; add it, or name the bare repository itself");
  }
  if (!result.ok()) {
    refuse("the remote " + remote + " of the clone " + clone.string() +
           " cannot be read; git says: " + result.error);
  }
  return result.output.substr(0, result.output.find('\n'));
}

/// The folder that an address names, relative to the clone; nothing for one that leads off this machine.
std::optional<std::filesystem::path> folder_of(const std::string& address,
                                               const std::filesystem::path& clone) {
  constexpr std::string_view scheme = "file://";
  if (address.starts_with(scheme)) return address.substr(scheme.size());
  const auto colon = address.find(':'), slash = address.find('/');
  if (colon != std::string::npos && colon < slash) return std::nullopt;
  return clone / address;  // An absolute address stays as it is.
}

}  // namespace

std::filesystem::path remote_repository(const std::filesystem::path& clone, const std::string& remote) {
  const auto folder = folder_of(address_of(clone, remote), clone);
  if (folder) return *folder;
  refuse("the remote " + remote + " of the clone " + clone.string() +
         " is no folder of this machine, and an embedded forge is; name the bare repository itself");
}

std::filesystem::path forge_repository(const std::filesystem::path& folder, const std::string& remote) {
  git::use_libgit2();
  git_repository* opened = nullptr;
  const int code = git_repository_open_ext(&opened, folder.c_str(), 0, nullptr);
  const std::unique_ptr<git_repository, FreeRepository> repository(opened);
  if (code != 0) {
    refuse("no git repository at " + folder.string() + " (" + git::libgit2_error() +
           "); name a bare repository or a clone of one");
  }
  if (git_repository_is_bare(opened) != 0) return git_repository_path(opened);
  return remote_repository(git_repository_workdir(opened), remote);
}

}  // namespace sluice::forge
