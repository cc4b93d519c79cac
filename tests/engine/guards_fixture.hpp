#pragma once
// A stage in C that appends whatever effect it is told, over a real remote and its forge.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/forge/local/local_forge.hpp"
#include "host/harness/trial.hpp"
#include "support/repo.hpp"

namespace sluice {

using test::Oid;
using test::Repo;

constexpr std::int64_t kNow = 1'700'000'000;

/// main - develop - queue, where queue holds one plain and one claimed commit:
///
///   m (main, develop) - a - e (ai/queue; e claims the express lane)
class Guards : public ::testing::Test {
 protected:
  Guards() {
    main = repo.commit_file("m.txt", 1);
    repo.push("main");
    repo.branch("develop").push("develop");
    repo.branch("ai/queue");
    plain = repo.commit_file("a.txt", 2);
    repo.write("e.txt", "express\n");
    claimed = repo.commit("Sort the list\n\nExpress: generated\n", 3);
    repo.push("ai/queue");
    forge = forge_of("collector");
    reviewer = forge_of("coderabbitai[bot]");
  }

  std::unique_ptr<forge::LocalForge> forge_of(const std::string& login) {
    return forge::open_local(repo.remote(), login, [] { return kNow; });
  }

  std::string head(const std::string& branch) {
    return repo.remote_git({"rev-parse", "refs/heads/" + branch});
  }
  std::string heads() {
    return repo.remote_git({"for-each-ref", "--format=%(refname) %(objectname)", "refs/heads"});
  }

  /// What the stage was answered for the effect, or effects.
  std::string append(const Json& first, const Json& second = Json::object()) {
    const auto finding = harness::run({.library = std::string(SLUICE_TEST_PLUGINS) + "/any_effect.so",
                                       .stage = "any-effect",
                                       .clone = repo.clone(),
                                       .config = {{"first", first}, {"second", second}},
                                       .bot = bot,
                                       .now = kNow});
    return finding.stage.reason;
  }

  void expect_refused(const Json& effect, const std::string& sentence) {
    const std::string before = heads();
    const std::string answer = append(effect);
    EXPECT_THAT(answer, ::testing::HasSubstr("\"refused\""));
    EXPECT_THAT(answer, ::testing::HasSubstr(sentence));
    EXPECT_EQ(heads(), before);
  }

  void expect_stale(const Json& effect, const std::string& sentence) {
    const std::string before = heads();
    const std::string answer = append(effect);
    EXPECT_THAT(answer, ::testing::HasSubstr("\"stale\""));
    EXPECT_THAT(answer, ::testing::HasSubstr(sentence));
    EXPECT_EQ(heads(), before);
  }

  /// Opens the release of develop with one commit that main lacks, reviewed or not.
  forge::Pull open_release(bool reviewed) {
    repo.branch("develop", "develop");
    window = repo.commit_file("w.txt", 4);
    repo.push("develop");
    if (reviewed) reviewer->set_status(window.hex(), "CodeRabbit", "success", "Review completed");
    return forge->open("main", "develop", "release", "");
  }

  Repo repo;
  Oid main, plain, claimed, window;
  std::unique_ptr<forge::LocalForge> forge, reviewer;
  pipeline::Bot bot = [] {
    pipeline::Bot bot;
    bot.cap = 2;
    return bot;
  }();
};

inline Json push(const std::string& kind, const Oid& old, const Oid& target) {
  return {{"kind", kind}, {"old", old.hex()}, {"new", target.hex()}};
}

}  // namespace sluice
