#include "recorded_host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "host/pipeline/schema_validator.hpp"

namespace sluice::abi_test {

namespace {

const std::string a(40, 'a'), b(40, 'b');

Json owed() {
  return {{"sha", a},         {"subject", {{"b64", "Y2Fm6Q=="}}}, {"claimed", true}, {"answers", {7}},
          {"drains", {8, 9}}, {"why", "no copy names it"}};
}
Json pick() {
  return {{"commit", a},
          {"verdict", "conflict"},
          {"sha", nullptr},
          {"paths", {"a b", {{"b64", "/w=="}}}},
          {"decided", "merge"}};
}
Json comment() {
  return {{"id", 3}, {"author", "bot"}, {"body", "text\n"}, {"created_at", 1}, {"updated_at", 2}};
}

std::map<std::string, Json, std::less<>> answers() {
  const Json pull{{"number", 7},     {"state", "merged"}, {"head", "develop"}, {"base", "main"},
                  {"head_sha", a},   {"title", "t"},      {"body", "b"},       {"created_at", 1},
                  {"updated_at", 2}, {"merged_at", 3},    {"merge_sha", b},    {"url", "https://forge/7"}};
  const Json commit{{"sha", a},
                    {"tree", b},
                    {"parents", {b}},
                    {"subject", "subject"},
                    {"message", {{"b64", "Y2Fm6Q=="}}},
                    {"author", "A <a@b> 1 +0000"},
                    {"author_time", 1},
                    {"trailers", {{"express", {"yes"}}, {"answers", {1}}, {"drains", {2}}, {"repairs", {a}}}},
                    {"copies", {b}}};
  const Json shed{{"sha", a}, {"subject", "s"}, {"verdict", "copied"}, {"by", b}, {"why", "named"}};
  return {
      {"fact.refs", {{"main", a}, {"develop", nullptr}, {"queue", b}, {"fixes", nullptr}}},
      {"fact.releases", {{"pulls", {pull}}}},
      {"fact.mergeable", {{"mergeable", false}}},
      {"fact.status",
       {{"status", {{"state", "success"}, {"description", "d"}, {"author", "bot[bot]"}, {"updated_at", 2}}},
        {"others", {"mallory"}}}},
      {"fact.comments", {{"comments", {comment()}}}},
      {"fact.commit_comments", {{"comments", Json::array()}}},
      {"fact.reviews",
       {{"reviews",
         {{{"id", 1},
           {"author", "x"},
           {"body", ""},
           {"sha", nullptr},
           {"state", "commented"},
           {"submitted_at", nullptr}}}}}},
      {"fact.threads",
       {{"threads",
         {{{"id", "T"},
           {"resolved", false},
           {"outdated", true},
           {"path", {{"b64", "/w=="}}},
           {"line", nullptr},
           {"comments", {comment()}}}}}}},
      {"fact.runs",
       {{"runs",
         {{{"id", 4},
           {"workflow", "CI"},
           {"status", "completed"},
           {"conclusion", nullptr},
           {"url", "https://forge/4"}}}}}},
      {"fact.run_log", {{"log", {{"b64", "/w=="}}}}},
      {"fact.alerts",
       {{"on", true},
        {"alerts",
         {{{"number", 5},
           {"rule", "cpp/leak"},
           {"severity", "error"},
           {"path", {{"b64", "/w=="}}},
           {"line", nullptr},
           {"message", "Leaks."},
           {"url", "https://forge/5"}}}}}},
      {"clock.now", {{"now", 1700000000}}},
      {"git.log", {{"commits", {commit}}}},
      {"git.owed", {{"owed", {owed()}}, {"shed", {shed}}}},
      {"git.claims", {{"claims", {owed()}}}},
      {"git.ancestor", {{"yes", true}}},
      {"git.merge_base", {{"sha", nullptr}}},
      {"git.pick", pick()},
      {"git.replay", {{"tip", b}, {"picks", {pick()}}, {"conflict", pick()}}},
      {"git.fold", {{"verdict", "merged"}, {"sha", b}, {"paths", Json::array()}}},
      {"git.count", {{"files", 12}, {"renames", false}}},
      {"git.files", {{"files", 3}}},
      {"git.commit", {{"sha", b}}},
      {"git.resolved", {{"sha", nullptr}, {"fault", "it changes a path that git merges by itself"}}},
      {"git.resolved_fold", {{"sha", b}, {"fault", ""}}},
      {"git.stray_part", {{"fault", ""}}},
      {"work.open", {{"work", 4}, {"unmerged", {"a b", {{"b64", "/w=="}}}}}},
      {"work.run", {{"ok", false}, {"reason", "make ended with 2"}, {"tail", {{"b64", "/w=="}}}}},
      {"work.reset", Json::object()},
      {"work.look",
       {{"head", b}, {"fault", ""}, {"operation", "merge"}, {"dirty", {"a b", {{"b64", "/w=="}}}}}},
      {"work.take", Json::object()},
      {"work.snapshot", {{"tree", b}}},
      {"work.file", {{"text", nullptr}}},
      {"work.close", Json::object()},
      {"session.start", {{"started", true}, {"session", 5}}},
      {"session.wait",
       {{"end", "limited"}, {"reason", "r"}, {"missing", false}, {"lifts_at", 1700000000}, {"tail", "t"}}},
      {"session.agent", {{"agent", {{"name", "claude"}, {"seconds", 60}}}, {"not_now", nullptr}}},
      {"session.alive", {{"alive", nullptr}}},
      {"effect.append", {{"receipt", "landed"}, {"reason", ""}, {"new", b}}},
      {"note.commits", Json::object()},
  };
}

}  // namespace

std::string snapshot_text() {
  return to_text(
      {{"schema", 1},
       {"stage", "look"},
       {"dry_run", false},
       {"branches",
        {{"main", "main"}, {"develop", "develop"}, {"queue", json_bytes("ai/qu\xe9ue")}, {"fixes", "fixes"}}},
       {"bot", {{"dialect", "coderabbit"}, {"login", "bot"}, {"context", "c"}, {"ask", "@bot"}}},
       {"viewer", "us"},
       {"cap", 100},
       {"cap_from", "the plan"},
       {"lane", true},
       {"now", 1700000000},
       {"basis", std::string(64, 'b')},
       {"pass", "machine.1.2"}});
}

loader::CallResult canned(std::string_view method) {
  static const auto known = answers();
  const auto found = known.find(method);
  if (found == known.end())
    return {SLUICE_MALFORMED, {}, "there is no method \"" + std::string(method) + "\""};
  return {SLUICE_DONE, to_text(found->second), {}};
}

loader::HostSide RecordedHost::side() {
  return {[this](std::string_view method, std::string_view params) {
            calls.emplace_back(method, params);
            return canned(method);
          },
          [this](int level, std::string_view line) {
            lines.push_back(std::to_string(level) + " " + std::string(line));
          },
          [this](std::string_view what, std::uint64_t done, std::uint64_t total) {
            progress.push_back(std::string(what) + " " + std::to_string(done) + "/" + std::to_string(total));
          },
          [this] { return cancelled; }};
}

TEST(RecordedHost, AnswersWithDocumentsOfTheContract) {
  for (const auto& [method, answer] : answers()) {
    const auto* result = contract_validator(method.substr(0, method.find('.')), method + ".result");
    ASSERT_NE(result, nullptr) << method;
    EXPECT_THAT(result->faults(answer), testing::IsEmpty()) << method;
  }
  EXPECT_THAT(contract_validator("stage", "snapshot")->faults(parse_document(snapshot_text())),
              testing::IsEmpty());
}

}  // namespace sluice::abi_test
