#include "host/forge/local/repository.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "host/forge/local/git_child.hpp"
#include "host/git/commit.hpp"
#include "host/git/library.hpp"
#include "host/git/words.hpp"

namespace sluice::forge::local {

namespace {

std::string hex(const git_oid* id) {
  std::string text(GIT_OID_HEXSZ, '0');
  git_oid_fmt(text.data(), id);
  return text;
}

std::optional<git_oid> parsed(const std::string& sha) {
  git_oid id;
  if (sha.size() != GIT_OID_HEXSZ || git_oid_fromstr(&id, sha.c_str()) != 0) return std::nullopt;
  return id;
}

struct FreeDatabase {
  void operator()(git_odb* database) const { git_odb_free(database); }
};
struct FreeObject {
  void operator()(git_odb_object* object) const { git_odb_object_free(object); }
};

/// A commit's bytes, read here: libgit2 takes none whose author has no mail address or whose date is out of
/// range, and git takes them all.
std::optional<git::Commit> find_commit(git_repository* repository, const std::string& sha) {
  const auto id = parsed(sha);
  git_odb* database = nullptr;
  if (!id || git_repository_odb(&database, repository) != 0) return std::nullopt;
  const std::unique_ptr<git_odb, FreeDatabase> keep(database);
  git_odb_object* object = nullptr;
  if (git_odb_read(&object, database, &*id) != 0) return std::nullopt;
  const std::unique_ptr<git_odb_object, FreeObject> read(object);
  if (git_odb_object_type(object) != GIT_OBJECT_COMMIT) return std::nullopt;
  return git::Commit::parse(*git::Oid::parse(sha), {static_cast<const char*>(git_odb_object_data(object)),
                                                    git_odb_object_size(object)});
}

/// git's own answer: exit 0 is yes, 1 is no.
bool ask_git(const std::filesystem::path& repository, const std::vector<std::string>& arguments) {
  const auto result = git_in(repository, arguments);
  if (result.ok()) return true;
  if (result.started && result.code == 1) return false;
  std::string question = "git";
  for (const auto& argument : arguments) question += " " + argument;
  throw ForgeError(ForgeError::Kind::refused, "the history of " + repository.string() + " cannot be read: `" +
                                                  question + "` says: " + git::inert_words(result.error) +
                                                  "; `git fsck` in it says more");
}

[[noreturn]] void no_forge(const std::filesystem::path& path, const std::string& why) {
  throw ForgeError(ForgeError::Kind::refused, "no forge at " + path.string() + ": " + why);
}

/// git's own judgement of a folder that somebody else owns, by its settings for safe.directory: its
/// configuration may name programs, which a merge would start.
void must_be_safe(const std::filesystem::path& bare) {
  struct stat status {};
  if (::stat(bare.c_str(), &status) == 0 && status.st_uid == ::geteuid()) return;
  process::Command ask;
  ask.argv = {"git", "-C", bare.string(), "rev-parse", "--git-dir"};
  ask.environment = process::transport_environment();
  if (process::run(ask).ok()) return;
  no_forge(bare,
           "it belongs to another user, and git does not take it for safe; if you trust it, run "
           "`git config --global --add safe.directory " +
               bare.string() + "`, or chown it");
}

}  // namespace

void Repository::Free::operator()(git_repository* repository) const {
  git_repository_free(repository);
}

Repository::Repository(const std::filesystem::path& bare) {
  git::use_libgit2();
  std::error_code none;
  if (!std::filesystem::exists(bare, none) && !none) {
    no_forge(bare, "there is no such folder; make one with `git init --bare` or `git clone --bare`");
  }
  directory_ = std::filesystem::canonical(bare, none);
  if (none) no_forge(bare, none.message());
  must_be_safe(directory_);
  git_repository* repository = nullptr;
  const int code =
      git_repository_open_ext(&repository, directory_.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr);
  if (code == GIT_ENOTFOUND) {
    no_forge(bare, "it is no git repository; make one with `git init --bare` or `git clone --bare`");
  }
  if (code != 0) no_forge(bare, "the repository cannot be opened (" + git::libgit2_error() + ")");
  handle_.reset(repository);
  if (git_repository_is_bare(repository) == 0) {
    no_forge(bare,
             "the repository has a work tree, and a forge merges into a bare one; make one with "
             "`git clone --bare`");
  }
}

Repository::~Repository() = default;

std::optional<std::string> Repository::head(const std::string& branch) const {
  git_oid id;
  if (branch.find('\0') != std::string::npos) return std::nullopt;
  if (git_reference_name_to_id(&id, handle_.get(), ("refs/heads/" + branch).c_str()) != 0)
    return std::nullopt;
  return hex(&id);
}

std::map<std::string, std::string> Repository::branches() const {
  std::map<std::string, std::string> found;
  git_strarray names{};
  if (git_reference_list(&names, handle_.get()) != 0) return found;
  constexpr std::string_view prefix = "refs/heads/";
  for (std::size_t at = 0; at < names.count; ++at) {
    const std::string_view name = names.strings[at];
    if (!name.starts_with(prefix)) continue;
    const std::string branch(name.substr(prefix.size()));
    if (const auto sha = head(branch)) found.emplace(branch, *sha);
  }
  git_strarray_dispose(&names);
  return found;
}

bool Repository::has_commit(const std::string& sha) const {
  return find_commit(handle_.get(), sha).has_value();
}

// git answers, not libgit2: that one reads no commit of an odd author or date, and loses what it had read of
// the others when it meets one. Both questions come only when a branch has moved.
bool Repository::related(const std::string& one, const std::string& other) const {
  return has_commit(one) && has_commit(other) && ask_git(directory_, {"merge-base", one, other});
}

bool Repository::contains(const std::string& commit, const std::string& ancestor) {
  if (commit == ancestor) return true;
  if (!has_commit(commit) || !has_commit(ancestor)) return false;
  return ask_git(directory_, {"merge-base", "--is-ancestor", ancestor, commit});
}

std::vector<std::string> Repository::parents(const std::string& sha) {
  std::vector<std::string> found;
  const auto commit = find_commit(handle_.get(), sha);
  if (!commit) return found;
  for (const auto& parent : commit->parents) found.push_back(parent.hex());
  return found;
}

}  // namespace sluice::forge::local
