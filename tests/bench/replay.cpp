#include "bench/replay.hpp"

#include <git2.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "host/git/pick.hpp"

namespace sluice::bench {
namespace {

namespace fs = std::filesystem;
using git::Oid;

Oid revision(const fs::path& repository, const std::string& name) {
  return Oid::from_hex(must({"git", "-C", repository.string(), "rev-parse", name}).substr(0, 40));
}

std::vector<std::string> replay_arguments(const fs::path& repository) {
  return {repository.string(), revision(repository, "main").hex(), revision(repository, "base").hex(),
          revision(repository, "queue").hex()};
}

void run_ours(const std::vector<std::string>& arguments) {
  const git::Scratch scratch(arguments.at(0));
  git::ObjectStore store(scratch);
  git::Picker picker(scratch, store, {"Bench", "bench@example.com", 1800000000});
  Oid tip = Oid::from_hex(arguments.at(1));
  const Oid base = Oid::from_hex(arguments.at(2));
  std::vector<Oid> queue;
  for (Oid at = Oid::from_hex(arguments.at(3)); at != base; at = git::read_commit(store, at).parents.at(0))
    queue.push_back(at);
  std::reverse(queue.begin(), queue.end());
  picker.expect(queue);
  for (const Oid& commit : queue) {
    const git::Pick pick = picker.pick(commit, tip);
    if (!pick.made) throw std::runtime_error("the pick of " + commit.hex() + " made no commit");
    tip = *pick.made;
  }
  store.flush();
  std::cout << git::read_commit(store, tip).tree.hex() << "\n";
}

void check(int status, const char* what) {
  if (status < 0) throw std::runtime_error(std::string(what) + ": " + git_error_last()->message);
}

/// As a program over libgit2 would do it; what it leaves to the end of the process is left.
void run_libgit2(const std::vector<std::string>& arguments) {
  git_libgit2_init();
  git_repository* repository = nullptr;
  check(git_repository_open(&repository, arguments.at(0).c_str()), "open");
  git_oid onto, queue, base;
  git_oid_fromstr(&onto, arguments.at(1).c_str());
  git_oid_fromstr(&base, arguments.at(2).c_str());
  git_oid_fromstr(&queue, arguments.at(3).c_str());
  std::vector<git_commit*> commits;
  git_commit* at = nullptr;
  check(git_commit_lookup(&at, repository, &queue), "lookup");
  while (git_oid_cmp(git_commit_id(at), &base) != 0) {
    commits.push_back(at);
    git_commit* parent = nullptr;
    check(git_commit_parent(&parent, at, 0), "parent");
    at = parent;
  }
  git_commit* tip = nullptr;
  check(git_commit_lookup(&tip, repository, &onto), "lookup");
  for (auto commit = commits.rbegin(); commit != commits.rend(); ++commit) {
    git_index* index = nullptr;
    git_oid tree_id, made;
    git_tree* tree = nullptr;
    check(git_cherrypick_commit(&index, repository, *commit, tip, 0, nullptr), "pick");
    check(git_index_write_tree_to(&tree_id, index, repository), "write tree");
    check(git_tree_lookup(&tree, repository, &tree_id), "tree");
    const git_commit* parents[] = {tip};
    check(git_commit_create(&made, repository, nullptr, git_commit_author(*commit),
                            git_commit_committer(*commit), nullptr, git_commit_message(*commit), tree, 1,
                            parents),
          "commit");
    git_tree_free(tree);
    git_index_free(index);
    git_commit_free(tip);
    check(git_commit_lookup(&tip, repository, &made), "lookup");
  }
  char hex[GIT_OID_HEXSZ + 1];
  std::cout << git_oid_tostr(hex, sizeof hex, git_commit_tree_id(tip)) << "\n";
  git_commit_free(tip);
  git_commit_free(at);
  for (git_commit* commit : commits) git_commit_free(commit);
  git_repository_free(repository);
}

/// bench --verb replay REPOSITORY ONTO BASE TIP, or of a workload's own branches with REPOSITORY alone.
const DeclaredVerb ours("replay", [](const std::vector<std::string>& arguments) {
  run_ours(arguments.size() == 1 ? replay_arguments(arguments.front()) : arguments);
});
const DeclaredVerb libgit2("replay-libgit2", run_libgit2);

}  // namespace

std::string replay_ours(const fs::path& repository) {
  return must(verb("replay", replay_arguments(repository))).substr(0, 40);
}

std::string replay_libgit2(const fs::path& repository) {
  return must(verb("replay-libgit2", replay_arguments(repository))).substr(0, 40);
}

std::string replay_rebase(const fs::path& clone) {
  must({"git", "-C", clone.string(), "rebase", "-q", "--onto", "origin/main", "origin/base", "queue"});
  return must({"git", "-C", clone.string(), "rev-parse", "HEAD^{tree}"}).substr(0, 40);
}

void require_same(const std::string& ours, const std::string& theirs) {
  if (ours != theirs)
    throw std::runtime_error("the replays differ: our tree is " + ours + ", theirs " + theirs);
}

}  // namespace sluice::bench
