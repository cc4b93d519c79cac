#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "host/journal/reader.hpp"
#include "support/temp_dir.hpp"

namespace sluice::journal {
namespace {

std::filesystem::path written(const std::filesystem::path& file, std::string_view bytes) {
  test::write_file(file, bytes);
  return file;
}

using test::TempDir;
using testing::HasSubstr;

PassLine header() {
  PassLine line;
  line.pipeline = "collect";
  line.pipeline_file = "/x/collect.toml";
  line.pipeline_digest = "d1";
  line.repository = "/x/clone";
  line.at = 1'700'000'000;
  line.plugins = {{"port", "0.1.0", "b", "d2", "/x/port.so"}};
  line.snapshot = {{"cap", 100}};
  return line;
}

std::string fault(const std::filesystem::path& file) {
  try {
    read(file);
  } catch (const JournalError& error) {
    return error.what();
  }
  return "";
}

TEST(Journal, IsReadBackAsItWasWritten) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  const auto file = folder / "deep/er/pass.jsonl";
  {
    Journal journal(file, Redaction::of({}));
    journal.pass(header());
    journal.call({"port", "fact.refs", Json::object(), 0, {{"main", nullptr}}});
    journal.call({"port", "git.owed", {{"head", "h"}}, 0, {{"owed", Json::array()}}});
    const auto id = journal.effect("port", {{"kind", "push.window"}});
    journal.receipt(id, {{"receipt", "landed"}, {"reason", ""}});
    journal.note("port", "window", Json::array({{{"sha", "s"}, {"why", "fits"}}}));
    journal.outcome("port", "port", Outcome::end("pushed").wake(60));
    journal.end("end", "pushed", 60, 0);
  }
  const auto passes = read(file);
  ASSERT_EQ(passes.size(), 1U);
  const Recording& pass = passes[0];
  EXPECT_TRUE(pass.ended);
  EXPECT_FALSE(pass.torn);
  EXPECT_EQ(pass.pass["pipeline"]["name"], "collect");
  EXPECT_EQ(pass.pass["plugins"][0]["digest"], "d2");
  EXPECT_EQ(pass.pass["snapshot"]["cap"], 100);
  EXPECT_EQ(pass.pass["version"], SLUICE_VERSION);
  std::vector<std::string> kinds;
  for (std::size_t i = 0; i < pass.lines.size(); ++i) {
    kinds.push_back(pass.lines[i]["kind"]);
    EXPECT_EQ(pass.lines[i]["n"], i + 2);
    EXPECT_TRUE(pass.lines[i]["ms"].is_number_integer());
  }
  EXPECT_EQ(kinds, (std::vector<std::string>{"fact", "call", "effect", "receipt", "note", "outcome", "end"}));
  EXPECT_EQ(pass.lines[2]["id"], pass.lines[3]["id"]);
  EXPECT_EQ(pass.lines[5]["wake_after"], 60);
}

TEST(Journal, TakesTheDigestsThatItWasNotGiven) {
  const TempDir home;
  test::write_file(home.path() / "p.toml", "abc");
  test::write_file(home.path() / "x.so", "abc");
  PassLine line = header();
  line.pipeline_file = (home.path() / "p.toml").string();
  line.pipeline_digest = "";
  line.plugins = {{"mine", "1", "", "", (home.path() / "x.so").string()}, {"ours", "1", "basis", "", "/x"}};
  Journal(home.path() / "j", Redaction::of({})).pass(line);
  const Json pass = read(home.path() / "j")[0].pass;
  // printf abc | sha256sum
  const std::string abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(pass["pipeline"]["digest"], abc);
  EXPECT_EQ(pass["plugins"][0]["digest"], abc);
  EXPECT_EQ(pass["plugins"][1]["digest"], "");
}

TEST(Journal, IsReadableByItsOwnerAlone) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  Journal journal(folder / "j", Redaction::of({}));
  struct stat status {};
  ASSERT_EQ(::stat((folder / "j").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST(Journal, HoldsNoSecretInAnyLine) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  Journal journal(folder / "j", Redaction::of({{"GH_TOKEN", "canary-1234"}}));
  PassLine first = header();
  first.repository = "https://x:canary-1234@h/r";
  first.snapshot = {{"canary-1234", "canary-1234"}};
  journal.pass(first);
  journal.call(
      {"s", "git.log", {{"a", "canary-1234"}}, -1, {{"error", "at https://u:other@h: canary-1234"}}});
  journal.note("s", "window", Json::array({{{"sha", "s"}, {"why", "canary-1234"}}}));
  journal.outcome("s", "s", Outcome::red("canary-1234"));
  journal.end("red", "canary-1234", {}, 1);
  const std::string bytes = test::read_file(folder / "j");
  EXPECT_EQ(bytes.find("canary-1234"), std::string::npos);
  EXPECT_EQ(bytes.find("u:other"), std::string::npos);
}

TEST(Journal, KeepsAnyBytesAndTheDeepestDocument) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  Json deep = 1;
  for (int i = 0; i < 64; ++i) deep = Json::array({deep});
  {
    Journal journal(folder / "j", Redaction::of({}));
    journal.pass(header());
    journal.call({"s", "role.call", {{"path", "a\nb\xff"}}, 0, deep});
  }
  const auto passes = read(folder / "j");
  EXPECT_EQ(bytes_of(passes[0].lines[0]["params"]["path"]), "a\nb\xff");
  EXPECT_EQ(parse_document(passes[0].lines[0]["result"]["text"].get<std::string>()), deep);
}

TEST(Journal, LinesOfSeveralThreadsStayWhole) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  {
    Journal journal(folder / "j", Redaction::of({}));
    journal.pass(header());
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 200; ++i) journal.note("s", "window", Json::array({std::string(500, 'x')}));
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(read(folder / "j")[0].lines.size(), 800U);
}

