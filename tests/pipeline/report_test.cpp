#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "host/report/actions.hpp"
#include "host/report/inert_text.hpp"
#include "host/report/terminal.hpp"
#include "sluice/abi.h"
#include "support/temp_dir.hpp"

namespace sluice::report {
namespace {

std::filesystem::path written(const std::filesystem::path& file, std::string_view bytes) {
  test::write_file(file, bytes);
  return file;
}

using test::TempDir;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

const journal::Redaction no_secrets = journal::Redaction::of({});

StageReport stage(const std::string& id, Outcome::Kind outcome, const std::string& reason,
                  std::optional<std::int64_t> wake = {}) {
  StageReport result;
  result.id = id;
  result.outcome = outcome;
  result.reason = reason;
  result.wake_after = wake;
  return result;
}

PassReport a_pass() {
  PassReport report;
  report.pipeline = "collect";
  report.repository = "/x";
  report.stages = {stage("port", Outcome::Kind::go_on, "a window"),
                   stage("open", Outcome::Kind::end, "opened #3", 600)};
  report.stages[0].effects = {{"push.window", "develop", "landed"}};
  report.outcome = Outcome::Kind::end;
  report.reason = "opened #3";
  report.wake = soonest_wake(report.stages);
  report.window = WindowReport{1, 12, 87, 99, "the plan open-source", {"1a2b3c4d5e Widen the gate"}};
  report.journal = "/x/j";
  return report;
}

TEST(InertText, IsOneLineWithoutControls) {
  EXPECT_EQ(one_line("a\nb\r\tc\x1b[31m\x7f"), "a b  c [31m ");
  EXPECT_EQ(one_line("é 日本 \xF0\x9F\x98\x80"), "é 日本 \xF0\x9F\x98\x80");
  EXPECT_EQ(one_line("\xff ok \xe2\x80"), "? ok ??");
  EXPECT_EQ(one_line("x\xc2\x9by"), "x y");                               // C1: CSI
  EXPECT_EQ(one_line("x ##[add-mask]y###[z"), "x ## [add-mask]y### [z");  // A workflow's own commands.
  EXPECT_EQ(one_line("a\xe2\x80\xae"
                     "b\xe2\x80\xa8"
                     "c\xe2\x81\xa6"),
            "a b c ");  // RLO, LS, LRI
}

TEST(InertText, ADocumentIsTheSameWithoutAWorkflowsCommand) {
  const Json document = {{"##[x", "###[add-mask]y # ## [z \\##["}};
  const std::string text = report::inert_document(to_text(document));
  EXPECT_EQ(text.find("##["), std::string::npos);
  EXPECT_EQ(parse_document(text), document);
}

TEST(InertText, IsCutAtACharacter) {
  EXPECT_EQ(cut("abc", 3), "abc");
  EXPECT_EQ(cut("abcd", 3), "abc… (1 bytes cut)");
  EXPECT_EQ(cut("aé", 2), "a… (2 bytes cut)");
}

TEST(InertText, CannotCloseItsSpan) {
  EXPECT_EQ(code_span("a"), "` a `");
  EXPECT_EQ(code_span("a ``` b ` c"), "```` a ``` b ` c ````");
  EXPECT_EQ(code_span("x\n\n# y"), "` x  # y `");
  EXPECT_EQ(code_span("  \n"), "");
  EXPECT_EQ(code_cell("a|b"), "` a\\|b `");
}

TEST(PassReport, WakesAtTheSoonestAndAtMostInAnHour) {
  using Kind = Outcome::Kind;
  EXPECT_EQ(soonest_wake({}), std::nullopt);
  EXPECT_EQ(soonest_wake({stage("a", Kind::go_on, "")}), std::nullopt);
  EXPECT_EQ(soonest_wake({stage("a", Kind::go_on, "", 60), stage("b", Kind::idle, "", 900)}), 60);
  EXPECT_EQ(soonest_wake({stage("a", Kind::idle, "", 999'999)}), 3600);
  EXPECT_EQ(soonest_wake({stage("a", Kind::idle, "", -5)}), 0);
  StageReport skipped = stage("a", Kind::idle, "", 1);
  skipped.ran = StageReport::Ran::skipped;
  EXPECT_EQ(soonest_wake({skipped}), std::nullopt);
}

TEST(PassReport, IsOneDocument) {
  const Json document = to_json(a_pass());
  EXPECT_EQ(document["schema"], 1);
  EXPECT_EQ(document["outcome"], "end");
  EXPECT_EQ(document["exit"], 0);
  EXPECT_EQ(document["wake"], 600);
  EXPECT_EQ(document["window"]["files"], 87);
  EXPECT_EQ(document["stages"][0]["outcome"], "continue");
  EXPECT_EQ(document["stages"][0]["effects"][0]["receipt"], "landed");
  EXPECT_EQ(document["stages"][1]["wake_after"], 600);
}

TEST(PassReport, IsRedWithOne) {
  PassReport report = a_pass();
  report.outcome = Outcome::Kind::red;
  EXPECT_EQ(exit_code(report), 1);
  report.outcome = Outcome::Kind::idle;
  EXPECT_EQ(exit_code(report), 0);
}

TEST(Summary, TellsThePass) {
  EXPECT_EQ(to_markdown(a_pass(), no_secrets),
            "## ` collect `: end\n"
            "\n"
            "` opened #3 `\n"
            "\n"
            "Window: commits 12, fixes 1, files 87 of at most 99.\n"
            "\n"
            "- ` 1a2b3c4d5e Widen the gate `\n"
            "\n"
            "To be run again in 600 s.\n"
            "\n"
            "| stage | outcome | why |\n"
            "| --- | --- | --- |\n"
            "| ` port ` | continue | ` a window ` |\n"
            "| ` open ` | end, wake in 600 s | ` opened #3 ` |\n"
            "\n"
            "### Effects\n"
            "\n"
            "- ` push.window ` ` develop `: ` landed `\n");
}

TEST(Summary, HostileTextStaysInItsSpan) {
  PassReport report = a_pass();
  report.stages[0].reason = "x | y\n\n## owned ``` @someone <img src=x> fixes #1 </details>\x1b[2J";
  const std::string page = to_markdown(report, no_secrets);
  EXPECT_THAT(page,
              HasSubstr("| ```` x \\| y  ## owned ``` @someone <img src=x> fixes #1 </details> [2J ```` |"));
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
}

TEST(Summary, StaysWithinItsLimitAndCountsWhatItCut) {
  PassReport report = a_pass();
  for (int i = 0; i < 20'000; ++i)
    report.stages[0].effects.push_back({"reply", std::string(300, 'x'), "landed"});
  const std::string page = to_markdown(report, no_secrets);
  EXPECT_LE(page.size(), summary_limit);
  EXPECT_GT(page.size(), summary_limit - 1000);
  EXPECT_THAT(page, HasSubstr(" more lines did not fit"));
  report.stages[0].reason = std::string(5'000'000, 'y');
  EXPECT_LE(to_markdown(report, no_secrets).size(), summary_limit);
}

/// Sets a variable for the time of a test.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) { ::setenv(name, value.c_str(), 1); }
  ~Variable() { ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

TEST(Actions, SummaryAndOutputsAreAppended) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  const Variable summary("GITHUB_STEP_SUMMARY", written(folder / "summary", "before\n").string());
  const Variable output("GITHUB_OUTPUT", written(folder / "output", "a=b\n").string());
  EXPECT_EQ(write_for_actions(a_pass(), no_secrets), std::vector<std::string>{});
  EXPECT_EQ(test::read_file(folder / "summary"), "before\n" + to_markdown(a_pass(), no_secrets));
  EXPECT_THAT(test::read_file(folder / "output"),
              MatchesRegex("a=b\noutcome<<(sluice-[0-9a-f]+)\nend\nsluice-[0-9a-f]+\n"
                           "retrigger_delay_seconds<<sluice-[0-9a-f]+\n600\nsluice-[0-9a-f]+\n"));
}

TEST(Actions, AnOutputsDelimiterClosesItAndIsNewEachTime) {
  const std::string first = to_outputs(a_pass());
  const auto delimiter = [](const std::string& text) { return text.substr(9, text.find('\n') - 9); };
  EXPECT_EQ(first.find("outcome<<" + delimiter(first) + "\nend\n" + delimiter(first) + "\n"), 0U);
  EXPECT_NE(delimiter(first), delimiter(to_outputs(a_pass())));
}

TEST(Actions, ADryRunHasNoOutputs) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  const Variable summary("GITHUB_STEP_SUMMARY", (folder / "summary").string());
  const Variable output("GITHUB_OUTPUT", (folder / "output").string());
  PassReport report = a_pass();
  report.dry_run = true;
  EXPECT_EQ(write_for_actions(report, no_secrets), std::vector<std::string>{});
  EXPECT_THAT(test::read_file(folder / "summary"), HasSubstr("A dry run: nothing was applied."));
  EXPECT_FALSE(std::filesystem::exists(folder / "output"));
}

TEST(Actions, WithoutAWakeThereIsNoDelay) {
  PassReport report = a_pass();
  report.wake.reset();
  EXPECT_THAT(to_outputs(report), Not(HasSubstr("retrigger_delay_seconds")));
}

TEST(Actions, AFileThatCannotBeWrittenIsSaid) {
  const Variable summary("GITHUB_STEP_SUMMARY", "/nowhere/at/all");
  const Variable output("GITHUB_OUTPUT", "/dev/full");
  const auto problems = write_for_actions(a_pass(), no_secrets);
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_THAT(problems[0], HasSubstr("cannot append to /nowhere/at/all, which $GITHUB_STEP_SUMMARY names"));
  EXPECT_THAT(problems[1], HasSubstr("cannot append to /dev/full, which $GITHUB_OUTPUT names"));
}

TEST(Actions, AFullSummaryIsNotOverrun) {
  const TempDir home;
  const std::filesystem::path folder = home.path();
  const Variable summary("GITHUB_STEP_SUMMARY",
                         written(folder / "summary", std::string(summary_limit - 30, 'x')).string());
  EXPECT_EQ(write_for_actions(a_pass(), no_secrets).size(), 1U);
  EXPECT_EQ(std::filesystem::file_size(folder / "summary"), summary_limit - 30);
}

/// A terminal on a string, with a clock in the test's hand.
struct Screen {
  explicit Screen(bool terminal, bool verbose = false) {
    options.terminal = terminal;
    options.colour = terminal;
    options.verbose = verbose;
    options.now = [this] { return now; };
  }
  std::ostringstream out;
  std::chrono::steady_clock::time_point now{std::chrono::hours(1)};
  TerminalOptions options;
  Terminal terminal() {
    return Terminal(out, options, journal::Redaction::of({{"GH_TOKEN", "canary-1234"}}));
  }
};

TEST(Terminal, PrintsAPassAsPlainLines) {
  Screen screen(false);
  Terminal terminal = screen.terminal();
  const PassReport report = a_pass();
  terminal.pass_started("collect", "/x", true);
  terminal.stage_started("express");
  terminal.stage_ended(stage("express", Outcome::Kind::go_on, ""));
  terminal.stage_started("port");
  terminal.line(SLUICE_LOG_DEBUG, "unseen");
  terminal.line(SLUICE_LOG_INFO, "picked\x1b[2J canary-1234");
  terminal.effect({"push.window", "develop", "refused", "over the cap"});
  terminal.stage_ended(report.stages[0]);
  terminal.pass_ended(report);
  EXPECT_EQ(screen.out.str(),
            "collect over /x (dry run)\n"
            "  port           picked [2J ***\n"
            "  port           push.window develop: refused, over the cap\n"
            "  port           continue  a window\n"
            "  window: 1 fix and 12 commits, 87 files of at most 99 (the plan open-source)\n"
            "    1a2b3c4d5e Widen the gate\n"
            "pass end: opened #3\n"
            "  to be run again in 600 s\n"
            "  journal: /x/j\n");
}

TEST(Terminal, VerboseNamesTheStagesThatDidNotRun) {
  Screen screen(false, true);
  Terminal terminal = screen.terminal();
  StageReport off = stage("repair", Outcome::Kind::go_on, "");
  off.ran = StageReport::Ran::disabled;
  terminal.stage_ended(off);
  EXPECT_EQ(screen.out.str(), "  repair         disabled\n");
}

TEST(Terminal, ColoursOnATerminalAlone) {
  Screen screen(true);
  screen.terminal().stage_ended(stage("gate", Outcome::Kind::red, "no"));
  EXPECT_EQ(screen.out.str(), "  gate           \x1b[31mred\x1b[0m  no\n");
}

TEST(Progress, IsABarOnATerminalRedrawnTenTimesASecond) {
  Screen screen(true);
  Terminal terminal = screen.terminal();
  for (std::uint64_t i = 0; i <= 500; ++i) {
    terminal.progress("replay", i, 500);
    screen.now += std::chrono::milliseconds(1);
  }
  const std::string drawn = screen.out.str();
  EXPECT_EQ(std::count(drawn.begin(), drawn.end(), '['), 5 + 5);  // five bars and five wipes
  EXPECT_THAT(drawn, HasSubstr("  replay [#########---------------] 200 of 500"));
  EXPECT_TRUE(drawn.ends_with("\r\x1b[K")) << "the bar is left standing";
}

TEST(Progress, ElsewhereIsALineEveryFiveSeconds) {
  Screen screen(false);
  Terminal terminal = screen.terminal();
  terminal.stage_started("port");
  for (std::uint64_t i = 0; i <= 12; ++i) {
    terminal.progress("fetch", i, 0);
    screen.now += std::chrono::seconds(1);
  }
  EXPECT_EQ(screen.out.str(), "  port           fetch: 5\n  port           fetch: 10\n");
}

TEST(Progress, ABarGivesWayToALine) {
  Screen screen(true);
  Terminal terminal = screen.terminal();
  terminal.progress("replay", 1, 0);
  terminal.line(SLUICE_LOG_INFO, "hello");
  EXPECT_THAT(screen.out.str(), HasSubstr("replay 1\r\x1b[K"));
}

TEST(TerminalOptions, APipeIsNoTerminal) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const TerminalOptions options = TerminalOptions::of_descriptor(ends[1]);
  EXPECT_FALSE(options.terminal);
  EXPECT_FALSE(options.colour);
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace sluice::report
