// What the stages share: the lockfile key, a role's reply, the branches a pass stands on, commits in a
// sentence.

#include <gtest/gtest.h>

#include "sluice/json.hpp"
#include "sluice/lockfile.hpp"
#include "sluice/outcome.hpp"
#include "sluice/roles.hpp"
#include "sluice/say.hpp"
#include "sluice/standing.hpp"

namespace sluice {
namespace {

std::string refusal(const std::function<void()>& act) {
  try {
    act();
  } catch (const RedError& error) {
    return error.what();
  }
  return "";
}

TEST(LockfileKey, IsReadWithItsDefault) {
  EXPECT_FALSE(lockfile_of(Json::object()));
  const auto lockfile = lockfile_of({{"lockfile", {{"path", "lock"}, {"command", {"make", "lock"}}}}});
  ASSERT_TRUE(lockfile);
  EXPECT_EQ(lockfile->path, "lock");
  EXPECT_EQ(lockfile->command, (std::vector<std::string>{"make", "lock"}));
  EXPECT_EQ(lockfile->seconds, 600);
}

TEST(LockfileKey, SaysWhichPartIsWrong) {
  const std::vector<std::pair<Json, std::string>> rows = {
      {{{"command", {"make"}}}, "lockfile.path "},
      {{{"path", ""}, {"command", {"make"}}}, "lockfile.path "},
      {{{"path", "/etc/lock"}, {"command", {"make"}}}, "lockfile.path "},
      {{{"path", "a/../../lock"}, {"command", {"make"}}}, "lockfile.path "},
      {{{"path", "lock"}}, "lockfile.command "},
      {{{"path", "lock"}, {"command", Json::array()}}, "lockfile.command "},
      {{{"path", "lock"}, {"command", "make lock"}}, "lockfile.command "},
      {{{"path", "lock"}, {"command", {1}}}, "lockfile.command "},
      {{{"path", "lock"}, {"command", {"make"}}, {"seconds", 0}}, "lockfile.seconds "},
      {{{"path", "lock"}, {"command", {"make"}}, {"timeout", 1}}, "lockfile.timeout "},
  };
  for (const auto& [table, begins] : rows) {
    const std::string said = refusal([&] { lockfile_of({{"lockfile", table}}); });
    EXPECT_TRUE(said.starts_with(begins)) << table.dump() << " gave: " << said;
  }
}

TEST(RoleReplies, AreRead) {
  const RoleReply done = read_role_reply("resolver", {{"outcome", "done"}, {"sha", std::string(40, 'a')}});
  EXPECT_EQ(done.kind, RoleReply::Kind::done);
  EXPECT_EQ(done.sha, std::string(40, 'a'));
  const RoleReply waiting =
      read_role_reply("resolver", {{"outcome", "waiting"}, {"wake_after", 90}, {"reason", "limited"}});
  EXPECT_EQ(waiting.wake_after, 90);
  EXPECT_FALSE(waiting.gives_up());
  EXPECT_TRUE(read_role_reply("resolver", {{"outcome", "exhausted"}}).gives_up());
  EXPECT_TRUE(RoleReply{}.gives_up());
}

TEST(RoleReplies, OfAnotherShapeAreRefusedByName) {
  for (const Json& reply :
       {Json::array(), Json::object(), Json{{"outcome", "fine"}}, Json{{"outcome", "done"}}}) {
    const std::string said = refusal([&] { read_role_reply("reshaper", reply); });
    EXPECT_NE(said.find("reshaper"), std::string::npos) << reply.dump();
  }
}

TEST(StandingBranches, NamesEveryMissingOne) {
  const Snapshot::Branches names{"main", "develop", "ai/queue", "ai/review-fixes"};
  const Sha sha(40, 'a');
  EXPECT_EQ(standing({sha, sha, sha, {}}, names).queue, sha);
  const std::string said = refusal([&] { standing({sha, {}, {}, {}}, names); });
  EXPECT_NE(said.find("'develop', 'ai/queue'"), std::string::npos) << said;
  EXPECT_EQ(said.find("fixes"), std::string::npos) << said;
}

TEST(Say, PutsBytesIntoOneLineOfUtf8) {
  EXPECT_EQ(say::line("plain"), "plain");
  EXPECT_EQ(say::line("a\nb\x1b[31mc"), "a?b?[31mc");
  EXPECT_EQ(say::line("caf\xe9!"), "caf?!");
  EXPECT_EQ(say::line("naïve →"), "naïve →");
  EXPECT_EQ(say::line("naïve", 3), "na…");
  EXPECT_EQ(say::commit(std::string(40, 'b'), "fix"), "bbbbbbbbbb (fix)");
  EXPECT_EQ(say::paths({"a", "b", "c"}, 2), "a, b and 1 more");
  EXPECT_EQ(say::counted(1, "file") + ", " + say::counted(0, "file"), "1 file, 0 files");
}

}  // namespace
}  // namespace sluice
