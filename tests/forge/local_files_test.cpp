// The embedded forge's files: which folder is one, and what may be written to it.

#include <git2.h>
#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "forge/local_world.hpp"
#include "forge/refused.hpp"
#include "host/forge/local/database.hpp"
#include "host/process/child.hpp"
#include "support/temp_dir.hpp"

namespace sluice::test {

using forge::ForgeError;
using Kind = ForgeError::Kind;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

/// A bare repository that no forge was opened in.
struct Fresh : testing::Test {
  Fresh() {
    repo.commit_file("first.txt", 1);
    repo.push("main").branch("develop").commit_file("work.txt", 2);
    repo.push("develop");
  }
  fs::path database() const { return repo.remote() / "sluice-forge.sqlite"; }
  void sql(const std::string& text) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(database().c_str(), &handle), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(handle, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
  }
  std::unique_ptr<forge::LocalForge> open(bool live = true) {
    return forge::open_local(
        repo.remote(), "collector", [this] { return now; }, live);
  }
  ForgeError refused_to_open() {
    return refused([this] { open(); });
  }
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(repo.remote())) {
      if (entry.is_regular_file()) found[entry.path().string()] = read_file(entry.path());
    }
    return found;
  }

  Repo repo;
  forge::Time now = 1'700'000'000;
};

}  // namespace

TEST_F(Fresh, WithoutLeaveToWriteNothingIsWritten) {
  { open()->open("main", "develop", "release", ""); }
  repo.commit_file("more.txt", 3);
  repo.push("develop");
  const auto before = files();
  {
    const auto forge = open(false);
    EXPECT_EQ(forge->pull(1)->head_sha, repo.id("develop").hex());  // Followed, and not kept.
    EXPECT_EQ(refused([&] { forge->comment(1, "hello"); }).kind, Kind::refused);
    EXPECT_EQ(refused([&] { forge->merge(1, repo.id("develop").hex()); }).kind, Kind::refused);
  }
  EXPECT_EQ(files(), before);
}

TEST_F(Fresh, WithoutLeaveToWriteNoDatabaseIsMade) {
  const auto before = files();
  {
    const auto forge = open(false);
    EXPECT_TRUE(forge->pulls("main", "develop").empty());
    EXPECT_EQ(refused([&] { forge->open("main", "develop", "t", ""); }).kind, Kind::refused);
  }
  EXPECT_EQ(files(), before);
}

