// Raw trees: git's order, the reader's judgement of what it reads, and splices.

#include "host/git/tree.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "host/git/scratch.hpp"

namespace sluice::git {
namespace {

Oid id_of(char fill) {
  Oid id;
  id.bytes.fill(static_cast<std::uint8_t>(fill));
  return id;
}

std::string tree_of(const std::vector<std::pair<std::string, std::uint32_t>>& entries) {
  std::string data;
  for (const auto& [name, mode] : entries) append_entry(data, name, {mode, id_of('i')});
  return data;
}

TEST(Tree, AFolderStandsAsIfItsNameEndedInASlash) {
  EXPECT_LT(compare_names("a", false, "b", false), 0);
  EXPECT_EQ(compare_names("a", true, "a", true), 0);
  EXPECT_LT(compare_names("a", false, "a", true), 0);
  EXPECT_LT(compare_names("a.c", false, "a", true), 0);
  EXPECT_GT(compare_names("a0", false, "a", true), 0);
  EXPECT_LT(compare_names("a", false, "a.c", false), 0);
  EXPECT_GT(compare_names("\xff", false, "z", false), 0);
}

TEST(Tree, EntriesComeOutAsTheyWentIn) {
  const std::string data =
      tree_of({{"a", 0100644}, {"b", 0100755}, {"c", 0120000}, {"d", 0160000}, {"e", 0040000}});
  std::vector<EntryKind> kinds;
  TreeReader reader(data);
  for (; !reader.at_end(); reader.advance()) {
    EXPECT_EQ(reader.entry().id, id_of('i'));
    kinds.push_back(reader.entry().kind());
  }
  EXPECT_EQ(kinds, (std::vector{EntryKind::regular, EntryKind::regular, EntryKind::symlink,
                                EntryKind::gitlink, EntryKind::tree}));
  EXPECT_TRUE(reader.regular());
}

bool regular(const std::string& data) {
  TreeReader reader(data);
  while (!reader.at_end()) reader.advance();
  return reader.regular();
}

TEST(Tree, OldModesAndAWrongOrderAreNoticed) {
  EXPECT_FALSE(regular(tree_of({{"a", 0100664}})));
  EXPECT_FALSE(regular("0" + tree_of({{"a", 0040000}})));
  EXPECT_FALSE(regular(tree_of({{"b", 0100644}, {"a", 0100644}})));
  EXPECT_FALSE(regular(tree_of({{"a", 0100644}, {"a", 0100644}})));
  EXPECT_FALSE(regular(tree_of({{"a", 0040000}, {"a.c", 0100644}})));
  EXPECT_TRUE(regular(tree_of({{"a.c", 0100644}, {"a", 0040000}, {"a0", 0100644}})));
}

TEST(Tree, BrokenBytesAreRefused) {
  const std::string whole = tree_of({{"a", 0100644}});
  for (std::size_t length = 1; length < whole.size(); ++length)
    EXPECT_THROW(TreeReader(std::string_view(whole).substr(0, length)), GitError) << length;
  EXPECT_THROW(TreeReader("no tree at all, and no end to the mode"), GitError);
}

TEST(Tree, ASpliceChangesWhatItNamesAndCopiesTheRest) {
  const std::string data = tree_of({{"a", 0100644}, {"c", 0100644}, {"d", 0100644}, {"f", 0100644}});
  TreeSplice splice(data);
  EXPECT_FALSE(splice.changed());
  TreeReader reader(data);
  reader.seek("b", false);
  splice.insert(reader.position(), "b", {0100644, id_of('n')});
  reader.seek("c", false);
  splice.remove(reader.entry());
  reader.seek("d", false);
  splice.replace(reader.entry(), {0100755, id_of('n')});
  reader.seek("g", false);
  splice.insert(reader.position(), "g", {0040000, id_of('n')});

  std::string expected;
  append_entry(expected, "a", {0100644, id_of('i')});
  append_entry(expected, "b", {0100644, id_of('n')});
  append_entry(expected, "d", {0100755, id_of('n')});
  append_entry(expected, "f", {0100644, id_of('i')});
  append_entry(expected, "g", {0040000, id_of('n')});
  EXPECT_TRUE(splice.changed());
  EXPECT_EQ(splice.take(), expected);
}

}  // namespace
}  // namespace sluice::git
