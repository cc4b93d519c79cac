#include "host/journal/digest.hpp"

#include <gtest/gtest.h>

#include <random>

#include "host/process/child.hpp"
#include "support/temp_dir.hpp"

namespace sluice::journal {
namespace {

std::string coreutils(const std::filesystem::path& file) {
  process::Command command;
  command.argv = {"sha256sum", "--zero", file.string()};
  return process::run(command).output.substr(0, 64);
}

TEST(Digest, IsWhatSha256sumSays) {
  const test::TempDir home;
  const unsigned seed = 4711;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (const std::size_t size :
       {0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, 65'536, 65'537, 200'000}) {
    std::string bytes(size, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    const auto file = home.path() / "bytes";
    test::write_file(file, bytes);
    const std::string expected = coreutils(file);
    ASSERT_EQ(expected.size(), 64U);
    EXPECT_EQ(sha256(bytes), expected) << size;
    EXPECT_EQ(sha256_of_file(file), expected) << size;
    Sha256 pieces;
    for (std::size_t at = 0; at < size; at += 37) pieces.add(std::string_view(bytes).substr(at, 37));
    EXPECT_EQ(pieces.hex(), expected) << size;
  }
}

TEST(Digest, OfAFileThatCannotBeReadIsNone) {
  EXPECT_EQ(sha256_of_file("/nowhere"), std::nullopt);
  EXPECT_EQ(sha256_of_file("/"), std::nullopt);
}

}  // namespace
}  // namespace sluice::journal
