#pragma once
// The working side of a simulation: an agent, or a person, with a clone of their own, who commits whatever a
// working tree can take and pushes it, plainly for the most part.

#include <set>
#include <string>
#include <vector>

#include "support/file_contents.hpp"
#include "support/repo.hpp"

namespace sluice::test {

class Session {
 public:
  Session(Repo repo, Dice& dice) : repo_(std::move(repo)), dice_(dice) {}

  /// One to three commits on top of the branch as it is now, all below that folder; again when the push lost
  /// a race.
  void work(const std::string& branch, const std::string& folder, int& number);
  /// Rebases the queue onto develop, which keeps no copy lines, and pushes it by force on the sha it read.
  void rebase_queue(int& number);
  /// Merges main into the queue, where git can, and pushes.
  void merge_main(int& number);

  /// Commits that changed something and were pushed: none may ever be lost.
  const std::set<Oid>& pushed() const { return pushed_; }
  /// What `git ls-tree` says of a folder as its last push left it.
  const std::string& wanted(const std::string& folder) { return wanted_[folder]; }

 private:
  bool take(const std::string& branch);
  bool push(const std::string& branch, const std::string& lease = {});
  void one_commit(const std::string& branch, const std::string& folder, int number);
  std::string change(const std::string& folder, int number);
  std::string message(const std::string& branch, const std::string& what, int number);
  std::string folder_tree(const std::string& folder);
  bool try_git(const std::vector<std::string>& arguments);
  std::vector<std::string> lines(const std::vector<std::string>& arguments);

  Repo repo_;
  Dice& dice_;
  std::set<Oid> pushed_;
  std::map<std::string, std::string> wanted_;
};

}  // namespace sluice::test
