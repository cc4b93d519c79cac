#pragma once
// A clone, its remote over a path or over smart HTTP, and what a pass opens over them.

#include <gmock/gmock.h>

#include "host/git/remote.hpp"
#include "support/http_remote.hpp"
#include "support/repo.hpp"

namespace sluice::git {

/// What a pass opens over a clone.
struct Pass {
  Scratch scratch;
  ObjectStore store;
  History history;
  Remote remote;
  explicit Pass(const test::Repo& repo, bool live = true, const std::string& name = "origin")
      : scratch(repo.clone()), store(scratch), history(store), remote(scratch, store, name, live) {}

  /// A commit that exists nowhere but in our own memory.
  Oid child_of(const Oid& parent, const std::string& message) {
    Commit commit = history.commit(parent);
    commit.parents = {parent};
    commit.message = message;
    return store.put(Kind::commit, commit.serialize());
  }
};

/// Every test of a push or a fetch runs over a path and over smart HTTP: the two go through different code of
/// git.
class RemoteOver : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    repo.commit_file("a.txt", 1);
    repo.push("main");
    if (!GetParam()) return;
    repo.remote_git({"config", "http.receivepack", "true"});
    server.emplace(repo.folder());
    repo.git({"remote", "set-url", "origin", server->url("remote.git")});
  }
  std::optional<Oid> remote_head(const std::string& branch) {
    const auto text = repo.remote_git({"for-each-ref", "--format=%(objectname)", "refs/heads/" + branch});
    return text.empty() ? std::nullopt : Oid::parse(text.substr(0, 40));
  }
  void expect_sound_clone() {
    repo.git({"fsck", "--connectivity-only"});
    EXPECT_FALSE(std::filesystem::exists(repo.clone() / ".git/FETCH_HEAD"));
  }
  test::Repo repo;
  std::optional<test::HttpRemote> server;
};

}  // namespace sluice::git
