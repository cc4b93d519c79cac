// A pass whose output nobody takes is a pass all the same; one whose output is lost says so.

#include "passes/settled.hpp"

namespace sluice {
namespace {

using test::River;
using testing::AllOf;
using testing::HasSubstr;

/// The host as $0, with the arguments of a pass as "$@", in a shell: standard error holds its exit code last.
process::Result shell(const River& river, const std::string& script) {
  process::Command command;
  command.argv = {"sh",        "-c",
                  script,      SLUICE_HOST,
                  "run",       river.pipeline().string(),
                  "--repo",    river.repo.clone().string(),
                  "--plugins", SLUICE_PLUGINS,
                  "--journal", "none"};
  command.environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
  command.environment["GIT_CONFIG_NOSYSTEM"] = "1";
  return process::run(command);
}

TEST(Output, AReaderThatLeavesDoesNotStopThePass) {
  River river(3);
  river.queue({"a.txt"});
  const auto result = shell(river, R"({ sleep 1; "$0" "$@"; echo "code $?" >&2; } | true)");
  EXPECT_THAT(result.error, HasSubstr("code 0"));
  EXPECT_EQ(river.newest().state, forge::State::open);
}

TEST(Output, ThatIsLostIsNoSuccess) {
  River river(3);
  river.queue({"a.txt"});
  const auto result = shell(river, R"("$0" "$@" > /dev/full; echo "code $?" >&2)");
  EXPECT_THAT(result.error, AllOf(HasSubstr("standard output could not be written"), HasSubstr("code 3")));
  EXPECT_EQ(river.newest().state, forge::State::open);
}

TEST(Output, OfAPassThatCouldNotBeginIsADocumentToo) {
  River river(3);
  for (const std::string script :
       {R"("$0" "$@" --json --only nosuch)", R"("$0" run "$2" --json --journal none --repo /nowhere)",
        R"("$0" run "$2" --json --journal /dev/full --repo "$4")"}) {
    const auto result = shell(river, script);
    const Json report = parse_document(result.output);
    EXPECT_EQ(report.at("outcome"), "error") << script;
    EXPECT_EQ(report.at("exit"), result.code) << script;
    EXPECT_NE(report.at("reason"), "") << script;
  }
}

}  // namespace
}  // namespace sluice
