#include "host/git/clone.hpp"

#include <git2.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "host/git/scratch.hpp"

namespace sluice::git {
namespace fs = std::filesystem;
namespace {

std::optional<std::string> first_line(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  if (!std::getline(stream, line)) return std::nullopt;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

/// A ".git" file: "gitdir: PATH", relative to the folder it stands in.
fs::path follow_git_file(const fs::path& file) {
  static constexpr std::string_view kPrefix = "gitdir: ";
  const auto line = first_line(file);
  if (!line || !line->starts_with(kPrefix)) {
    throw GitError("cannot open the repository at " + file.parent_path().string() +
                   ": its .git file does not say " + "\"gitdir: PATH\"; make the clone again");
  }
  return (file.parent_path() / line->substr(kPrefix.size())).lexically_normal();
}

bool is_git_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(folder / "HEAD", ignored)) &&
         (fs::is_directory(folder / "objects", ignored) || fs::exists(folder / "commondir", ignored));
}

fs::path common_folder(const fs::path& git) {
  const auto line = first_line(git / "commondir");
  return line ? (git / *line).lexically_normal() : git;
}

/// One configuration file, with its includes, read as git reads it.
class ConfigFile {
 public:
  explicit ConfigFile(const fs::path& file) {
    git_libgit2_init();
    if (git_config_open_ondisk(&config_, file.c_str()) != 0) config_ = nullptr;
  }
  ~ConfigFile() {
    git_config_free(config_);
    git_libgit2_shutdown();
  }
  ConfigFile(const ConfigFile&) = delete;
  ConfigFile& operator=(const ConfigFile&) = delete;

  std::string text(const char* name) const {
    git_buf value = GIT_BUF_INIT;
    std::string result;
    if (config_ != nullptr && git_config_get_string_buf(&value, config_, name) == 0) result = value.ptr;
    git_buf_dispose(&value);
    return result;
  }

  /// Some remote is set to be a promisor. Compared here: the library's own matching of names
  /// (foreach_match, 1.5.1) leaks twenty kilobytes each time.
  bool any_promisor() const {
    bool found = false;
    if (config_ == nullptr) return false;
    git_config_foreach(
        config_,
        [](const git_config_entry* entry, void* flag) {
          const std::string_view name = entry->name;
          const std::string_view value = entry->value == nullptr ? "true" : entry->value;
          const bool off = value == "false" || value == "0" || value == "no" || value == "off";
          if (name.starts_with("remote.") && name.ends_with(".promisor") && !off)
            *static_cast<bool*>(flag) = true;
          return 0;
        },
        &found);
    return found;
  }

 private:
  git_config* config_ = nullptr;
};

bool has_promisor_pack(const fs::path& objects) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(objects / "pack", ignored)) {
    if (entry.path().extension() == ".promisor") return true;
  }
  return false;
}

void add_object_folder(const fs::path& folder, int depth, std::vector<fs::path>& into) {
  const fs::path normal = folder.lexically_normal();
  if (std::find(into.begin(), into.end(), normal) != into.end()) return;
  if (normal.string().find_first_of("\r\n") != std::string::npos) {
    throw GitError("cannot borrow the objects of " + normal.parent_path().string() +
                   ": the path has a line break in it, which an alternates file cannot hold; move the clone");
  }
  into.push_back(normal);
  std::ifstream alternates(normal / "info" / "alternates", std::ios::binary);
  for (std::string line; depth < 5 && std::getline(alternates, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    // A quoted entry is how git spells a path with odd bytes; what it borrows would silently be missing.
    if (line.starts_with('"')) {
      throw GitError("cannot follow the quoted alternate " + line + " of " + normal.string() +
                     "; repack the clone with `git repack -ad` and remove its objects/info/alternates");
    }
    add_object_folder(normal / line, depth + 1, into);
  }
}

}  // namespace

CloneFolders find_clone(const fs::path& start) {
  std::error_code error;
  const fs::path absolute = fs::canonical(start, error);
  if (error) {
    throw GitError("cannot open the repository at " + start.string() + ": " + error.message() +
                   "; name a folder inside a git clone");
  }
  for (fs::path folder = absolute;; folder = folder.parent_path()) {
    const fs::path inner = folder / ".git";
    if (is_git_folder(inner)) return {folder, inner, common_folder(inner)};
    if (fs::is_regular_file(inner, error)) {
      const fs::path git = follow_git_file(inner);
      return {folder, git, common_folder(git)};
    }
    if (is_git_folder(folder)) {
      const bool is_inside_work_tree = folder.filename() == ".git";
      return {is_inside_work_tree ? folder.parent_path() : folder, folder, common_folder(folder)};
    }
    if (folder == folder.parent_path()) break;
  }
  throw GitError("no git repository at " + absolute.string() +
                 " or above it; name a folder inside a git clone");
}

void require_usable(const CloneFolders& clone) {
  const auto refuse = [&](const std::string& what) {
    throw GitError("cannot use the repository at " + clone.root.string() + ": " + what);
  };
  const ConfigFile config(clone.common / "config");
  std::error_code ignored;
  if (const std::string format = config.text("extensions.objectformat");
      !format.empty() && format != "sha1") {
    refuse("its object format is " + format + ", and only sha1 is read; use a sha1 clone");
  }
  if (const std::string storage = config.text("extensions.refstorage");
      !storage.empty() && storage != "files") {
    refuse("its ref storage is " + storage +
           ", and only files is read; convert it with `git refs migrate "
           "--ref-format=files` or clone again without --ref-format");
  }
  if (fs::is_directory(clone.common / "reftable", ignored)) {
    refuse("its ref storage is reftable, and only files is read; clone again without --ref-format");
  }
  if (fs::exists(clone.common / "shallow", ignored) && fs::file_size(clone.common / "shallow", ignored) > 0) {
    refuse("it is shallow, so that commits would read as missing; run `git fetch --unshallow`");
  }
  if (!config.text("extensions.partialclone").empty() || config.any_promisor() ||
      has_promisor_pack(clone.common / "objects")) {
    refuse(
        "it is a partial clone, so that objects would be fetched one by one or be missing; clone again "
        "without "
        "--filter");
  }
  if (!fs::is_directory(clone.common / "objects", ignored)) {
    refuse("it has no objects folder at " + (clone.common / "objects").string() + "; make the clone again");
  }
}

std::vector<fs::path> object_folders(const CloneFolders& clone) {
  std::vector<fs::path> folders;
  add_object_folder(clone.common / "objects", 0, folders);
  return folders;
}

}  // namespace sluice::git
