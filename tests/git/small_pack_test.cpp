// A small pack beside what git itself reads of it.

#include "host/git/small_pack.hpp"

#include <gtest/gtest.h>
#include <libdeflate.h>

#include <map>
#include <random>
#include <sstream>

#include "support/repo.hpp"

namespace sluice::git {
namespace {

namespace fs = std::filesystem;
using test::Repo;

struct FreeDecompressor {
  void operator()(libdeflate_decompressor* decompressor) const { libdeflate_free_decompressor(decompressor); }
};

class SmallPackTest : public ::testing::Test {
 protected:
  SmallPackTest() {
    std::string text;
    for (int line = 0; line < 20'000; ++line) text += "line " + std::to_string(line * line) + "\n";
    repo.write("empty", "").write("one", "x").write("large", text).commit("First\n", 1);
    for (int version = 2; version < 8; ++version)
      repo.write("large", text + std::to_string(version) + "\n")
          .write("more/" + std::to_string(version), "y")
          .commit("Next\n", version);
    repo.git({"tag", "-a", "-m", "Words", "marked"});
    repo.git({"repack", "-adfq"});
    for (const auto& entry : fs::directory_iterator(repo.clone() / ".git/objects/pack"))
      if (entry.path().extension() == ".idx") index = entry.path();
  }
  std::unique_ptr<SmallPack> open() const { return SmallPack::open(index, 1000); }
  fs::path pack_file() const { return fs::path(index).replace_extension(".pack"); }
  std::optional<Object> read(const SmallPack& pack, std::uint32_t offset) const {
    return pack.read(offset, *decompressor);
  }
  /// Moves pack and index aside, where they may be changed.
  void take_apart() {
    const fs::path aside = repo.folder() / "aside.idx";
    fs::copy_file(index, aside);
    fs::copy_file(pack_file(), fs::path(aside).replace_extension(".pack"));
    for (const char* ending : {".idx", ".pack"})
      fs::permissions(fs::path(aside).replace_extension(ending), fs::perms::owner_all);
    index = aside;
  }

  Repo repo;
  fs::path index;
  std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor{libdeflate_alloc_decompressor()};
};

TEST_F(SmallPackTest, ReadsEveryWholeObjectAsGitDoesAndNoOther) {
  const auto pack = open();
  ASSERT_NE(pack, nullptr);
  std::map<std::string, std::uint32_t> places;
  for (const auto& [id, offset] : pack->objects()) places[id.hex()] = offset;

  std::istringstream listed(repo.git({"verify-pack", "-v", index.string()}));
  std::map<std::string, int> seen;
  for (std::string line;
       std::getline(listed, line);) {  // "<id> commit 213 145 12", and for a delta " 1 <base>".
    std::istringstream words(line);
    std::string id, kind, base;
    std::uint64_t size = 0, packed = 0, depth = 0;
    std::uint32_t offset = 0;
    if (!(words >> id >> kind >> size >> packed >> offset) || id.size() != 40) continue;
    const bool is_delta = static_cast<bool>(words >> depth >> base);
    ++seen[is_delta ? "delta" : kind];
    ASSERT_EQ(places.at(id), offset);
    const auto object = read(*pack, offset);
    ASSERT_EQ(object.has_value(), !is_delta) << line;
    EXPECT_EQ(pack->size(offset).has_value(), !is_delta);
    if (is_delta) continue;
    EXPECT_EQ(object->data, repo.git({"cat-file", kind, id}));
    EXPECT_EQ(ObjectStore::hash(object->kind, object->data).hex(), id);
    EXPECT_EQ(pack->size(offset), size);
  }
  for (const char* kind : {"delta", "commit", "tree", "blob", "tag"}) EXPECT_GT(seen[kind], 0) << kind;
}

TEST_F(SmallPackTest, IsNotForPacksOfMoreObjectsOrFilesThatAreNoneOrNotOnePair) {
  const std::size_t count = open()->objects().size();
  EXPECT_NE(SmallPack::open(index, count), nullptr);
  EXPECT_EQ(SmallPack::open(index, count - 1), nullptr);
  EXPECT_EQ(SmallPack::open(index.parent_path() / "pack-none.idx", 1000), nullptr);
  take_apart();
  const std::string whole_index = test::read_file(index), whole_pack = test::read_file(pack_file());
  ASSERT_NE(open(), nullptr);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{7}, std::size_t{1000}, std::size_t{1032}, whole_index.size() - 1}) {
    test::write_file(index, whole_index.substr(0, size));
    EXPECT_EQ(open(), nullptr) << size;
  }
  test::write_file(index, whole_index);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{11}, std::size_t{32}, whole_pack.size() / 2, whole_pack.size() - 1}) {
    test::write_file(pack_file(), whole_pack.substr(0, size));
    EXPECT_EQ(open(), nullptr) << size;
  }
  fs::remove(pack_file());
  EXPECT_EQ(open(), nullptr);
}

