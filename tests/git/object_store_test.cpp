// The object store beside git itself: what it reads is what git has, and what it writes git finds.

#include "host/git/object_store.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <random>
#include <set>
#include <string>

#include "host/git/scratch.hpp"
#include "support/repo.hpp"

namespace sluice::git {
namespace {

namespace fs = std::filesystem;
using test::Repo;

std::set<std::string> files_below(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) names.insert(fs::relative(entry.path(), folder).string());
  return names;
}

std::string noise(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

/// No file of this process grows beyond the limit while it lives: a write answers as it does on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

class ObjectStoreTest : public ::testing::Test {
 protected:
  ObjectStoreTest() { head = repo.commit_file("a.txt", 1); }
  std::string git_type(const Oid& id) { return scratch().must({"cat-file", "-t", id.hex()}); }
  std::string git_bytes(const Oid& id, const std::string& type) {
    return scratch().must({"cat-file", type, id.hex()});
  }
  /// Made late, so that a test may fill the clone first.
  Scratch& scratch() {
    if (!scratch_) scratch_ = std::make_unique<Scratch>(repo.clone());
    return *scratch_;
  }
  ObjectStore& store() {
    if (!store_) store_ = std::make_unique<ObjectStore>(scratch());
    return *store_;
  }
  Oid blob_id(const std::string& place) {
    return Oid::from_hex(repo.git({"rev-parse", place}).substr(0, 40));
  }
  fs::path packs() { return scratch().objects() / "pack"; }

  Repo repo;
  Oid head;

 private:
  std::unique_ptr<Scratch> scratch_;
  std::unique_ptr<ObjectStore> store_;
};

/// An object may be like one that is made only after it: then the pack cannot build the first on the second.
TEST_F(ObjectStoreTest, WhatIsLikeALaterObjectIsPackedWhole) {
  const std::string base = noise(4000, 1), like_it = base + "more";
  const Oid base_id = ObjectStore::hash(Kind::blob, base), id = ObjectStore::hash(Kind::blob, like_it);
  store().put(id, Kind::blob, like_it, base_id);
  store().put(base_id, Kind::blob, base);
  store().flush();
  EXPECT_EQ(git_bytes(id, "blob"), like_it);
  EXPECT_EQ(git_bytes(base_id, "blob"), base);
}

TEST_F(ObjectStoreTest, ReadsWhatTheCloneHasLooseOrPacked) {
  for (int round = 0; round < 2; ++round) {
    const ObjectRef commit = store().read(head, Kind::commit);
    EXPECT_EQ(commit->data, repo.git({"cat-file", "commit", head.hex()}));
    const ObjectRef blob = store().read(blob_id("HEAD:a.txt"));
    EXPECT_EQ(blob->kind, Kind::blob);
    EXPECT_EQ(blob->data, "a.txt 1\n");
    EXPECT_EQ(store().size(blob_id("HEAD:a.txt")), 8U);
    repo.git({"repack", "-adq"});
  }
}

TEST_F(ObjectStoreTest, SaysWhatIsMissingAndWhatIsOfAnotherKind) {
  const Oid nothing = Oid::from_hex("0123456789abcdef0123456789abcdef01234567");
  EXPECT_FALSE(store().contains(nothing));
  EXPECT_THROW(store().read(nothing), MissingObject);
  EXPECT_THROW(store().size(nothing), MissingObject);
  try {
    store().read(head, Kind::tree);
    FAIL() << "a commit was read as a tree";
  } catch (const GitError& error) {
    EXPECT_NE(std::string(error.what()).find("is a commit where a tree was asked for"), std::string::npos);
  }
  EXPECT_TRUE(store().contains(head));
}

TEST_F(ObjectStoreTest, TheEmptyTreeIsAlwaysThere) {
  const Oid empty = Oid::from_hex("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
  EXPECT_TRUE(store().contains(empty));
  EXPECT_EQ(store().read(empty, Kind::tree)->data, "");
}

TEST_F(ObjectStoreTest, KeepsObjectsToItselfUntilTheyAreFlushed) {
  const Oid id = store().put(Kind::blob, "ours\n");
  EXPECT_EQ(store().read(id)->data, "ours\n");
  EXPECT_EQ(store().pending(), 1U);
  EXPECT_FALSE(scratch().git({"cat-file", "-e", id.hex()}).ok());
  EXPECT_TRUE(files_below(scratch().objects() / "pack").empty());
}

TEST_F(ObjectStoreTest, GivesTheIdsThatGitGives) {
  for (const std::string& content : {std::string(), std::string("x"), std::string("a\0b", 3), noise(5000, 7)})
    EXPECT_EQ(ObjectStore::hash(Kind::blob, content).hex() + "\n",
              scratch().must({"hash-object", "--stdin"}, content));
}

TEST_F(ObjectStoreTest, WritesExactlyThePendingObjectsAsOnePackThatGitReads) {
  // Sizes around every change in the length of a pack entry's header.
  std::map<Oid, std::string> blobs;
  for (const std::size_t size : {0, 1, 15, 16, 2047, 2048, 262143, 262144, 1 << 20})
    for (const unsigned seed : {1U, 2U}) {
      std::string content = seed == 1 ? noise(size, seed) : std::string(size, 'x');
      blobs.emplace(store().put(Kind::blob, content), content);
    }
  std::string tree = "100644 file";
  tree.push_back('\0');
  tree.append(reinterpret_cast<const char*>(blobs.begin()->first.bytes.data()), 20);
  const Oid tree_id = store().put(Kind::tree, tree);
  const std::string text =
      "tree " + tree_id.hex() + "\nparent " + head.hex() +
      "\nauthor A <a@b> 1700000000 +0000\ncommitter A <a@b> 1700000000 +0000\n\nMessage\n";
  const Oid commit = store().put(Kind::commit, text);
  const std::size_t objects = store().pending();
  EXPECT_EQ(objects, blobs.size() + 2);

  store().flush();
  EXPECT_EQ(store().pending(), 0U);
  const std::set<std::string> files = files_below(scratch().objects() / "pack");
  ASSERT_EQ(files.size(), 2U);
  const std::string pack = scratch().must({"verify-pack", "-v", (packs() / *files.begin()).string()});
  EXPECT_NE(pack.find("non delta: " + std::to_string(objects) + " objects"), std::string::npos) << pack;
  for (const auto& [id, content] : blobs) EXPECT_EQ(git_bytes(id, "blob"), content);
  EXPECT_EQ(git_type(tree_id), "tree\n");
  EXPECT_EQ(git_bytes(commit, "commit"), text);
  const process::Result fsck = scratch().git({"fsck", "--strict", "--full"});
  EXPECT_TRUE(fsck.ok()) << fsck.output << fsck.error;

  for (const auto& [id, content] : blobs) EXPECT_EQ(store().read(id)->data, content);
  EXPECT_EQ(store().read(commit, Kind::commit)->data, text);
}

TEST_F(ObjectStoreTest, VersionsOfATreeArePackedByWhatDiffersAndReadBackWhole) {
  const auto tree_of = [&](int files, int changed, int version) {
    std::string tree;
    for (int file = 0; file < files; ++file) {
      tree += "100644 file" + std::to_string(1000 + file) + '\0';
      Oid id = ObjectStore::hash(Kind::blob, std::to_string(file));
      if (file >= changed && file < changed + 3) id = ObjectStore::hash(Kind::blob, std::to_string(version));
      tree.append(reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size());
    }
    return tree;
  };
  std::vector<std::pair<Oid, std::string>> versions;
  for (int version = 0; version < 150; ++version) {
    // Most change in place; some grow, some shrink; some are over 64 kB.
    const int files = (version > 100 ? 2500 : 20) + version % 3;
    std::string tree = tree_of(files, version % 20, version);
    const Oid id = ObjectStore::hash(Kind::tree, tree);
    store().put(id, Kind::tree, tree, versions.empty() ? Oid{} : versions.back().first);
    versions.emplace_back(id, std::move(tree));
  }
  store().flush();
  for (const auto& [id, tree] : versions) EXPECT_EQ(git_bytes(id, "tree"), tree);
  const std::string pack =
      scratch().must({"verify-pack", "-v", (packs() / *files_below(packs()).begin()).string()});
  EXPECT_NE(pack.find("chain length = 40:"), std::string::npos) << pack;
  EXPECT_EQ(pack.find("chain length = 41:"), std::string::npos);
  ObjectStore another(scratch());
  for (const auto& [id, tree] : versions) EXPECT_EQ(another.read(id, Kind::tree)->data, tree);
}

TEST_F(ObjectStoreTest, ASecondFlushWritesOnlyWhatIsNew) {
  const Oid first = store().put(Kind::blob, "first\n");
  store().flush();
  EXPECT_EQ(store().put(Kind::blob, "first\n"), first);
  EXPECT_EQ(store().pending(), 0U);
  store().flush();
  EXPECT_EQ(files_below(packs()).size(), 2U);
  store().put(Kind::blob, "second\n");
  store().flush();
  EXPECT_EQ(files_below(packs()).size(), 4U);
  EXPECT_EQ(store().read(first)->data, "first\n");
}

TEST_F(ObjectStoreTest, ManyFlushesLeaveFewPacksAndLoseNothing) {
  std::vector<std::pair<Oid, std::string>> blobs;
  std::string tree;
  Oid like;
  for (int i = 0; i < 60; ++i) {
    std::string text = "blob " + std::to_string(i) + "\n";
    blobs.emplace_back(store().put(Kind::blob, text), text);
    tree += "100644 f" + std::to_string(100 + i) + '\0';
    tree.append(reinterpret_cast<const char*>(blobs.back().first.bytes.data()), 20);
    const Oid id = ObjectStore::hash(Kind::tree, tree);
    store().put(id, Kind::tree, tree, like);
    like = id;
    if (i % 2 == 1) store().flush();
    EXPECT_LE(files_below(packs()).size(), 16U);
    EXPECT_EQ(store().read(blobs.front().first)->data, blobs.front().second);
  }
  for (const auto& [id, text] : blobs) {
    EXPECT_EQ(git_bytes(id, "blob"), text);
    EXPECT_EQ(store().read(id)->data, text);
  }
  EXPECT_EQ(git_bytes(like, "tree"), tree);
  const process::Result fsck = scratch().git({"fsck", "--full"});
  EXPECT_TRUE(fsck.ok()) << fsck.output << fsck.error;
}

/// A pack of more objects than one table holds is asked by its own index, and goes into no other's.
TEST_F(ObjectStoreTest, PacksOfVeryManySmallObjectsGoIntoOneAnotherToo) {
  std::vector<Oid> blobs;
  for (int flush = 0; flush < 17; ++flush) {
    for (int i = 0; i < 2600; ++i) {
      const std::string number = std::to_string(blobs.size());
      blobs.push_back(store().put(Kind::blob, number));
    }
    store().flush();
  }
  EXPECT_LE(files_below(packs()).size(), 16U);
  for (std::size_t i = 0; i < blobs.size(); ++i) ASSERT_EQ(store().read(blobs[i])->data, std::to_string(i));
  EXPECT_FALSE(store().contains(ObjectStore::hash(Kind::blob, "never put")));
  EXPECT_THROW(store().read(ObjectStore::hash(Kind::blob, "never put")), MissingObject);
}

TEST_F(ObjectStoreTest, WithNoRoomForAPackOfManyKeepsThoseThatWereThere) {
  std::vector<Oid> blobs;
  for (unsigned i = 0; i < 8; ++i) {
    blobs.push_back(store().put(Kind::blob, noise(100'000, i)));
    store().flush();
  }
  const std::set<std::string> before = files_below(packs());
  blobs.push_back(store().put(Kind::blob, "last"));
  {
    const FileSizeLimit full(300'000);
    EXPECT_THROW(store().flush(), GitError);
  }
  EXPECT_EQ(files_below(packs()), before);
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(store().read(blobs[i])->data, noise(100'000, i));
  store().flush();
  EXPECT_EQ(files_below(packs()).size(), 2U);
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(git_bytes(blobs[i], "blob"), noise(100'000, i));
  EXPECT_EQ(git_bytes(blobs.back(), "blob"), "last");
}

TEST_F(ObjectStoreTest, WhatIsPutInASpeculationIsGoneAfterIt) {
  const Oid kept = store().put(Kind::blob, "kept\n");
  Oid lent;
  {
    const ObjectStore::Speculation speculation(store());
    store().put(Kind::blob, "kept\n");
    lent = store().put(Kind::blob, "lent\n");
    EXPECT_EQ(store().read(lent)->data, "lent\n");
    EXPECT_THROW(store().flush(), std::logic_error);
  }
  EXPECT_FALSE(store().contains(lent));
  EXPECT_EQ(store().pending(), 1U);
  store().flush();
  EXPECT_EQ(git_bytes(kept, "blob"), "kept\n");
}

TEST_F(ObjectStoreTest, FindsWhatCameLater) {
  store().read(head);
  const Oid later = repo.commit_file("b.txt", 2);
  repo.git({"repack", "-adq"});
  EXPECT_EQ(store().read(later, Kind::commit)->data, repo.git({"cat-file", "commit", later.hex()}));
  const Oid last = repo.commit_file("c.txt", 3);
  store().refresh();
  EXPECT_TRUE(store().contains(last));
}

TEST_F(ObjectStoreTest, FindsWhatAnotherRepackTookIntoAnotherPack) {
  const Oid second = repo.commit_file("b.txt", 2);
  repo.git({"repack", "-adq"});
  EXPECT_EQ(store().read(second)->kind, Kind::commit);
  repo.commit_file("c.txt", 3);
  repo.git({"repack", "-adq"});
  EXPECT_EQ(store().read(head, Kind::commit)->data, repo.git({"cat-file", "commit", head.hex()}));
  EXPECT_EQ(store().read(blob_id("HEAD:a.txt"))->data, "a.txt 1\n");
}

TEST_F(ObjectStoreTest, AnIndexWithoutItsPackIsNoPack) {
  repo.git({"repack", "-adq"});
  for (const std::string& name : files_below(repo.clone() / ".git/objects/pack"))
    if (name.ends_with(".pack")) fs::remove(repo.clone() / ".git/objects/pack" / name);
  EXPECT_THROW(store().read(head), MissingObject);
}

TEST_F(ObjectStoreTest, HoldsNoMoreThanABoundBeforeItFlushesByItself) {
  std::vector<Oid> ids;
  for (int i = 0; i < 13; ++i)
    ids.push_back(store().put(Kind::blob, std::string(4 << 20, static_cast<char>('a' + i))));
  EXPECT_LT(store().pending(), ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i)
    EXPECT_EQ(store().read(ids[i])->data[0], static_cast<char>('a' + i));
}

TEST_F(ObjectStoreTest, OnAFullDiskSaysSoLeavesNothingBehindAndKeepsTheObjects) {
  const std::string content = noise(3 << 20, 3);
  const Oid id = store().put(Kind::blob, content);
  // At the first byte, and in the middle of the pack.
  for (const rlim_t room : {rlim_t{0}, rlim_t{1} << 20}) {
    const FileSizeLimit full(room);
    try {
      store().flush();
      FAIL() << "a pack was written beyond the end of the disk";
    } catch (const GitError& error) {
      EXPECT_NE(std::string(error.what()).find(packs().string()), std::string::npos) << error.what();
    }
    EXPECT_EQ(files_below(packs()), std::set<std::string>());
    EXPECT_EQ(store().pending(), 1U);
    EXPECT_EQ(store().read(id)->data, content);
  }
  store().flush();
  EXPECT_EQ(git_bytes(id, "blob"), content);
}

}  // namespace
}  // namespace sluice::git
