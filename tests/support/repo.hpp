#pragma once
// The fixture language of all tests: a bare remote and a clone of it, driven by real git.
//
//   Repo repo;                                     // remote and clone, both empty, on main
//   repo.commit_file("a.txt", 1);                  // a.txt holds "a.txt 1\n"; subject "a.txt 1"
//   repo.branch("ai/queue");                       // made at HEAD and checked out
//   repo.write("b/c.txt", "text\n").chmod("a.txt");
//   const Oid mine = repo.commit("Widen the gate", 2);  // everything in the work tree, as it stands
//   repo.checkout("main");
//   const Oid copy = repo.cherry_pick(mine, 3);    // with -x
//   repo.push("main");
//   EXPECT_EQ(repo.tree(copy), repo.tree(mine));
//
// The number is the time: commit N is authored and committed N minutes after a fixed instant, so equal
// stories have equal ids. A git command that ends otherwise than expected throws with its output.

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "host/git/oid.hpp"
#include "host/process/child.hpp"
#include "support/temp_dir.hpp"

namespace sluice::test {

using git::Oid;

class Repo {
 public:
  Repo();
  Repo another() const;  ///< A second clone of the same remote: another writer.

  const std::filesystem::path& clone() const { return clone_; }
  const std::filesystem::path& remote() const { return remote_; }
  const std::filesystem::path& folder() const { return home_->path(); }  ///< Holds both; room for more.

  // The work tree. Paths are raw bytes below its root; folders above are made.
  Repo& write(const std::string& path, std::string_view bytes);
  Repo& append(const std::string& path, std::string_view bytes);
  Repo& remove(const std::string& path);  ///< A file or a whole folder.
  Repo& rename(const std::string& from, const std::string& to);
  Repo& chmod(const std::string& path, bool executable = true);
  Repo& symlink(const std::string& path, const std::string& target);

  // Commits. The message is kept byte for byte.
  Oid commit(std::string_view message,
             int number);  ///< Of everything; one that changes nothing is a commit too.
  Oid commit_file(const std::string& path, int number);
  Oid cherry_pick(const Oid& commit, int number, bool copy_line = true);
  Oid revert(const Oid& commit, int number);
  Oid merge(const std::string& branch, int number);  ///< Never fast-forward.

  // Branches.
  Repo& branch(const std::string& name,
               const std::string& at = "HEAD");  ///< Made, or moved, and checked out.
  Repo& checkout(const std::string& name);
  Repo& push(const std::string& branch);  ///< By force: the remote's branch is what the clone's is.
  Repo& fetch();

  // Questions. A revision is whatever `git rev-parse` takes.
  Oid id(const std::string& revision) const;
  Oid tree(const std::string& revision) const;
  Oid tree(const Oid& commit) const { return tree(commit.hex()); }
  std::string message(const Oid& commit) const;                                  ///< Raw bytes.
  std::string show(const std::string& revision, const std::string& path) const;  ///< A file's bytes.
  std::string graph() const;                                                     ///< For SCOPED_TRACE.

  /// git in the clone, or in the remote, with the current number's dates; answers standard output.
  std::string git(const std::vector<std::string>& arguments, int expected_code = 0,
                  const std::string& input = {}) const;
  std::string remote_git(const std::vector<std::string>& arguments, int expected_code = 0) const;
  Repo& at(int number);  ///< The time of what git does from here on.
  /// Writes an executable hook into the remote: a shell script without its first line.
  Repo& remote_hook(const std::string& name, std::string_view script);

 private:
  explicit Repo(std::shared_ptr<TempDir> home) : home_(std::move(home)) {}
  std::string run(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                  int expected_code, const std::string& input) const;

  std::shared_ptr<TempDir> home_;
  std::filesystem::path remote_, clone_;
  int number_ = 0;
};

}  // namespace sluice::test
