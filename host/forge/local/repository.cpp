#include "host/forge/local/repository.hpp"

#include "host/git/library.hpp"

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

struct FreeCommit {
  void operator()(git_commit* commit) const { git_commit_free(commit); }
};
using Commit = std::unique_ptr<git_commit, FreeCommit>;

Commit find_commit(git_repository* repository, const std::string& sha) {
  const auto id = parsed(sha);
  git_commit* commit = nullptr;
  if (!id || git_commit_lookup(&commit, repository, &*id) != 0) return nullptr;
  return Commit(commit);
}

[[noreturn]] void no_forge(const std::filesystem::path& path, const std::string& why) {
  throw ForgeError(ForgeError::Kind::refused, "no forge at " + path.string() + ": " + why);
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
  return find_commit(handle_.get(), sha) != nullptr;
}

bool Repository::related(const std::string& one, const std::string& other) const {
  const auto left = parsed(one), right = parsed(other);
  git_oid base;
  return left && right && git_merge_base(&base, handle_.get(), &*left, &*right) == 0;
}

bool Repository::contains(const std::string& commit, const std::string& ancestor) {
  if (commit == ancestor) return true;
  const auto from = parsed(commit), to = parsed(ancestor);
  return from && to && git_graph_descendant_of(handle_.get(), &*from, &*to) == 1;
}

std::vector<std::string> Repository::parents(const std::string& sha) {
  std::vector<std::string> found;
  const auto commit = find_commit(handle_.get(), sha);
  if (!commit) return found;
  for (unsigned at = 0; at < git_commit_parentcount(commit.get()); ++at) {
    found.push_back(hex(git_commit_parent_id(commit.get(), at)));
  }
  return found;
}

}  // namespace sluice::forge::local
