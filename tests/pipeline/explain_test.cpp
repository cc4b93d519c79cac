#include "host/cli/explain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "host/journal/explanation.hpp"
#include "support/temp_dir.hpp"

namespace sluice::journal {
namespace {

using testing::HasSubstr;

std::string sha(char digit) {
  return std::string(40, digit);
}

Json commit(char digit, const std::string& subject) {
  return {{"sha", sha(digit)}, {"subject", subject}};
}

Json decided(char digit, const std::string& why) {
  return {{"sha", sha(digit)}, {"why", why}};
}

PassLine header() {
  PassLine line;
  line.pipeline = "collect";
  line.repository = "/x/clone";
  line.at = 1'700'000'000;
  line.snapshot = {{"refs", {{"queue", sha('9')}}}};
  return line;
}

/// A journal in a file, written as the engine writes one.
struct Recorded {
  test::TempDir home;
  std::filesystem::path file = home.path() / "pass.jsonl";
  Journal journal{file, Redaction::of({})};

  Recorded() { journal.pass(header()); }

  void owed(const Json& owed, const Json& shed, const std::string& head = sha('9')) {
    journal.call({"sync-queue",
                  "git.owed",
                  {{"upstream", sha('0')}, {"head", head}},
                  0,
                  {{"owed", owed}, {"shed", shed}}});
  }
  void push(const std::string& stage, const Json& effect, const Json& receipt) {
    journal.receipt(journal.effect(stage, effect), receipt);
  }
  Explanation explained() const { return explain(read(file).back()); }
};

std::vector<std::string> verdicts(const Explanation& explanation) {
  std::vector<std::string> lines;
  for (const CommitLine& line : explanation.commits) {
    lines.push_back(line.sha.substr(0, 1) + " " + line.verdict + " " + line.subject + ": " + line.why);
  }
  return lines;
}

TEST(Explain, EveryVerdictOfAPass) {
  Recorded pass;
  pass.owed(
      {commit('1', "one"), commit('2', "two"), commit('3', "three"), commit('4', "four")},
      Json::array({{{"sha", sha('5')}, {"subject", "five"}, {"verdict", "copied"}, {"why", "copied as x"}}}));
  pass.journal.note("port", "fixes", Json::array({decided('6', "owed to develop")}));
  pass.journal.note("port", "window", Json::array({decided('1', "fits: 3 of 99 files")}));
  pass.journal.note("port", "held", Json::array({decided('2', "conflicts in a.txt")}));
  pass.journal.note("port", "claimed", Json::array({decided('3', "the lane's")}));
  pass.journal.note("port", "waiting", Json::array({decided('4', "behind a held commit")}));
  pass.journal.note("express", "expressed", Json::array({decided('7', "copied to main")}));
  EXPECT_EQ(verdicts(pass.explained()), (std::vector<std::string>{
                                            "5 shed five: copied as x",
                                            "1 window one: fits: 3 of 99 files",
                                            "2 held two: conflicts in a.txt",
                                            "3 claimed three: the lane's",
                                            "4 waiting four: behind a held commit",
                                            "6 fixes : owed to develop",
                                            "7 expressed : copied to main",
                                        }));
}

TEST(Explain, TheLastNoteOnACommitHolds) {
  Recorded pass;
  pass.journal.note("express", "claimed", Json::array({decided('1', "does not apply")}));
  pass.journal.note("port", "window", Json::array({decided('1', "needed by the next")}));
  EXPECT_EQ(verdicts(pass.explained()), (std::vector<std::string>{"1 window : needed by the next"}));
}

TEST(Explain, ACommitThatNoStageCameToWaitsForTheStageThatEndedThePass) {
  Recorded pass;
  pass.journal.queue(Json::array({commit('1', "one"), commit('2', "two")}));
  pass.journal.note("express", "expressed", Json::array({decided('2', "copied to main")}));
  pass.journal.outcome("return-stroke", "return-stroke", Outcome::go_on());
  pass.journal.outcome("release", "release", Outcome::idle("a review runs").wake(3600));
  pass.journal.end("idle", "a review runs", 3600, 0);
  EXPECT_EQ(verdicts(pass.explained()), (std::vector<std::string>{
                                            "1 waiting one: release ended the pass first: a review runs",
                                            "2 expressed two: copied to main",
                                        }));
}

TEST(Explain, WhatADryRunCopiesToMainIsExpressedThoughItIsShedForIt) {
  Recorded pass;
  pass.journal.note("express", "expressed", Json::array({decided('1', "would be copied to main")}));
  pass.journal.note("sync-queue", "shed", Json::array({decided('1', "copied as x")}));
  EXPECT_EQ(verdicts(pass.explained()), (std::vector<std::string>{"1 expressed : would be copied to main"}));
}

Json carried(char digit, const std::string& subject, char there) {
  Json line = commit(digit, subject);
  line["carried"] = sha(there);
  return line;
}

TEST(Explain, WhatTheOpenReleaseCarriesSaysWhichOne) {
  const auto look = [](bool open, const Json& note) {
    Recorded pass;
    pass.journal.queue(
        Json::array({carried('1', "one", '1'), carried('2', "two", 'b'), commit('3', "three")}));
    pass.journal.call(
        {"release",
         "fact.releases",
         Json::object(),
         0,
         {{"pulls",
           {{{"number", 8}, {"state", open ? "open" : "merged"}}, {{"number", 7}, {"state", "merged"}}}}}});
    if (!note.is_null()) pass.journal.note("sync-queue", "shed", note);
    pass.journal.outcome("release", "release", Outcome::idle("a review runs"));
    pass.journal.end("idle", "a review runs", 3600, 0);
    return verdicts(pass.explained());
  };
  const std::vector<std::string> in_release{"1 window one: in the release #8",
                                            "2 window two: in the release #8 as bbbbbbbbbb",
                                            "3 waiting three: release ended the pass first: a review runs"};
  EXPECT_EQ(look(true, nullptr), in_release);
  EXPECT_EQ(look(true, Json::array({decided('2', "copied as b")})), in_release);
  EXPECT_EQ(look(false, nullptr).at(1), "2 window two: on develop as bbbbbbbbbb, in no open release");
}

TEST(Explain, AnOwedSetOfAnotherBranchListsNothing) {
  Recorded pass;
  pass.owed(Json::array({commit('1', "a fix")}), Json::array(), sha('8'));
  EXPECT_EQ(pass.explained().commits.size(), 0U);
  EXPECT_FALSE(pass.explained().queue_seen);
}

Json replay(const std::vector<std::pair<char, char>>& picks) {
  Json list = Json::array();
  for (const auto& [from, to] : picks) {
    list.push_back({{"commit", sha(from)}, {"sha", sha(to)}, {"verdict", "applied"}});
  }
  return {{"tip", sha(picks.back().second)}, {"picks", list}};
}

TEST(Explain, ARewrittenCommitIsOneLineUnderItsNewId) {
  Recorded pass;
  pass.owed(Json::array({commit('1', "one"), commit('2', "two")}), Json::array());
  pass.journal.call({"sync-queue", "git.replay", Json::object(), 0, replay({{'1', 'a'}, {'2', 'b'}})});
  pass.push("sync-queue", {{"kind", "push.rewrite"}, {"ref", "queue"}, {"new", sha('b')}},
            {{"receipt", "landed"}});
  pass.owed(Json::array({commit('a', "one"), commit('b', "two")}), Json::array(), sha('b'));
  pass.journal.note("port", "window", Json::array({decided('a', "fits")}));
  const Explanation explanation = pass.explained();
  EXPECT_EQ(verdicts(explanation),
            (std::vector<std::string>{"a window one: fits", "b waiting two: no stage came to it"}));
  EXPECT_EQ(explanation.commits[0].was, sha('1'));
}

TEST(Explain, AReplayWhosePushWasLostRenamesNothing) {
  Recorded pass;
  pass.owed(Json::array({commit('1', "one")}), Json::array());
  pass.journal.call({"sync-queue", "git.replay", Json::object(), 0, replay({{'1', 'a'}})});
  pass.push("sync-queue", {{"kind", "push.rewrite"}, {"ref", "queue"}, {"new", sha('a')}},
            {{"receipt", "stale"}});
  EXPECT_EQ(pass.explained().commits.at(0).sha, sha('1'));
}

TEST(Explain, EffectsStandWithTheirStageAndReceipt) {
  Recorded pass;
  pass.push("port", {{"kind", "push.window"}, {"old", sha('1')}, {"new", sha('2')}}, {{"receipt", "landed"}});
  pass.journal.outcome("port", "port", Outcome::go_on("a window"));
  pass.push("open", {{"kind", "open"}, {"head", sha('2')}, {"title", "release"}},
            {{"receipt", "refused"}, {"reason", "one is open"}});
  pass.journal.outcome("open", "open", Outcome::red("refused"));
  const Explanation explanation = pass.explained();
  ASSERT_EQ(explanation.stages.size(), 2U);
  EXPECT_EQ(explanation.stages[0].effects.at(0).subject, "develop 1111111111..2222222222");
  EXPECT_EQ(explanation.stages[0].effects.at(0).receipt, "landed");
  EXPECT_EQ(explanation.stages[1].effects.at(0).subject, "2222222222 release");
  EXPECT_EQ(explanation.stages[1].effects.at(0).reason, "one is open");
}

std::string printed(const std::filesystem::path& file, bool json = false, int expected = 0) {
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(cli::explain({file, json}, out, err), expected);
  return out.str() + err.str();
}

TEST(Explain, PrintsOneLineForEachCommit) {
  Recorded pass;
  pass.owed(Json::array({commit('1', "one\x1b[2J\nx"), commit('2', "two")}), Json::array());
  pass.journal.note("port", "window", Json::array({decided('1', "fits")}));
  pass.push("port", {{"kind", "push.window"}, {"old", sha('1')}, {"new", sha('2')}}, {{"receipt", "landed"}});
  pass.journal.outcome("port", "port", Outcome::end("a window").wake(600));
  pass.journal.end("end", "a window", 600, 0);
  EXPECT_EQ(printed(pass.file),
            "collect over /x/clone at 2023-11-14 22:13:20 UTC\n"
            "the queue:\n"
            "  1111111111  window    one [2J x: fits\n"
            "  2222222222  waiting   two: port ended the pass first: a window\n"
            "the stages:\n"
            "  port           end  a window (wake in 600 s)\n"
            "    push.window develop 1111111111..2222222222: landed\n"
            "pass end: a window (to be run again in 600 s)\n");
}

TEST(Explain, ADocumentHasTheSameInIt) {
  Recorded pass;
  pass.owed(Json::array({commit('1', "one")}), Json::array());
  pass.journal.end("idle", "nothing", {}, 0);
  const Json document = parse_document(printed(pass.file, true));
  EXPECT_EQ(document["commits"][0]["sha"], sha('1'));
  EXPECT_EQ(document["commits"][0]["verdict"], "waiting");
  EXPECT_EQ(document["outcome"], "idle");
  EXPECT_EQ(document["ended"], true);
}

TEST(Explain, AKilledPassIsSaid) {
  Recorded pass;
  pass.journal.effect("port", {{"kind", "push.window"}, {"new", sha('2')}});
  const std::string whole = test::read_file(pass.file);
  EXPECT_THAT(printed(pass.file), HasSubstr("the pass did not end: it was killed, or still runs\n"));
  test::write_file(pass.file, whole.substr(0, whole.size() - 10));
  EXPECT_THAT(printed(pass.file), HasSubstr("the pass did not end: it was killed in the middle of a line\n"));
}

TEST(Explain, TheLastOfSeveralPasses) {
  Recorded pass;
  pass.journal.end("idle", "first", {}, 0);
  pass.journal.pass(header());
  pass.journal.end("idle", "second", {}, 0);
  EXPECT_THAT(printed(pass.file), HasSubstr("the last of 2 passes in this journal\n"));
  EXPECT_THAT(printed(pass.file), HasSubstr("pass idle: second\n"));
}

TEST(Explain, AnUnreadableJournalIsASentenceAndTwo) {
  EXPECT_EQ(
      printed("/nowhere", false, 2),
      "host: cannot read the journal /nowhere: there is no such file; host run prints where it keeps its "
      "journal\n");
}

TEST(Explain, AnyShapeOfLineIsTaken) {
  const test::TempDir home;
  const auto file = home.path() / "j";
  std::string text = R"({"kind":"pass","schema":1,"pipeline":5,"snapshot":[],"at":"x"})"
                     "\n";
  for (const std::string kind :
       {"fact", "call", "queue", "effect", "receipt", "note", "outcome", "end", "new"}) {
    for (const std::string value :
         {"null", "5", "\"x\"", "[]", "[5]", "[[]]", "{}", "[{\"sha\":5}]", "{\"sha\":[]}"}) {
      text += R"({"kind":")" + kind + "\"";
      for (const std::string key : {"id", "stage", "effect", "receipt", "result", "params", "commits",
                                    "verdict", "outcome", "wake"}) {
        text += ",\"" + key + "\":" + value;
      }
      text += ",\"method\":\"git.owed\"}\n";
    }
  }
  test::write_file(file, text);
  EXPECT_THAT(printed(file), HasSubstr("the queue:\n"));
  EXPECT_TRUE(parse_document(printed(file, true)).is_object());
}

}  // namespace
}  // namespace sluice::journal
