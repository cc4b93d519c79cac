#include "host/process/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "support/temp_dir.hpp"

namespace sluice::process {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

/// TMPDIR is a folder of the test's own.
class TemporaryFolders : public testing::Test {
 protected:
  TemporaryFolders() { ::setenv("TMPDIR", own_.path().c_str(), 1); }
  ~TemporaryFolders() override {
    if (before_) ::setenv("TMPDIR", before_->c_str(), 1);
    if (!before_) ::unsetenv("TMPDIR");
  }

  /// As a killed process leaves one.
  fs::path abandon(const std::string& name) const {
    const fs::path folder = own_.path() / name;
    test::write_file(folder / "objects/pack/tmp", "bytes");
    return folder;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(own_.path())) all.push_back(entry.path().filename());
    std::ranges::sort(all);
    return all;
  }

  test::TempDir own_;

 private:
  std::optional<std::string> before_ =
      ::getenv("TMPDIR") == nullptr ? std::nullopt : std::optional<std::string>(::getenv("TMPDIR"));
};

TEST_F(TemporaryFolders, AreGoneWithTheirOwner) {
  {
    const TemporaryFolder folder;
    test::write_file(folder.path() / "deep/file", "bytes");
    struct stat info {};
    ASSERT_EQ(::stat(folder.path().c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0700U);
  }
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(TemporaryFolders, ThatNobodyHoldsAreSweptAndNothingElseIs) {
  const TemporaryFolder held;
  const fs::path locked = abandon("sluice-held-aaaaaa") / "objects";
  fs::permissions(locked, fs::perms::owner_read | fs::perms::owner_exec);
  abandon("sluice-held-aaaaaa-not");  // No name that we give.
  abandon("sluice-test-aaaaaa");
  abandon("target");
  fs::create_directory_symlink(own_.path() / "target", own_.path() / "sluice-held-bbbbbb");
  test::write_file(own_.path() / "sluice-held-cccccc", "a file");
  std::vector<std::string> left{held.path().filename(), "sluice-held-aaaaaa-not", "sluice-held-bbbbbb",
                                "sluice-held-cccccc",   "sluice-test-aaaaaa",     "target"};
  if (::geteuid() == 0) {  // Only root can make what is another's.
    const fs::path others = abandon("sluice-held-dddddd");
    ASSERT_EQ(::lchown(others.c_str(), 1, 1), 0);
    left.emplace_back("sluice-held-dddddd");
  }
  std::ranges::sort(left);
  EXPECT_THAT(sweep_temporary_folders(), IsEmpty());
  EXPECT_EQ(names(), left);
  EXPECT_TRUE(fs::exists(own_.path() / "target/objects/pack/tmp"));
}

TEST_F(TemporaryFolders, ALinkInsideIsRemovedAndNotFollowed) {
  const fs::path target = abandon("target");
  fs::create_directory_symlink(target, abandon("sluice-held-aaaaaa") / "link");
  EXPECT_THAT(sweep_temporary_folders(), IsEmpty());
  EXPECT_THAT(names(), ElementsAre("target"));
  EXPECT_TRUE(fs::exists(target / "objects/pack/tmp"));
}

TEST_F(TemporaryFolders, OfManyThatStartAtOnceKeepWhatTheirOwnersWrote) {
  std::atomic<int> lost = 0, made = 0;
  const auto live = [&] {
    for (int turn = 0; turn < 500; ++turn) {
      const TemporaryFolder folder;
      std::ofstream(folder.path() / "file") << "bytes";
      ++made;
      if (!fs::exists(folder.path() / "file")) ++lost;
    }
  };
  std::vector<std::jthread> sweepers;
  for (int sweeper = 0; sweeper < 3; ++sweeper) {
    sweepers.emplace_back([](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        for (const auto& complaint : sweep_temporary_folders()) ADD_FAILURE() << complaint;
      }
    });
  }
  std::vector<std::jthread> owners;
  for (int owner = 0; owner < 4; ++owner) owners.emplace_back(live);
  owners.clear();
  sweepers.clear();
  EXPECT_EQ(made, 2000);
  EXPECT_EQ(lost, 0);
  EXPECT_THAT(names(), IsEmpty());
}

}  // namespace
}  // namespace sluice::process
