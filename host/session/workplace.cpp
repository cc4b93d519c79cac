#include "host/session/workplace.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/git/clone.hpp"
#include "host/git/new_repository.hpp"
#include "host/session/head.hpp"

namespace sluice::session {

namespace fs = std::filesystem;

namespace {

/// "Name <address>" as a section of a configuration file; what could end a line or a value is left out.
std::string user_section(const std::string& author) {
  const auto clean = [](std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\' && c != '<' && c != '>') out += c;
    }
    return out;
  };
  const auto open = author.find(" <");
  const std::string address = open == std::string::npos ? "" : author.substr(open + 2);
  std::string section = "[user]\n\tname = \"";
  section += clean(std::string_view(author).substr(0, open));
  section += "\"\n\temail = \"";
  section += clean(address);
  section += "\"\n";
  return section;
}

/// Device and number of a folder; zeros where none is there, or a link to one.
std::pair<std::uint64_t, std::uint64_t> identity_of(const fs::path& folder) {
  struct stat info {};
  if (::lstat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) return {0, 0};
  return {info.st_dev, info.st_ino};
}

std::vector<fs::path> lent_by(const git::Scratch& scratch) {
  std::vector<fs::path> folders = {scratch.objects()};
  folders.insert(folders.end(), scratch.alternates().begin(), scratch.alternates().end());
  return folders;
}

std::vector<std::string> split_zeros(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\0', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

}  // namespace

Workplace::Workplace(const git::Scratch& scratch, git::ObjectStore& store, const Layout& layout)
    : scratch_(scratch),
      store_(store),
      tree_(folder_.path() / "tree"),
      home_(folder_.path() / "home"),
      out_(folder_.path() / "out"),
      trusted_(scratch.directory() / ("session-" + folder_.path().filename().string())),
      patience_(layout.patience),
      given_(layout.picks) {
  given_.push_back(layout.at);
  if (layout.merging) given_.push_back(*layout.merging);
  store.flush();
  for (const auto& folder : {tree_, home_, out_}) fs::create_directories(folder);
  std::string config = "[core]\n\tbare = false\n";
  config += git::pinned_config();
  config_ = config + user_section(layout.author);
  made_ = identity_of(tree_);
  if (layout.recorded) config_ += "[rerere]\n\tenabled = true\n\tautoUpdate = true\n";
  make_own_repository();
  if (layout.recorded) lend_recorded_resolutions();
  auto borrowed = lent_by(scratch);
  borrowed.insert(borrowed.begin(), tree_ / ".git/objects");
  git::make_repository(trusted_, config, borrowed);
  lay_out(layout);
  unmerged_ = list_unmerged();
  // What is tracked is known from the index as it was laid out, and from none that was touched since.
  fs::copy_file(tree_ / ".git/index", trusted_ / "laid-out");
}

/// Whoever worked there could have put a link to another folder in its place.
bool Workplace::is_what_was_made() const {
  return identity_of(tree_) == made_;
}

void Workplace::must_be_what_was_made() const {
  if (!is_what_was_made())
    throw git::GitError(
        "the work tree is another folder than the one that was laid out; nothing is done to it");
}

void Workplace::make_own_repository() const {
  git::make_repository(tree_ / ".git", config_, lent_by(scratch_));
}

void Workplace::reset(const git::Oid& at) {
  must_be_what_was_made();
  const std::string files = "--work-tree=" + tree_.string();
  store_.flush();
  fs::remove_all(tree_ / ".git");
  make_own_repository();
  trusted_must({files, "read-tree", at.hex()});
  trusted_must({files, "checkout-index", "--all", "--force"});
  trusted_must({files, "clean", "-ffd", "--quiet"});
  fs::copy_file(trusted_ / "index", trusted_ / "laid-out", fs::copy_options::overwrite_existing);
  git({"update-ref", "refs/heads/work", at.hex()});
  git({"reset", "--quiet", "--mixed"});
  given_.push_back(at);
}

std::vector<fs::path> Workplace::lent() const {
  return lent_by(scratch_);
}

git::Oid Workplace::snapshot() const {
  must_be_what_was_made();
  fs::copy_file(trusted_ / "laid-out", trusted_ / "index", fs::copy_options::overwrite_existing);
  trusted_must({"--work-tree=" + tree_.string(), "add", "--all"});
  const auto tree = git::Oid::parse(std::string_view(trusted_must({"write-tree"})).substr(0, 40));
  if (!tree) throw git::GitError("git write-tree printed no tree for a session's work tree");
  bring_back(*tree);
  return *tree;
}

std::string Workplace::git(const std::vector<std::string>& arguments) const {
  process::Command command{
      .argv = {"git"}, .directory = tree_, .environment = git::pinned_environment(tree_ / ".git")};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.environment["GIT_EDITOR"] = "true";
  const auto result = process::run(command);
  if (!result.started) throw git::GitError("git did not start: " + result.error);
  if (result.ok()) return result.output;
  throw git::GitError("git " + arguments.front() + " in a session's work tree ended with " +
                      std::to_string(result.code) + ": " + result.error + result.output);
}

void Workplace::lay_out(const Layout& layout) const {
  git({"checkout", "--quiet", "-B", "work", layout.at.hex()});
  std::vector<std::string> next;
  if (!layout.picks.empty()) {
    next = {"cherry-pick", "-x", "--allow-empty", "--keep-redundant-commits"};
    for (const auto& pick : layout.picks) next.push_back(pick.hex());
  } else if (layout.merging) {
    next = {"merge", "--no-ff", "--no-edit", layout.merging->hex()};
  }
  if (next.empty()) return;
  try {
    git(next);
  } catch (const git::GitError&) {
    // A conflict is what the session is for, and git says it by its exit alone.
    if (open_operation(tree_ / ".git").empty()) throw;
  }
}

process::Result Workplace::trusted_git(std::vector<std::string> arguments, std::string input) const {
  process::Command command{
      .argv = {"git"}, .directory = trusted_, .environment = git::pinned_environment(trusted_)};
  command.argv.insert(command.argv.end(), std::make_move_iterator(arguments.begin()),
                      std::make_move_iterator(arguments.end()));
  command.input = std::move(input);
  command.output_limit = SIZE_MAX;
  // A pipe among the files would be read for ever.
  command.limit = patience_;
  auto result = process::run(command);
  if (result.timed_out)
    result.error = "git did not come to an end within " + std::to_string(patience_.count()) + " s";
  return result;
}

/// Copies them: what git records here must not reach the clone.
void Workplace::lend_recorded_resolutions() const {
  constexpr std::size_t most = 10'000;  // Files; a resolution has two or three.
  const fs::path from = git::find_clone(scratch_.clone()).common / "rr-cache";
  const fs::path into = tree_ / ".git/rr-cache";
  std::error_code none;
  std::size_t copied = 0;
  for (fs::recursive_directory_iterator at(from, none), end; !none && at != end; at.increment(none)) {
    if (!fs::is_regular_file(at->symlink_status())) continue;
    if (++copied > most) return;
    const fs::path file = into / at->path().lexically_relative(from);
    fs::create_directories(file.parent_path());
    fs::copy_file(at->path(), file);
  }
}

std::vector<std::string> Workplace::list_unmerged() const {
  std::vector<std::string> paths;
  for (const auto& entry : split_zeros(git({"ls-files", "--unmerged", "-z"}))) {
    const std::string path = entry.substr(entry.find('\t') + 1);
    if (!path.empty() && (paths.empty() || paths.back() != path)) paths.push_back(path);
  }
  return paths;
}

std::string Workplace::trusted_must(const std::vector<std::string>& arguments) const {
  const auto result = trusted_git(arguments);
  if (result.ok()) return result.output;
  throw git::GitError("git over a session's work tree (" + arguments.back() + ") ended with " +
                      std::to_string(result.code) + ": " + result.error);
}

Left Workplace::look() const {
  const fs::path git_folder = tree_ / ".git";
  Left left;
  if (!is_what_was_made() || !fs::is_directory(fs::symlink_status(git_folder))) {
    left.fault = "its work tree holds no repository any more";
    return left;
  }
  left.operation = open_operation(git_folder);
  left.head = read_head(git_folder);
  if (!left.head || !trusted_git({"cat-file", "-e", left.head->hex() + "^{commit}"}).ok()) {
    left.head.reset();
    left.fault = "its HEAD names no commit";
    return left;
  }
  // An index of our own over its files: its own index could be told to overlook a path.
  const std::string tree = "--work-tree=" + tree_.string();
  if (!trusted_git({"read-tree", left.head->hex()}).ok()) {
    left.fault = "the tree of its HEAD cannot be read";
    return left;
  }
  const auto status = trusted_git({tree, "status", "--porcelain", "-z", "--untracked-files=all",
                                   "--no-renames", "--ignore-submodules=all"});
  if (!status.ok()) left.fault = "git cannot compare its work tree: " + status.error;
  // "XY path": X is the index beside a HEAD, which this repository has none of; Y the files beside the index.
  for (const auto& entry : split_zeros(status.output)) {
    if (entry.size() > 3 && entry[1] != ' ') left.dirty.push_back(entry.substr(3));
  }
  return left;
}

void Workplace::bring_back(const git::Oid& made) const {
  std::string wanted = made.hex() + "\n";
  for (const auto& each : given_) wanted += "^" + each.hex() + "\n";
  const auto pack = trusted_git({"pack-objects", "--revs", "--stdout", "--quiet"}, wanted);
  if (!pack.ok()) throw git::GitError("the session's objects cannot be read: " + pack.error);
  scratch_.must({"index-pack", "--stdin", "--strict"}, pack.output);
  store_.refresh();
  scratch_.must({"rev-list", "--objects", "--quiet", "--stdin"}, wanted);
}

std::optional<std::string> Workplace::file(const std::string& name, std::size_t at_most) const {
  const process::Descriptor file(
      ::open((out_ / name).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat info {};
  if (!file.open() || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  std::string text(std::min<std::size_t>(at_most, static_cast<std::size_t>(info.st_size)), '\0');
  const ssize_t got = ::read(file.get(), text.data(), text.size());
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return text;
}

}  // namespace sluice::session