TEST(Journal, AFullDiskIsASentence) {
  try {
    Journal journal("/dev/full", Redaction::of({}));
    journal.pass(header());
    FAIL() << "the line was lost without a word";
  } catch (const JournalError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("cannot write the journal /dev/full: No space left on device; make room"));
  }
}

TEST(Journal, AnUnusableFileIsASentence) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  try {
    Journal journal(folder, Redaction::of({}));
    FAIL() << "a folder was opened as a journal";
  } catch (const JournalError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot open the journal " + folder.string()));
  }
}

TEST(Journal, NothingElseIsWrittenTo) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  const auto refused = [](const std::filesystem::path& file) -> std::string {
    try {
      Journal journal(file, Redaction::of({}));
    } catch (const JournalError& error) {
      return error.what();
    }
    return "not refused";
  };
  const std::vector<std::string> contents = {"ref: refs/heads/main\n",
                                             std::string("SQLite format 3\0\xff", 17),
                                             "x",
                                             "{}\n",
                                             "{\"kind\":\"note\"}\n",
                                             "{\"kind\":\"pass\"}\n",
                                             "{\"kind\":\"pass\",\"schema\":1}",
                                             "\n{\"kind\":\"pass\",\"schema\":1}\n"};
  for (const auto& content : contents) {
    const auto file = folder / "file";
    std::ofstream(file, std::ios::binary) << content;
    EXPECT_THAT(refused(file), HasSubstr("cannot keep a journal in " + file.string())) << content;
    std::ostringstream after;
    after << std::ifstream(file, std::ios::binary).rdbuf();
    EXPECT_EQ(after.str(), content);
  }
  ASSERT_EQ(::mkfifo((folder / "fifo").c_str(), 0600), 0);
  EXPECT_THAT(refused(folder / "fifo"), HasSubstr("not a regular file"));
  std::ofstream(folder / "empty").close();
  EXPECT_EQ(refused(folder / "empty"), "not refused");
  EXPECT_EQ(refused("/dev/null"), "not refused");
}