TEST_F(Fresh, AFullDiskIsSaidAndNothingIsChanged) {
  open()->open("main", "develop", "release", "");
  forge::local::Database full(database(), true);
  full.execute("PRAGMA max_page_count = 1");
  const auto error = refused([&] {
    forge::local::Transaction transaction(full, forge::local::Transaction::Kind::write);
    full.run("UPDATE item SET body = ?", std::string(100'000, 'x'));
  });
  EXPECT_EQ(error.kind, Kind::outage);
  EXPECT_THAT(error.what(), HasSubstr("on a full disk"));
  EXPECT_EQ(open()->pull(1)->body, "");
}

TEST_F(Fresh, AFolderOfOddBytesHasAnAddressOfPlainOnes) {
  const auto odd = repo.folder() / "n\xff o#n.git";
  fs::rename(repo.remote(), odd);
  const auto pull = forge::open_local(odd, "collector")->open("main", "develop", "release", "");
  EXPECT_EQ(pull.url, "file://" + fs::canonical(repo.folder()).string() + "/n%FF%20o%23n.git#1");
}

TEST_F(Fresh, AFileThatIsNoDatabaseIsRefusedAndLeft) {
  const std::string garbage =
      "this is no database, and long enough to be read as a header of one ............";
  write_file(database(), garbage);
  const auto error = refused_to_open();
  EXPECT_EQ(error.kind, Kind::refused);
  EXPECT_THAT(error.what(), HasSubstr(database().string()));
  EXPECT_THAT(error.what(), HasSubstr("damaged"));
  EXPECT_EQ(read_file(database()), garbage);
}

TEST_F(Fresh, ADamagedDatabaseIsRefusedWhenItIsRead) {
  {
    const auto forge = open();
    forge->open("main", "develop", "release", "");
    for (int at = 0; at < 200; ++at) forge->comment(1, std::string(500, 'x'));
  }
  auto bytes = read_file(database());
  std::fill(bytes.begin() + 4096, bytes.end(), '\xA5');
  write_file(database(), bytes);
  const auto error = refused([this] { open()->comments(1); });
  EXPECT_EQ(error.kind, Kind::refused);
  EXPECT_THAT(error.what(), HasSubstr("damaged"));
}

TEST_F(Fresh, ANewerDatabaseIsRefusedAndLeft) {
  { open()->open("main", "develop", "release", ""); }
  sql("PRAGMA user_version = 99");
  for (const bool live : {true, false}) {
    const auto error = refused([&] { open(live); });
    EXPECT_EQ(error.kind, Kind::refused);
    EXPECT_THAT(error.what(), HasSubstr("newer"));
    EXPECT_THAT(error.what(), HasSubstr("99"));
  }
  sql("PRAGMA user_version = 2");
  EXPECT_EQ(open()->all_pulls().size(), 1U);
}

TEST_F(Fresh, AnOlderDatabaseIsBroughtUpToDateAndKeepsWhatItHolds) {
  forge::Id run = 0;
  const auto head = repo.id("develop").hex();
  {
    const auto forge = open();
    forge->open("main", "develop", "release", "");
    run = forge->add_run(head, "CI", "completed", "failure", std::nullopt).id;
  }
  sql("ALTER TABLE run DROP COLUMN log; PRAGMA user_version = 1");
  EXPECT_THAT(refused([&] { open(false); }).what(), HasSubstr("open it once"));
  EXPECT_EQ(open()->run_log(run), "");
  open()->update_run(run, "completed", "failure", "job\tstep\tlate\n");
  EXPECT_EQ(open(false)->run_log(run), "job\tstep\tlate\n");
  EXPECT_EQ(open(false)->all_pulls().size(), 1U);
}

TEST_F(Fresh, ADatabaseOfAnotherProgramIsRefusedAndLeft) {
  sql("CREATE TABLE theirs (x)");
  EXPECT_THAT(refused_to_open().what(), HasSubstr("another program"));
  sql("INSERT INTO theirs VALUES (1)");
}

/// As a user that may read and not write; in a child, since for root no folder is read only.
TEST_F(Fresh, AFolderThatCannotBeWrittenIsRefused) {
  open();
  fs::permissions(repo.folder(), fs::perms(0055), fs::perm_options::add);
  constexpr uid_t nobody = 65534;
  const bool root = geteuid() == 0;
  for (const auto& entry : fs::recursive_directory_iterator(repo.remote())) {
    const auto mode = entry.is_directory() ? 0555 : 0444;
    if (root) {
      ASSERT_EQ(chown(entry.path().c_str(), nobody, nobody), 0);
    }
    fs::permissions(entry.path(), fs::perms(mode));
  }
  if (root) {
    ASSERT_EQ(chown(repo.remote().c_str(), nobody, nobody), 0);
  }
  fs::permissions(repo.remote(), fs::perms(0555));

  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const auto child = fork();
  if (child == 0) {
    std::string said = "not refused";
    if (root && setuid(nobody) != 0) _exit(1);
    git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, GIT_CONFIG_LEVEL_GLOBAL,
                     "");  // root's is not nobody's to read.
    try {
      open()->open("main", "develop", "t", "");
    } catch (const ForgeError& error) {
      said = error.kind == Kind::refused ? error.what() : "of another kind";
    }
    const auto written = write(ends[1], said.data(), said.size());
    _exit(written < 0);
  }
  close(ends[1]);
  std::string said;
  char buffer[4096];
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;) {
    said.append(buffer, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  waitpid(child, nullptr, 0);
  for (const auto& entry : fs::recursive_directory_iterator(repo.remote())) {
    fs::permissions(entry.path(), fs::perms::owner_write, fs::perm_options::add);
  }
  fs::permissions(repo.remote(), fs::perms::owner_all);
  EXPECT_THAT(said, HasSubstr("cannot be opened for writing"));
  EXPECT_THAT(said, HasSubstr("sluice-forge.sqlite"));
}

/// git judges, as it would for a fetch; for a user who owns all that he makes there is nothing to judge.
TEST_F(Fresh, AFolderOfAnotherUserIsAForgeWhereGitTakesItForSafe) {
  constexpr uid_t nobody = 65534;
  const bool foreign = chown(repo.remote().c_str(), nobody, nobody) == 0;
  const auto settings = repo.folder() / "settings";
  const auto opened = [&](const std::string& config) -> std::string {
    write_file(settings, config);
    try {
      open();
      return "taken";
    } catch (const ForgeError& error) {
      return error.what();
    }
  };
  const auto before = process::transport_environment().at("GIT_CONFIG_GLOBAL");
  ::setenv("GIT_CONFIG_GLOBAL", settings.c_str(), 1);
  const auto said = opened("");
  const auto trusted = opened("[safe]\n\tdirectory = *\n");
  ::setenv("GIT_CONFIG_GLOBAL", before.c_str(), 1);
  EXPECT_THAT(said, HasSubstr(foreign ? "git config --global --add safe.directory " : "taken"));
  EXPECT_EQ(trusted, "taken");
}

TEST_F(Fresh, OnlyABareRepositoryIsAForge) {
  const auto said = [](const fs::path& path) {
    const auto error = refused([&] { forge::open_local(path, "collector"); });
    EXPECT_EQ(error.kind, Kind::refused);
    return std::string(error.what());
  };
  EXPECT_THAT(said(repo.clone()), HasSubstr("has a work tree"));
  EXPECT_THAT(said(repo.folder()), HasSubstr("no git repository"));
  EXPECT_THAT(said(repo.folder() / "absent"), HasSubstr("no such folder"));
  write_file(repo.folder() / "file", "x");
  EXPECT_THAT(said(repo.folder() / "file"), HasSubstr("no forge at"));
}

TEST_F(Fresh, ACloneNamesItsForgeByItsOrigin) {
  const auto bare = fs::canonical(repo.remote());
  const auto found = [&](const fs::path& folder) { return fs::canonical(forge::forge_repository(folder)); };
  EXPECT_EQ(found(repo.remote()), bare);
  EXPECT_EQ(found(repo.clone()), bare);
  write_file(repo.clone() / "deep/er/file", "x");
  EXPECT_EQ(found(repo.clone() / "deep/er"), bare);
  repo.git({"remote", "set-url", "origin", "file://" + bare.string()});
  EXPECT_EQ(found(repo.clone()), bare);
  repo.git({"remote", "set-url", "origin", fs::relative(bare, repo.clone()).string()});
  EXPECT_EQ(found(repo.clone()), bare);
}

TEST_F(Fresh, ARemoteElsewhereIsNoForgeAndItsAddressIsNotSaid) {
  for (const auto* address :
       {"https://me:token@example.com/x.git", "git@example.com:x.git", "ssh://example.com/x"}) {
    repo.git({"remote", "set-url", "origin", address});
    const auto error = refused([&] { forge::forge_repository(repo.clone()); });
    EXPECT_THAT(error.what(), HasSubstr("no folder of this machine"));
    EXPECT_THAT(error.what(), testing::Not(HasSubstr("token")));
  }
  repo.git({"remote", "remove", "origin"});
  EXPECT_THAT(refused([&] { forge::forge_repository(repo.clone()); }).what(), HasSubstr("no remote origin"));
  EXPECT_EQ(refused([&] { forge::forge_repository("/"); }).kind, Kind::refused);
}

}  // namespace sluice::test
