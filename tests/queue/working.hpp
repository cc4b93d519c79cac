#pragma once
// The working side over a real remote with its embedded forge: the built host in real clones.
//
//   Working work;                                // main, develop and ai/queue at one commit; a clone on the
//   queue work.commit("a.txt", "text\n");              // in the clone, not pushed
//   EXPECT_EQ(work.queue({"push"}).outcome(), "pushed");

#include <map>
#include <string>
#include <vector>

#include "passes/river.hpp"

namespace sluice::test {

struct Said {
  int code = -1;
  int signal = 0;
  Json document;  ///< With --json; null where the host was killed.
  std::string output, errors;

  std::string outcome() const { return document.is_null() ? "" : document.value("outcome", ""); }
  std::string reason() const { return document.is_null() ? "" : document.value("reason", ""); }
  /// The subjects under a key that holds a list of commits.
  std::vector<std::string> subjects(const std::string& key) const;
};

class Working {
 public:
  explicit Working(int cap = 3, const std::string& config = {}) : river(cap, config) {}

  River river;
  Repo& repo() { return river.repo; }

  /// host queue WORDS... --json in the clone.
  Said queue(const std::vector<std::string>& words) { return queue_in(river.repo.clone(), words); }
  Said queue_in(const std::filesystem::path& clone, const std::vector<std::string>& words);
  /// As people read it: without --json.
  Said told(const std::vector<std::string>& words);

  /// A commit in the clone that is not pushed; of that one file, its subject "Write FILE".
  Oid commit(const std::string& file, const std::string& bytes, const std::string& trailer = {});
  Oid commit_in(Repo& repo, const std::string& file, const std::string& bytes);
  /// Somebody else's commit on the remote's queue.
  Oid another(const std::string& file, const std::string& bytes);
  /// The clone's ai/queue is the remote's, and nothing else is in the work tree.
  void fresh();

  Oid local() { return river.repo.id("refs/heads/ai/queue"); }
  Oid remote() { return river.head("ai/queue"); }
  /// git status, porcelain: empty where everything is committed and the index is what HEAD is.
  std::string status() { return river.repo.git({"status", "--porcelain"}); }
  std::string file(const std::string& name) { return read_file(river.repo.clone() / name); }

  /// What kills the host from inside a child of its git: the nearest process above that bears its name.
  static std::string kill_the_host();

  std::map<std::string, std::string> environment;  ///< For the host, more of it.

 private:
  std::unique_ptr<Repo> other_;
  int number_ = 1000;
};

}  // namespace sluice::test