/// A process that writes a journal until it is killed.
void write_until_killed(const std::filesystem::path& file) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Journal journal(file, Redaction::of({}));
    journal.pass(header());
    for (;;) journal.note("s", "window", Json::array({std::string(100'000, 'x')}));
  }
  while (!std::filesystem::exists(file) || std::filesystem::file_size(file) < 1'000'000) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ::kill(child, SIGKILL);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
}

TEST(Journal, OfAKilledPassIsReadUpToTheKill) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  const auto file = folder / "j";
  write_until_killed(file);
  const auto passes = read(file);
  ASSERT_EQ(passes.size(), 1U);
  EXPECT_FALSE(passes[0].ended);
  EXPECT_GE(passes[0].lines.size(), 9U);
}

TEST(Journal, CutAtEveryByteOfItsLastLineIsTornAndNoMore) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  {
    Journal journal(folder / "whole", Redaction::of({}));
    journal.pass(header());
    journal.note("s", "window", Json::array());
    journal.end("idle", "nothing", {}, 0);
  }
  const std::string whole = test::read_file(folder / "whole");
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t size = last; size <= whole.size(); ++size) {
    const auto file = written(folder / "cut", whole.substr(0, size));
    const auto passes = read(file);
    ASSERT_EQ(passes.size(), 1U);
    const bool complete = size + 1 >= whole.size();  // only the line break is missing
    EXPECT_EQ(passes[0].ended, complete) << size;
    EXPECT_EQ(passes[0].torn, size != last && !complete) << size;
    EXPECT_EQ(passes[0].lines.size(), complete ? 2U : 1U) << size;
  }
}

TEST(Journal, ANewPassAfterATornOneBeginsOnALineOfItsOwn) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  const auto file = folder / "j";
  {
    Journal journal(file, Redaction::of({}));
    journal.pass(header());
  }
  std::ofstream(file, std::ios::app) << R"({"kind":"note","st)";
  {
    Journal journal(file, Redaction::of({}));
    journal.pass(header());
    journal.end("idle", "", {}, 0);
  }
  const auto passes = read(file);
  ASSERT_EQ(passes.size(), 2U);
  EXPECT_TRUE(passes[0].torn);
  EXPECT_FALSE(passes[0].ended);
  EXPECT_FALSE(passes[1].torn);
  EXPECT_TRUE(passes[1].ended);
}

TEST(JournalReader, SaysWhyItCannotRead) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  const std::string head = R"({"kind":"pass","schema":1})";
  struct Row {
    std::string bytes, expected;
  };
  const std::vector<Row> rows = {
      {"", "it is empty"},
      {"hello\n", "line 1 is not the header of a pass"},
      {"[]\n", "line 1 is not the header of a pass"},
      {R"({"kind":"note"})", "line 1 is not the header of a pass"},
      {std::string(1000, '['), "line 1 is not the header of a pass"},
      {std::string("\0\xff", 2), "line 1 is not the header of a pass"},
      {R"({"kind":"pass"})", "its header states no schema"},
      {R"({"kind":"pass","schema":2})", "it is of schema 2, this host reads up to 1"},
      {head + "\nbroken\n{\"kind\":\"end\"}\n", "line 2 is broken and others follow it"},
      {head + "\n{\"kind\":5}\n{\"kind\":\"end\"}\n", "line 2 is broken and others follow it"},
  };
  for (const Row& row : rows) {
    const auto file = written(folder / "j", row.bytes);
    EXPECT_THAT(fault(file), HasSubstr("cannot read the journal " + file.string() + ": " + row.expected))
        << row.bytes;
  }
  EXPECT_THAT(fault(folder / "none"), HasSubstr("there is no such file"));
  EXPECT_THAT(fault(folder), HasSubstr("it is a folder"));
  EXPECT_THAT(fault("/dev/null"), HasSubstr("it is not a regular file"));
  ASSERT_EQ(::mkfifo((folder / "fifo").c_str(), 0600), 0);
  EXPECT_THAT(fault(folder / "fifo"), HasSubstr("it is not a regular file"));
}

}  // namespace
}  // namespace sluice::journal
