// A file made anew by a command that a commit may have brought along.

#include "host/session/rebuild.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/repo.hpp"

namespace sluice::session {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class RebuildTest : public testing::Test {
 protected:
  RebuildTest() {
    repo_.write("package", "one\n").write("lock", "old\n");
    repo_.commit("Start", 1);
    scratch_ = std::make_unique<git::Scratch>(repo_.clone());
    store_ = std::make_unique<git::ObjectStore>(*scratch_);
  }
  Rebuilt run(const std::string& script) {
    return rebuild(*scratch_, *store_, repo_.id("HEAD^{tree}"),
                   {.path = "lock", .command = {"sh", "-c", script}});
  }
  std::string lock_of(const Rebuilt& rebuilt) const {
    return rebuilt.tree ? scratch_->must({"show", rebuilt.tree->hex() + ":lock"})
                        : "(" + rebuilt.reason + ")";
  }

  test::Repo repo_;
  std::unique_ptr<git::Scratch> scratch_;
  std::unique_ptr<git::ObjectStore> store_;
};

TEST_F(RebuildTest, TakesThatOnePath) {
  EXPECT_EQ(lock_of(run("cat package > lock")), "one\n");
  EXPECT_THAT(run("cat package > lock; echo x > package").reason, HasSubstr("also changed package"));
}

TEST_F(RebuildTest, TheCommandIsGivenNothingOfOursAndFindsNoRepository) {
  ::setenv("GH_TOKEN", "canary", 1);
  const auto text =
      lock_of(run("{ env; git rev-parse --git-dir; git config core.planted yes; } > lock 2>&1; true"));
  ::unsetenv("GH_TOKEN");
  EXPECT_THAT(text, AllOf(HasSubstr("not a git repository"), Not(HasSubstr("canary")),
                          Not(HasSubstr("HOME=" + std::string(std::getenv("HOME")) + "\n"))));
  EXPECT_FALSE(scratch_->git({"config", "core.planted"}).ok());
}

}  // namespace
}  // namespace sluice::session
