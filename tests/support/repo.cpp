#include "support/repo.hpp"

#include <atomic>
#include <fstream>
#include <stdexcept>

namespace sluice::test {
namespace fs = std::filesystem;
namespace {

constexpr std::int64_t kEpoch = 1'700'000'000;

constexpr std::string_view kConfig =
    "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tfsync = none\n"
    "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[commit]\n\tgpgsign = false\n[advice]\n\tdetachedHead "
    "= false\n";

/// What `git init -b main` makes, without its process.
void init(const fs::path& folder, const std::string& more) {
  for (const char* part : {"objects/info", "objects/pack", "refs/heads", "refs/tags", "info", "hooks"}) {
    fs::create_directories(folder / part);
  }
  write_file(folder / "HEAD", "ref: refs/heads/main\n");
  write_file(folder / "config", std::string(kConfig) + more);
}

void init_clone(const fs::path& folder, const fs::path& remote) {
  init(folder / ".git", "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = " + remote.string() +
                            "\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n");
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

Repo::Repo() : Repo(std::make_shared<TempDir>()) {
  remote_ = home_->path() / "remote.git";
  clone_ = home_->path() / "clone";
  init(remote_, "[core]\n\tbare = true\n");
  init_clone(clone_, remote_);
}

Repo Repo::another() const {
  static std::atomic<int> count{0};
  Repo other(home_);
  other.remote_ = remote_;
  other.clone_ = home_->path() / ("another-" + std::to_string(++count));
  init_clone(other.clone_, remote_);
  other.fetch();
  return other;
}

Repo& Repo::write(const std::string& path, std::string_view bytes) {
  write_file(clone_ / path, bytes);
  return *this;
}

Repo& Repo::append(const std::string& path, std::string_view bytes) {
  std::ofstream stream(clone_ / path, std::ios::binary | std::ios::app);
  stream << bytes;
  return *this;
}

Repo& Repo::remove(const std::string& path) {
  if (fs::remove_all(clone_ / path) == 0) throw std::runtime_error("nothing to remove at " + path);
  return *this;
}

Repo& Repo::rename(const std::string& from, const std::string& to) {
  fs::create_directories((clone_ / to).parent_path());
  fs::rename(clone_ / from, clone_ / to);
  return *this;
}

Repo& Repo::chmod(const std::string& path, bool executable) {
  const auto bits = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  fs::permissions(clone_ / path, bits, executable ? fs::perm_options::add : fs::perm_options::remove);
  return *this;
}

Repo& Repo::symlink(const std::string& path, const std::string& target) {
  fs::create_directories((clone_ / path).parent_path());
  fs::remove(clone_ / path);
  fs::create_symlink(target, clone_ / path);
  return *this;
}

Oid Repo::commit(std::string_view message, int number) {
  at(number);
  git({"add", "-A"});
  git({"commit", "-q", "--allow-empty", "--allow-empty-message", "--cleanup=verbatim", "-F", "-"}, 0,
      std::string(message));
  return id("HEAD");
}

Oid Repo::commit_file(const std::string& path, int number) {
  const std::string text = path + " " + std::to_string(number);
  return write(path, text + "\n").commit(text + "\n", number);
}

Oid Repo::cherry_pick(const Oid& commit, int number, bool copy_line) {
  std::vector<std::string> arguments{"cherry-pick", "--allow-empty", "--keep-redundant-commits",
                                     "--allow-empty-message"};
  if (copy_line) arguments.emplace_back("-x");
  arguments.push_back(commit.hex());
  at(number).git(arguments);
  return id("HEAD");
}

Oid Repo::revert(const Oid& commit, int number) {
  at(number).git({"revert", "--no-edit", commit.hex()});
  return id("HEAD");
}

Oid Repo::merge(const std::string& branch, int number) {
  at(number).git({"merge", "-q", "--no-ff", "--no-edit", branch});
  return id("HEAD");
}

Repo& Repo::branch(const std::string& name, const std::string& at) {
  git({"checkout", "-q", "-B", name, at});
  return *this;
}

Repo& Repo::checkout(const std::string& name) {
  git({"checkout", "-q", name});
  return *this;
}

Repo& Repo::push(const std::string& branch) {
  git({"push", "-q", "--force", "origin", "refs/heads/" + branch + ":refs/heads/" + branch});
  return *this;
}

Repo& Repo::fetch() {
  git({"fetch", "-q", "origin"});
  return *this;
}

Oid Repo::id(const std::string& revision) const {
  return Oid::from_hex(first_line(git({"rev-parse", "--verify", revision + "^{object}"})));
}

Oid Repo::tree(const std::string& revision) const {
  return Oid::from_hex(first_line(git({"rev-parse", "--verify", revision + "^{tree}"})));
}

std::string Repo::message(const Oid& commit) const {
  const std::string bytes = git({"cat-file", "commit", commit.hex()});
  return bytes.substr(bytes.find("\n\n") + 2);
}

std::string Repo::show(const std::string& revision, const std::string& path) const {
  return git({"cat-file", "blob", revision + ":" + path});
}

std::string Repo::graph() const {
  return git({"log", "--graph", "--all", "--format=%h %s%d", "--date-order"});
}

std::string Repo::git(const std::vector<std::string>& arguments, int expected_code,
                      const std::string& input) const {
  return run(clone_, arguments, expected_code, input);
}

std::string Repo::remote_git(const std::vector<std::string>& arguments, int expected_code) const {
  return run(remote_, arguments, expected_code, {});
}

Repo& Repo::at(int number) {
  number_ = number;
  return *this;
}

Repo& Repo::remote_hook(const std::string& name, std::string_view script) {
  const fs::path file = remote_ / "hooks" / name;
  write_file(file, "#!/bin/sh\n" + std::string(script));
  fs::permissions(file, fs::perms::owner_all);
  return *this;
}

std::string Repo::run(const fs::path& folder, const std::vector<std::string>& arguments, int expected_code,
                      const std::string& input) const {
  process::Command command;
  command.argv = {"git"};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.directory = folder;
  command.environment = process::transport_environment();
  command.input = input;
  const std::string date = std::to_string(kEpoch + 60 * std::int64_t{number_}) + " +0000";
  command.environment.insert({{"GIT_AUTHOR_NAME", "Ada"},
                              {"GIT_AUTHOR_EMAIL", "ada@example.com"},
                              {"GIT_COMMITTER_NAME", "Ada"},
                              {"GIT_COMMITTER_EMAIL", "ada@example.com"},
                              {"GIT_AUTHOR_DATE", date},
                              {"GIT_COMMITTER_DATE", date},
                              {"GIT_EDITOR", "true"},
                              {"GIT_MERGE_AUTOEDIT", "no"}});
  command.environment["LC_ALL"] = "C";
  process::Result result = process::run(command);
  if (result.code == expected_code) return std::move(result.output);
  std::string words;
  for (const auto& argument : arguments) words += " " + argument;
  throw std::runtime_error("git" + words + " in " + folder.string() + " ended with " +
                           std::to_string(result.code) + " instead of " + std::to_string(expected_code) +
                           ":\n" + result.output + result.error);
}

}  // namespace sluice::test
