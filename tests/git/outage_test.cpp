// What is no refusal: a remote that is gone, breaks off, or answers as none does.

#include "git/remote_fixture.hpp"

namespace sluice::git {
namespace {

namespace fs = std::filesystem;
using test::HttpRemote;
using test::Repo;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Status = PushResult::Status;

/// What the outage says; fails where there was none.
std::string outage(const std::function<void()>& call) {
  try {
    call();
  } catch (const RemoteOutage& error) {
    return error.what();
  }
  ADD_FAILURE() << "no outage";
  return {};
}

class OutageOver : public RemoteOver {};

INSTANTIATE_TEST_SUITE_P(Transports, OutageOver, testing::Bool(),
                         [](const auto& info) { return info.param ? "Http" : "Path"; });

TEST_P(OutageOver, ARemoteThatIsGoneIsAnErrorWithItsName) {
  Pass pass(repo);
  const Oid main = *pass.remote.read("main");
  const Oid mine = pass.child_of(main, "x\n");
  if (server) server->stop();
  fs::rename(repo.remote(), repo.folder() / "away.git");
  EXPECT_THAT(outage([&] {
                pass.remote.push({"main", main, mine}, pass.history);
              }),
              HasSubstr("could not be read"));
  try {
    pass.remote.fetch({"main"});
    FAIL();
  } catch (const GitError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("remote origin"), HasSubstr(repo.clone().string())));
  }
}

TEST_P(OutageOver, APushThatNoServerTakesIsAnOutage) {
  Pass pass(repo);
  const Oid main = *pass.remote.read("main");
  if (server) server->fail("git-receive-pack", "500 Internal Server Error");
  repo.git({"config", "remote.origin.receivepack", "/bin/false"});
  EXPECT_THAT(outage([&] {
                pass.remote.push({"main", main, pass.child_of(main, "x\n")}, pass.history);
              }),
              AllOf(HasSubstr("broke off"), HasSubstr("it moved nothing")));
  EXPECT_EQ(remote_head("main"), main);
}

TEST_P(OutageOver, AnEmptyRemoteIsNoOutage) {
  repo.remote_git({"update-ref", "-d", "refs/heads/main"});
  Pass pass(repo);
  EXPECT_EQ(pass.remote.read("main"), std::nullopt);
}

/// Of the kinds that come by HTTP; none is a refusal, whatever git makes of it.
TEST(OutageOverHttp, AnAnswerThatIsNoneIsAnOutage) {
  Repo repo;
  repo.commit_file("a.txt", 1);
  repo.push("main");
  repo.remote_git({"config", "http.receivepack", "true"});
  for (const std::string status : {"500 Internal Server Error", "200 OK"}) {
    HttpRemote server(repo.folder());
    repo.git({"remote", "set-url", "origin", server.url("remote.git")});
    Pass pass(repo);
    const Oid main = *pass.remote.read("main");
    server.fail("git-receive-pack", status);
    EXPECT_THAT(outage([&] {
                  pass.remote.push({"main", main, pass.child_of(main, "x\n")}, pass.history);
                }),
                HasSubstr("broke off"))
        << status;
    server.fail("remote.git", status);
    Pass next(repo);
    const std::string said = outage([&] { next.remote.read("main"); });
    EXPECT_THAT(said, HasSubstr("remote origin")) << status;
    if (status == "200 OK") {
      EXPECT_THAT(said, HasSubstr("not as a git repository does"));
    }
  }
}

/// It would be idle for ever, and nobody told.
TEST(OutageOverHttp, AnAccountThatMayNotPushIsRefused) {
  Repo repo;
  repo.commit_file("a.txt", 1);
  repo.push("main");
  repo.remote_git({"config", "http.receivepack", "true"});
  for (const std::string status : {"401 Unauthorized", "403 Forbidden"}) {
    HttpRemote server(repo.folder());
    repo.git({"remote", "set-url", "origin", server.url("remote.git")});
    Pass pass(repo);
    const Oid main = *pass.remote.read("main");
    server.fail("git-receive-pack", status);
    const auto result = pass.remote.push({"main", main, pass.child_of(main, "x\n")}, pass.history);
    EXPECT_EQ(result.status, Status::refused) << status;
    EXPECT_NE(result.reason, "") << status;
    EXPECT_EQ(repo.remote_git({"rev-parse", "main"}), main.hex() + "\n");
  }
}

TEST(OutageOverHttp, APushWhoseAnswerIsLostHasLanded) {
  Repo repo;
  repo.commit_file("a.txt", 1);
  repo.push("main");
  repo.remote_git({"config", "http.receivepack", "true"});
  HttpRemote server(repo.folder());
  repo.git({"remote", "set-url", "origin", server.url("remote.git")});
  Pass pass(repo);
  const Oid main = *pass.remote.read("main");
  const Oid mine = pass.child_of(main, "x\n");
  server.lose_next_push_answer();
  const PushResult result = pass.remote.push({"main", main, mine}, pass.history);
  EXPECT_EQ(result.status, Status::landed);
  EXPECT_EQ(repo.remote_git({"rev-parse", "main"}), mine.hex() + "\n");
}

TEST(OutageOverHttp, CredentialsWorkAndNeverShow) {
  Repo repo;
  repo.commit_file("a.txt", 1);
  repo.push("main");
  repo.remote_git({"config", "http.receivepack", "true"});
  HttpRemote server(repo.folder(), "ada:s3cr3t");
  repo.git({"remote", "set-url", "origin", server.url("remote.git", "ada:s3cr3t@")});
  {
    Pass pass(repo);
    const Oid main = *pass.remote.read("main");
    EXPECT_EQ(pass.remote.push({"main", main, pass.child_of(main, "x\n")}, pass.history).status,
              Status::landed);
  }
  repo.git({"remote", "set-url", "origin", server.url("remote.git", "ada:wr0ng@")});
  Pass pass(repo);
  try {
    pass.remote.read("main");
    FAIL();
  } catch (const GitError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("127.0.0.1"), Not(HasSubstr("wr0ng"))));
  }
  const PushResult refused = pass.remote.push({"main", repo.id("main"), repo.id("main")}, pass.history);
  EXPECT_EQ(refused.status, Status::refused);
  EXPECT_THAT(refused.reason, Not(HasSubstr("wr0ng")));
  // The credential helper of the clone is asked, as for any git of the user's.
  repo.git({"remote", "set-url", "origin", server.url("remote.git")});
  repo.git({"config", "credential.helper", "!f() { echo username=ada; echo password=s3cr3t; }; f"});
  EXPECT_TRUE(Pass(repo).remote.read("main").has_value());
  // So is a header.
  repo.git({"config", "--unset", "credential.helper"});
  repo.git({"config", "http.extraheader", "Authorization: Basic YWRhOnMzY3IzdA=="});
  EXPECT_TRUE(Pass(repo).remote.read("main").has_value());
}

}  // namespace
}  // namespace sluice::git
