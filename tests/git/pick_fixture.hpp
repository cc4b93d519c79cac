#pragma once
// A repository with a few files, and a picker over it.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "host/git/pick.hpp"
#include "support/repo.hpp"

namespace sluice::git {

using test::Repo;

inline const Identity committer{"Sluice", "sluice@example.com", 1800000000, "+0000"};

class PickTest : public ::testing::Test {
 protected:
  PickTest() {
    repo.write("a.txt", "1\n2\n3\n4\n5\n").write("b/b.txt", "b\n").write("c/d/e.txt", "e\n");
    base = repo.commit("Base", 1);
  }

  struct Room {
    explicit Room(const Repo& repo)
        : scratch(repo.clone()), store(scratch), picker(scratch, store, committer) {}
    Scratch scratch;
    ObjectStore store;
    Picker picker;
  };
  Room& room() {
    if (!room_) room_ = std::make_unique<Room>(repo);
    return *room_;
  }
  Pick pick(const Oid& commit, const Oid& onto, const PickOptions& options = {}) {
    return room().picker.pick(commit, onto, options);
  }
  /// What git reads of an object of ours.
  std::string git_bytes(const Oid& id, const char* type = "commit") {
    room().store.flush();
    return room().scratch.must({"cat-file", type, id.hex()});
  }
  std::string git_file(const Oid& commit, const std::string& path) {
    room().store.flush();
    return room().scratch.must({"cat-file", "blob", commit.hex() + ":" + path});
  }

  Repo repo;
  Oid base;

 private:
  std::unique_ptr<Room> room_;
};

}  // namespace sluice::git