TEST_F(SmallPackTest, OfADamagedPackReadsWhatIsWholeAndNothingWrong) {
  take_apart();
  const auto sound = open();
  std::map<std::uint32_t, Object> objects;
  for (const auto& [id, offset] : sound->objects())
    if (auto object = read(*sound, offset)) objects.emplace(offset, std::move(*object));
  const std::string whole = test::read_file(pack_file());
  const unsigned seed = std::random_device{}();
  std::mt19937 random(seed);
  std::size_t unread = 0;
  for (int round = 0; round < 300; ++round) {
    std::string damaged = whole;
    const std::size_t at = 12 + random() % (whole.size() - 32);
    damaged[at] = static_cast<char>(damaged[at] ^ (1U << random() % 8));
    fs::remove(pack_file());  // The sound one stays mapped.
    test::write_file(pack_file(), damaged);
    const auto pack = open();
    ASSERT_NE(pack, nullptr);
    for (const auto& [offset, object] : objects) {
      const auto found = read(*pack, offset);
      if (!found) ++unread;
      EXPECT_TRUE(!found || found->data == object.data) << "seed " << seed << ", byte " << at;
    }
  }
  EXPECT_GT(unread, 0U);
}

/// "273" and "516" in one place have the same sum by Adler-32, and zlib takes either.
TEST_F(SmallPackTest, DamageThatZlibDoesNotSeeIsSeen) {
  repo.write("digits", "151273225\n").commit("Digits\n", 20);
  const std::string id = repo.git({"rev-parse", "HEAD:digits"}).substr(0, 40);
  // Not compressed, so that the digits stand in the pack as they are.
  repo.git({"-c", "pack.compression=0", "-c", "core.compression=0", "repack", "-adfFq"});
  for (const auto& entry : fs::directory_iterator(repo.clone() / ".git/objects/pack"))
    if (entry.path().extension() == ".idx") index = entry.path();
  take_apart();
  std::string bytes = test::read_file(pack_file());
  const auto digits = bytes.find("151273225");
  ASSERT_NE(digits, std::string::npos);
  bytes.replace(digits, 9, "151516225");
  test::write_file(pack_file(), bytes);
  const auto pack = open();
  ASSERT_NE(pack, nullptr);
  bool listed = false;
  for (const auto& [name, offset] : pack->objects()) {
    if (name.hex() != id) continue;
    listed = true;
    EXPECT_FALSE(read(*pack, offset).has_value());
  }
  EXPECT_TRUE(listed);
}

/// What an index says of its places is another's word.
TEST_F(SmallPackTest, APlaceThatIsNoneHoldsNothing) {
  const auto pack = open();
  const auto size = static_cast<std::uint32_t>(fs::file_size(pack_file()));
  for (const std::uint32_t offset : {0U, 11U, size - 21, size - 20, size - 1, size, size + 1, 0x7fffffffU}) {
    if (const auto object = read(*pack, offset))
      ADD_FAILURE() << offset << " holds " << object->data.size() << " bytes";
  }
}

}  // namespace
}  // namespace sluice::git
