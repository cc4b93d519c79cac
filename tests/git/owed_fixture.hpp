#pragma once
// A queue and its upstreams as a graph in a real repository, and what the queue owes them.

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "host/git/owed.hpp"
#include "support/repo.hpp"

namespace sluice::git {

using test::Repo;

struct Opened {
  Scratch scratch;
  ObjectStore store;
  History history;
  Picker picker;
  explicit Opened(const Repo& repo)
      : scratch(repo.clone()),
        store(scratch),
        history(store),
        picker(scratch, store, pass_identity(scratch, 1)) {}
};

/// Graphs: time goes to the right; A' is a copy of A with its copy line, A= one without.
class OwedGraph : public testing::Test {
 protected:
  OwedGraph() {
    text_.assign(40, "line");
    for (std::size_t i = 0; i < text_.size(); ++i) text_[i] += " " + std::to_string(i);
    repo.write("file", joined());
    base = repo.commit("base\n", 0);
    repo.git({"branch", "develop"});
    repo.branch("queue");
  }

  std::string joined() const {
    std::string all;
    for (const auto& line : text_) all += line + "\n";
    return all;
  }

  /// A commit on the branch that is checked out: line n of the file becomes text.
  Oid set(std::size_t n, const std::string& text) {
    std::istringstream old(repo.show("HEAD", "file"));
    std::string all, line;
    for (std::size_t i = 0; std::getline(old, line); ++i) all += (i == n ? text : line) + "\n";
    return repo.write("file", all).commit("line " + std::to_string(n) + " is " + text + "\n", ++now);
  }
  Oid copy(const Oid& commit) { return repo.cherry_pick(commit, ++now); }
  Oid equal(const Oid& commit) { return repo.cherry_pick(commit, ++now, false); }
  Oid revert(const Oid& commit) { return repo.revert(commit, ++now); }

  OwedSet owed_set(const std::string& head = "queue", std::vector<std::string> upstreams = {"develop"}) {
    SCOPED_TRACE(repo.graph());
    Opened opened(repo);
    std::vector<Oid> ids;
    for (const auto& upstream : upstreams) ids.push_back(repo.id(upstream));
    auto set = owed(opened.store, opened.history, opened.picker, ids, repo.id(head));
    // Whatever the story, each commit is named once.
    EXPECT_EQ(set.owed.size() + set.shed.size(), opened.history.range(ids, repo.id(head)).size());
    return set;
  }
  std::vector<Oid> owed_ids(const std::string& head = "queue",
                            std::vector<std::string> upstreams = {"develop"}) {
    std::vector<Oid> ids;
    for (const auto& commit : owed_set(head, std::move(upstreams)).owed) ids.push_back(commit.id);
    return ids;
  }
  /// What `git cherry develop queue` would leave to do.
  std::string git_cherry() { return repo.git({"cherry", "develop", "queue"}); }

  Repo repo;
  Oid base;
  int now = 0;

 private:
  std::vector<std::string> text_;
};

}  // namespace sluice::git
