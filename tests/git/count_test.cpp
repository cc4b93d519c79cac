#include "host/git/count.hpp"

#include <gmock/gmock.h>

#include <random>
#include <sstream>

#include "host/git/delta.hpp"
#include "support/repo.hpp"

namespace sluice::git {
namespace {

using test::Repo;
using testing::ElementsAre;

constexpr const char* kOnes = "1111111111111111111111111111111111111111";
constexpr const char* kTwos = "2222222222222222222222222222222222222222";

std::string line_of(char c, std::size_t length) {
  std::string line(length, c);
  line += '\n';
  return line;
}

struct Opened {
  Scratch scratch;
  ObjectStore store;
  History history;
  explicit Opened(const Repo& repo) : scratch(repo.clone()), store(scratch), history(store) {}
  FileCount count(const Oid& main, const Oid& head, std::int64_t at_most) {
    return count_files(scratch, store, history, main, head, at_most);
  }
};

std::vector<std::string> names(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t at = 0; at < text.size();) {
    result.emplace_back(text.c_str() + at);
    at += result.back().size() + 1;
  }
  std::sort(result.begin(), result.end());
  return result;
}

//   main:  base --- edit of 0          The head's own side is what it did since base: main's edit is not
//   counted.
//            \.
//   head:     +---- old/{1,2,3} moved to new/
TEST(Count, OfAMovedFolderIsItsFilesOnce) {
  Repo repo;
  repo.write("0", "0\n");
  for (const char* name : {"1", "2", "3"}) repo.write(std::string("old/") + name, line_of(*name, 50));
  repo.commit("base", 1);
  repo.branch("head");
  const Oid head = repo.rename("old", "new").commit("move", 2);
  repo.checkout("main");
  const Oid main = repo.write("0", "1\n").commit("edit", 3);
  repo.git({"config", "diff.renames", "false"});
  Opened opened(repo);
  const FileCount plain = opened.count(main, head, 6);
  EXPECT_EQ(plain.files, 6);
  EXPECT_FALSE(plain.renames);
  const FileCount renamed = opened.count(main, head, 5);
  EXPECT_EQ(renamed.files, 3);
  EXPECT_TRUE(renamed.renames);
  EXPECT_EQ(count_own_files(opened.scratch, opened.store, opened.history, head, 5).files, 3);
  EXPECT_EQ(opened.count(head, head, 0).files, 0);
}

TEST(Count, TakesEveryKindOfEntryForAFile) {
  Repo repo;
  repo.write("mode", "x\n")
      .write("link", "x\n")
      .write("odd/\xff\n\"name", "x\n")
      .write("swap", "x\n")
      .write("gone/a/b", "x\n");
  const Oid base = repo.commit("base", 1);
  repo.chmod("mode").symlink("link", "mode").write("odd/\xff\n\"name", "y\n").remove("gone").remove("swap");
  repo.write("swap/inside", "x\n");
  repo.git({"update-index", "--add", "--cacheinfo", std::string("160000,") + kOnes + ",module"});
  repo.git({"add", "-A", "--", ".", ":!module"});
  repo.at(2).git({"commit", "-q", "-m", "all"});
  const Oid head = repo.id("HEAD");
  Opened opened(repo);
  EXPECT_EQ(opened.count(base, head, 100).files, 7);
  EXPECT_THAT(changed_paths(opened.store, repo.tree(base), repo.tree(head)),
              ElementsAre("gone/a/b", "link", "mode", "module", "odd/\xff\n\"name", "swap", "swap/inside"));
}

TEST(Count, OfARootCommitIsAllItsFiles) {
  Repo repo;
  const Oid root = repo.write("a", "1").write("b/c", "2").commit("root", 1);
  repo.git({"checkout", "-q", "--orphan", "other"});
  const Oid other = repo.write("d", "3").commit("other", 2);
  Opened opened(repo);
  EXPECT_EQ(count_own_files(opened.scratch, opened.store, opened.history, root, 100).files, 2);
  EXPECT_EQ(opened.count(root, other, 100).files, 3) << "no common ancestor";
}

TEST(Count, OfWhatIsOnlyInMemoryIsGitsToo) {
  Repo repo;
  const Oid root = repo.write("a", line_of('a', 100)).commit("root", 1);
  Opened opened(repo);
  std::string tree;
  append_entry(tree, "b", TreeReader(opened.store.read(repo.tree(root))->data).entry());
  Commit commit = opened.history.commit(root);
  commit.tree = opened.store.put(Kind::tree, tree);
  commit.parents = {root};
  const Oid head = opened.store.put(Kind::commit, commit.serialize());
  EXPECT_EQ(opened.count(root, head, 1).files, 1);
}

TEST(Count, OfRandomTreesIsGits) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  Repo repo;
  const auto path = [&] {
    std::string name;
    for (unsigned depth = random() % 3; depth > 0; --depth) name.append(1, "xyz"[random() % 3]).append("/");
    return name.append(1, "ab\xe9"[random() % 3]);
  };
  std::vector<Oid> commits;
  for (int number = 1; number <= 25; ++number) {
    std::ostringstream stream;
    stream << "commit refs/heads/main\ncommitter A <a@x> 1700000000 +0000\ndata 0\n";
    if (!commits.empty()) stream << "from refs/heads/main^0\n";
    if (random() % 4 == 0) stream << "deleteall\n";
    for (unsigned edits = random() % 12; edits > 0; --edits) {
      const unsigned kind = random() % 8;
      if (kind == 0) {
        stream << "D " << path() << "\n";
      } else if (kind == 1) {
        stream << "M 160000 " << (random() % 2 == 0 ? kOnes : kTwos) << " " << path() << "\n";
      } else {
        const std::string content = line_of("pq"[random() % 2], 20 + random() % 3);
        stream << "M "
               << (kind == 2   ? "120000"
                   : kind == 3 ? "100755"
                               : "100644")
               << " inline " << path() << "\ndata " << content.size() << "\n"
               << content;
      }
    }
    repo.git({"fast-import", "--quiet", "--force"}, 0, stream.str());
    commits.push_back(repo.id("main"));
  }
  Opened opened(repo);
  for (int round = 0; round < 60; ++round) {
    const Oid a = commits[random() % commits.size()], b = commits[random() % commits.size()];
    const auto plain = names(
        opened.scratch.must({"diff-tree", "-r", "-z", "--no-renames", "--name-only", a.hex(), b.hex()}));
    ASSERT_EQ(changed_paths(opened.store, opened.history.commit(a).tree, opened.history.commit(b).tree),
              plain)
        << a.hex() << " " << b.hex();
    const auto own =
        names(opened.scratch.must({"diff", "-z", "-M50%", "-l0", "--name-only", a.hex() + "..." + b.hex()}));
    ASSERT_EQ(opened.count(a, b, -1).files, static_cast<std::int64_t>(own.size()));
  }
}

}  // namespace
}  // namespace sluice::git
