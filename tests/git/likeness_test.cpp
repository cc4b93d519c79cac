#include "host/git/likeness.hpp"

#include <gmock/gmock.h>

#include <random>
#include <sstream>

#include "host/git/change.hpp"
#include "support/repo.hpp"

namespace sluice::git {
namespace {

using test::Repo;

std::string lines(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text.append(word).append("\n");
  return text;
}

TEST(SameEdit, IsTheSameLinesInTheSameCompany) {
  const std::string base = "1\n2\n3\n4\n5\n6\n7\n8\n9\n", edited = "1\n2\n3\n4\nX\n6\n7\n8\n9\n";
  struct Case {
    const char* what;
    std::string before, after;
    bool same;
  };
  for (const auto& [what, before, after, same] : {
           Case{"the very same", base, edited, true},
           Case{"a change further up", "0\n" + base, "0\n" + edited, true},
           Case{"a change further down", base + "10\n", edited + "10\n", true},
           Case{"another new line", base, "1\n2\n3\n4\nY\n6\n7\n8\n9\n", false},
           Case{"another old line", "1\n2\n3\n4\nV\n6\n7\n8\n9\n", edited, false},
           Case{"another neighbour above", "1\n2\n3\nV\n5\n6\n7\n8\n9\n", "1\n2\n3\nV\nX\n6\n7\n8\n9\n",
                false},
           Case{"another neighbour below", "1\n2\n3\n4\n5\n6\n7\nV\n9\n", "1\n2\n3\n4\nX\n6\n7\nV\n9\n",
                false},
           Case{"no line feed at the end", "1\n2\n3\n4\n5\n6\n7\n8\n9", "1\n2\n3\n4\nX\n6\n7\n8\n9", true},
           Case{"no line feed within reach", "1\n2\n3\n4\n5\n6\n7\n8", "1\n2\n3\n4\nX\n6\n7\n8", false},
           Case{"only white space", base, "1\n2\n3\n4\n X\n6\n7\n8\n9\n", false},
       }) {
    EXPECT_EQ(same_edit(base, edited, before, after), same) << what;
  }
  EXPECT_FALSE(same_edit({"a\0b", 3}, {"a\0c", 3}, {"a\0b", 3}, {"a\0c", 3})) << "a binary file";
  EXPECT_TRUE(same_edit("", "a", "", "a"));
  EXPECT_TRUE(same_edit("a", "", "a", ""));
  EXPECT_FALSE(same_edit("", "a", "", "a\n"));
}

// Random edits of random texts of few different lines: whenever we call two edits the same, the patches that
// git prints of them are the same; and patches that our digest calls the same are so for `git patch-id
// --verbatim`.
TEST(SameEdit, IsNeverWhatGitTellsApart) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  Repo repo;
  const auto text = [&](std::size_t count) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < count; ++i) words.emplace_back(1, "abcdefghij"[random() % 10]);
    return words;
  };
  std::ostringstream stream;
  constexpr int kPairs = 300;
  for (int i = 0; i < kPairs; ++i) {
    // Two files with a common middle, the same edit in it, and as often as not another one.
    const auto middle = text(7);
    auto changed = middle;
    changed[random() % changed.size()] = "X";
    if (random() % 3 == 0)
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(random() % changed.size()));
    for (int side = 0; side < 2; ++side) {
      auto before = text(random() % 6);
      auto after = before;
      auto mine = changed;
      if (side == 1 && random() % 2 == 0) mine[random() % mine.size()] = "Y";
      const auto tail = text(random() % 6);
      before.insert(before.end(), middle.begin(), middle.end());
      after.insert(after.end(), mine.begin(), mine.end());
      before.insert(before.end(), tail.begin(), tail.end());
      after.insert(after.end(), tail.begin(), tail.end());
      const std::string name = "refs/heads/" + std::string(side == 0 ? "a" : "b") + std::to_string(i);
      for (const auto& [words, from] : {std::pair{before, false}, std::pair{after, true}}) {
        const std::string content = lines(words);
        stream << (from ? "" : "reset " + name + "\n") << "commit " << name
               << "\ncommitter A <a@x> 1700000000 +0000\ndata 0\n"
               << "M 100644 inline f\ndata " << content.size() << "\n"
               << content << "\n";
      }
    }
  }
  repo.git({"fast-import", "--quiet", "--force"}, 0, stream.str());

  const Scratch scratch(repo.clone());
  ObjectStore store(scratch);
  History history(store);
  Changes changes(scratch, store, history);
  const auto step = [&](const Oid& id) {
    return Step{history.commit(history.commit(id).parents.at(0)).tree, history.commit(id).tree};
  };
  std::map<std::string, Oid> ids;
  std::istringstream refs(
      repo.git({"for-each-ref", "--format=%(refname:short) %(objectname)", "refs/heads"}));
  std::vector<Oid> all;
  for (std::string name, id; refs >> name >> id;) {
    const Oid oid = Oid::from_hex(id);
    if (step(oid).before == step(oid).after) continue;
    ids[name] = oid;
    all.push_back(oid);
  }
  changes.read_patches(all);
  std::map<Oid, std::string> gits;
  std::string list;
  for (const Oid& id : all) list += id.hex() + "\n";
  std::istringstream patch_ids(
      scratch.must({"patch-id", "--verbatim"}, scratch.must({"diff-tree", "--stdin", "-p"}, list)));
  for (std::string patch, id; patch_ids >> patch >> id;) gits[Oid::from_hex(id)] = patch;

  int equal = 0;
  for (int i = 0; i < kPairs; ++i) {
    const auto a = ids.find("a" + std::to_string(i)), b = ids.find("b" + std::to_string(i));
    if (a == ids.end() || b == ids.end()) continue;
    const Likeness found = likeness(store, step(a->second), step(b->second));
    const bool same_patch = changes.patch(a->second) == changes.patch(b->second);
    if (found == Likeness::equal) {
      EXPECT_TRUE(same_patch) << i;
    }
    if (found == Likeness::different) {
      EXPECT_FALSE(same_patch) << i;
    }
    if (same_patch) {
      EXPECT_EQ(gits.at(a->second), gits.at(b->second)) << i;
    }
    equal += found == Likeness::equal ? 1 : 0;
  }
  EXPECT_GT(equal, 3) << "the shortcut is never taken";
}

TEST(Likeness, LooksAtModesKindsAndNames) {
  Repo repo;
  const auto one_change = [&](const std::string& branch, auto change) {
    repo.branch(branch, "main");
    change();
    return repo.commit(branch + "\n", 2);
  };
  repo.write("d/f", "x\n").write("g", "x\n").commit("base\n", 1);
  const Oid edit = one_change("edit", [&] { repo.write("d/f", "y\n"); });
  const Oid same = one_change("same", [&] { repo.write("d/f", "y\n").write("d/f", "y\n"); });
  const Oid mode = one_change("mode", [&] { repo.write("d/f", "y\n").chmod("d/f"); });
  const Oid link = one_change("link", [&] { repo.symlink("d/f", "y"); });
  const Oid more = one_change("more", [&] { repo.write("d/f", "y\n").write("g", "y\n"); });
  const Oid gone = one_change("gone", [&] { repo.remove("d"); });
  repo.branch("elsewhere", "main").write("d/other", "o\n").commit("other\n", 3);
  const Oid moved = repo.write("d/f", "y\n").commit("the same beside another file\n", 4);
  const Scratch scratch(repo.clone());
  ObjectStore store(scratch);
  History history(store);
  const auto step = [&](const Oid& id) {
    return Step{history.commit(history.commit(id).parents.at(0)).tree, history.commit(id).tree};
  };
  EXPECT_EQ(likeness(store, step(edit), step(same)), Likeness::equal);
  EXPECT_EQ(likeness(store, step(edit), step(moved)), Likeness::equal);
  for (const Oid& other : {mode, link, more, gone}) {
    EXPECT_EQ(likeness(store, step(edit), step(other)), Likeness::different);
    EXPECT_EQ(likeness(store, step(other), step(edit)), Likeness::different);
    EXPECT_EQ(likeness(store, step(other), step(other)), Likeness::equal);
  }
}

}  // namespace
}  // namespace sluice::git
