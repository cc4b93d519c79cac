// A stage's instance, in this process and in one of its own: the same calls, the same answers.

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "host/loader/host_table.hpp"
#include "host/loader/plugin.hpp"
#include "host/pipeline/schema_validator.hpp"
#include "recorded_host.hpp"

namespace sluice::loader {
namespace {

using abi_test::RecordedHost;
using abi_test::snapshot_text;
using testing::ElementsAre;
using testing::HasSubstr;

std::filesystem::path library(const std::string& name) {
  return std::filesystem::path(SLUICE_TEST_PLUGINS) / "abi" / (name + ".so");
}

enum class Way { in_process, isolated };

std::unique_ptr<StageInstance> make(Way way, const std::string& plugin, const std::string& stage,
                                    HostSide host,
                                    const std::string& config = "{\"branch\":\"queue\",\"depth\":1}") {
  if (way == Way::in_process)
    return create_in_process(open_plugin(library(plugin)), stage, config, std::move(host));
  Limits limits;
  limits.time = std::chrono::seconds(20);
  return create_isolated(library(plugin), stage, config, std::move(host), limits);
}

class Instance : public testing::TestWithParam<Way> {
 protected:
  std::unique_ptr<StageInstance> make(const std::string& plugin, const std::string& stage) {
    return loader::make(GetParam(), plugin, stage, host.side());
  }
  RecordedHost host;
};

TEST_P(Instance, AStageInPlainCReadsAndWritesDocumentsThroughTheHost) {
  const auto instance = make("plain_c", "look");
  const Json outcome = parse_document(instance->run(snapshot_text()));
  EXPECT_EQ(outcome["outcome"], "end");
  EXPECT_EQ(outcome["reason"], "queue stands at " + std::string(40, 'b'));
  // The branch's bytes, which are no UTF-8, went in as base64, through C as they are, and came back the same.
  EXPECT_EQ(bytes_of(outcome["queue"]), "ai/qu\xe9ue");
  EXPECT_THAT(host.calls, ElementsAre(std::pair<std::string, std::string>("fact.refs", "{}")));
  EXPECT_THAT(host.progress, ElementsAre("/queue 1/1"));
}

TEST_P(Instance, RunsAgainAndSeesTheCancelling) {
  const auto instance = make("plain_c", "look");
  EXPECT_EQ(parse_document(instance->run(snapshot_text()))["outcome"], "end");
  host.cancelled = true;
  EXPECT_EQ(parse_document(instance->run(snapshot_text()))["outcome"], "idle");
}

TEST_P(Instance, ServesTheRolesThatItsPluginOffers) {
  const auto instance = make("plain_c", "look");
  EXPECT_EQ(instance->serve("echo", "{\"a\":1}"), "{\"a\":1}");
  EXPECT_EQ(instance->serve("resolver", "{}"), std::nullopt);
}

TEST_P(Instance, AFaultOfACallReachesTheStageWithItsSentence) {
  HostSide side = host.side();
  side.call = [](std::string_view, std::string_view) {
    return CallResult{SLUICE_DENIED, {}, "not granted here"};
  };
  const auto in_c = loader::make(GetParam(), "plain_c", "look", side);
  try {
    in_c->run(snapshot_text());
    FAIL() << "ran";
  } catch (const StageFault& fault) {
    EXPECT_THAT(fault.what(), HasSubstr("answered -1 to run: not granted here"));
  }
  const auto in_cpp = loader::make(GetParam(), "typed_calls", "everything", side);
  const Json outcome = parse_document(in_cpp->run(snapshot_text()));
  EXPECT_EQ(outcome["outcome"], "red");
  EXPECT_EQ(outcome["reason"], "fact.refs: not granted here");
}

TEST_P(Instance, WhatTheHostThrowsIsAFaultOfThatCall) {
  HostSide side = host.side();
  side.call = [](std::string_view, std::string_view) -> CallResult {
    throw std::runtime_error("the disk is full");
  };
  const auto instance = loader::make(GetParam(), "typed_calls", "everything", side);
  EXPECT_EQ(parse_document(instance->run(snapshot_text()))["reason"], "fact.refs: the disk is full");
}

TEST_P(Instance, AnAnswerOfAnotherShapeIsRedAndNamesTheMethod) {
  for (const char* answer : {"{}", "[]", "{\"main\":7}", "{", "", "{\"main\":\"a\",\"main\":\"b\"}"}) {
    HostSide side = host.side();
    side.call = [answer](std::string_view method, std::string_view) -> CallResult {
      if (method == "fact.releases") return {SLUICE_DONE, answer, {}};
      return abi_test::canned(method);
    };
    const auto instance = loader::make(GetParam(), "typed_calls", "everything", side);
    const Json outcome = parse_document(instance->run(snapshot_text()));
    EXPECT_EQ(outcome["outcome"], "red") << answer;
    EXPECT_THAT(outcome["reason"].get<std::string>(),
                testing::StartsWith("fact.releases: the host's answer "))
        << answer;
  }
}

TEST_P(Instance, EveryTypedCallSendsADocumentOfTheContract) {
  const auto instance = make("typed_calls", "everything");
  const std::string text = instance->run(snapshot_text());
  const Json outcome = parse_document(text);
  EXPECT_EQ(outcome["reason"], "every function was called");
  EXPECT_EQ(outcome["wake_after"], 60);
  EXPECT_THAT(contract_validator("stage", "outcome")->faults(outcome), testing::IsEmpty());

  std::set<std::string> methods;
  std::set<std::string> kinds;
  for (const auto& [method, params] : host.calls) {
    const auto* schema = contract_validator(method.substr(0, method.find('.')), method + ".params");
    ASSERT_NE(schema, nullptr) << method;
    EXPECT_THAT(schema->faults(parse_document(params)), testing::IsEmpty()) << method << " " << params;
    methods.insert(method);
    if (method == "effect.append") kinds.insert(parse_document(params)["kind"]);
  }
  EXPECT_EQ(methods.size(), 38U);
  EXPECT_THAT(kinds,
              testing::IsSupersetOf({"push.window", "push.stroke", "push.rewrite", "push.fold", "merge",
                                     "open", "comment.pull", "comment.commit", "issue", "ask", "reply"}));
  EXPECT_THAT(host.lines, ElementsAre("1 every function was called"));
  EXPECT_THAT(host.progress, ElementsAre("calls 1/2"));
}

TEST_P(Instance, ARoleOfTheCppLayerSeesTheSnapshotOfItsCaller) {
  const auto instance = make("typed_calls", "everything");
  const Json request{
      {"schema", 1}, {"snapshot", parse_document(snapshot_text())}, {"request", {{"question", 6}}}};
  EXPECT_THAT(contract_validator("stage", "request")->faults(request), testing::IsEmpty());
  const auto reply = instance->serve("mirror", to_text(request));
  ASSERT_TRUE(reply);
  EXPECT_EQ(parse_document(*reply), Json({{"schema", 1}, {"viewer", "us"}, {"asked", {{"question", 6}}}}));
  EXPECT_EQ(instance->serve("resolver", to_text(request)), std::nullopt);
}

TEST_P(Instance, AStageThatThePluginHasNotIsRefusedByName) {
  try {
    make("typed_calls", "nothing");
    FAIL() << "made";
  } catch (const StageFault& fault) {
    EXPECT_THAT(fault.what(),
                HasSubstr("answered -1 to create: create: this plugin has no stage \"nothing\""));
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, Instance, testing::Values(Way::in_process, Way::isolated),
                         [](const auto& way) {
                           return way.param == Way::in_process ? "InProcess" : "Isolated";
                         });

TEST(Isolated, ItsClockStopsWhileTheHostWorks) {
  RecordedHost host;
  HostSide side = host.side();
  side.call = [](std::string_view method, std::string_view) {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    return abi_test::canned(method);
  };
  Limits limits;
  limits.time = std::chrono::milliseconds(400);
  const auto instance = create_isolated(library("plain_c"), "look", "{\"branch\":\"queue\"}", side, limits);
  EXPECT_EQ(parse_document(instance->run(snapshot_text()))["outcome"], "end");
}

TEST(Isolated, CarriesMegabytesEachWay) {
  RecordedHost host;
  const auto instance = make(Way::isolated, "plain_c", "look", host.side());
  const std::string large = "\"" + std::string(20'000'000, 'x') + "\"";
  EXPECT_EQ(instance->serve("echo", large), large);
}

/// The table of the C++ layer's plugin, entered by hand with a host table of another size.
const sluice_plugin& typed_calls() {
  static const Plugin plugin = open_plugin(library("typed_calls"));
  return *plugin.table;
}

std::string run_by_hand(const sluice_host* table) {
  const auto lend = [](std::string_view text) { return sluice_text{text.data(), text.size()}; };
  void* self = nullptr;
  EXPECT_EQ(typed_calls().create(table, lend("everything"), lend("{}"), &self), SLUICE_DONE);
  const std::string snapshot = snapshot_text();
  sluice_text outcome{nullptr, 0};
  EXPECT_EQ(typed_calls().run(self, lend(snapshot), &outcome), SLUICE_DONE);
  std::string text(outcome.data, outcome.size);
  typed_calls().destroy(self);
  return text;
}

TEST(HostTables, ALongerOneIsReadNoFurtherThanItIsKnown) {
  struct Longer {
    sluice_host known;
    std::array<std::uintptr_t, 8> poison;
  };
  RecordedHost host;
  HostTable table(host.side());
  const HostTable::Entry entry(table);
  Longer longer{*table.table(), {}};
  longer.known.size = sizeof(Longer);
  longer.known.minor = 9;
  longer.poison.fill(0xDEAD);
  EXPECT_THAT(run_by_hand(&longer.known), HasSubstr("every function was called"));
}

/// The first bytes of a table in a block of exactly that size: reading on is an overflow that a sanitizer
/// sees.
std::unique_ptr<sluice_host, decltype(&std::free)> shorter(const sluice_host& whole, std::size_t size) {
  auto* block = static_cast<sluice_host*>(std::malloc(size));
  std::memcpy(static_cast<void*>(block), &whole, size);
  std::memcpy(static_cast<void*>(block), &size, sizeof size);
  return {block, &std::free};
}

TEST(HostTables, AShorterOneIsReadNoFurtherThanItsSize) {
  RecordedHost host;
  HostTable table(host.side());
  const HostTable::Entry entry(table);
  const auto no_log = shorter(*table.table(), offsetof(sluice_host, log));
  EXPECT_THAT(run_by_hand(no_log.get()), HasSubstr("every function was called"));
  EXPECT_THAT(host.lines, testing::IsEmpty());
  const auto no_call = shorter(*table.table(), offsetof(sluice_host, call));
  EXPECT_THAT(
      run_by_hand(no_call.get()),
      HasSubstr("fact.refs: the host's table of 24 bytes has no call; this plugin needs a newer host"));
}

class Table : public testing::Test {
 protected:
  using Function = std::int32_t (*)(void*, sluice_text, sluice_text, sluice_text*);
  static sluice_text lend(std::string_view text) { return {text.data(), text.size()}; }
  static std::string_view view(sluice_text text) { return {text.data, static_cast<std::size_t>(text.size)}; }

  std::pair<int, std::string> value(std::string_view document, std::string_view pointer) {
    sluice_text found{nullptr, 0};
    const int code = at.value(at.ctx, lend(document), lend(pointer), &found);
    return {code, std::string(view(found))};
  }

  RecordedHost host;
  HostTable table{host.side()};
  const sluice_host& at = *table.table();
};

TEST_F(Table, ValueReadsAnyPlaceOfADocument) {
  const HostTable::Entry entry(table);
  const char* document = R"({"a":{"b":[1,"t\n\u00e9",null,{"b64":"Y2Fm6Q=="}]},"x/y":true,"":{"~":0.5}})";
  using Found = std::pair<int, std::string>;
  EXPECT_EQ(value(document, "/a/b/0"), Found(0, "1"));
  EXPECT_EQ(value(document, "/a/b/1"), Found(0, "t\n\xC3\xA9"));
  EXPECT_EQ(value(document, "/a/b/2"), Found(0, "null"));
  EXPECT_EQ(value(document, "/a/b/3"), Found(0, "caf\xe9"));
  EXPECT_EQ(value(document, "/a/b/4"), Found(SLUICE_ABSENT, ""));
  EXPECT_EQ(value(document, "/x~1y"), Found(0, "true"));
  EXPECT_EQ(value(document, "//~0"), Found(0, "0.5"));
  EXPECT_EQ(value(document, "/a/c"), Found(SLUICE_ABSENT, ""));
  EXPECT_EQ(value("[7]", ""), Found(0, "[7]"));
  EXPECT_EQ(value(document, "a"), Found(SLUICE_MALFORMED, ""));
  EXPECT_EQ(view(at.error(at.ctx)), "\"a\" is no JSON pointer");
  EXPECT_EQ(value("{\"a\":1,\"a\":2}", "/a"), Found(SLUICE_MALFORMED, ""));
  EXPECT_EQ(view(at.error(at.ctx)), "the document has the key \"a\" twice in one object");
}

TEST_F(Table, QuoteWritesAnyBytes) {
  const HostTable::Entry entry(table);
  for (const std::string& bytes :
       {std::string("plain"), std::string("\"\\\n\0", 4), std::string("caf\xe9"), std::string()}) {
    sluice_text quoted{nullptr, 0};
    ASSERT_EQ(at.quote(at.ctx, lend(bytes), &quoted), SLUICE_DONE);
    EXPECT_EQ(bytes_of(parse_document(view(quoted))), bytes);
  }
}

TEST_F(Table, WhatItRepliedLivesUntilTheEntryReturns) {
  const HostTable::Entry entry(table);
  std::vector<sluice_text> replies(500);
  for (std::size_t i = 0; i < replies.size(); ++i) {
    ASSERT_EQ(at.quote(at.ctx, lend("reply " + std::to_string(i)), &replies[i]), SLUICE_DONE);
  }
  for (std::size_t i = 0; i < replies.size(); ++i)
    EXPECT_EQ(view(replies[i]), "\"reply " + std::to_string(i) + "\"");
}

TEST_F(Table, AnswersAFaultOutsideOfAnEntryAndOnAnotherThread) {
  sluice_text result{nullptr, 0};
  EXPECT_EQ(at.call(at.ctx, lend("fact.refs"), lend("{}"), &result), SLUICE_FAULT);
  const HostTable::Entry entry(table);
  EXPECT_EQ(at.call(at.ctx, lend("fact.refs"), lend("{}"), &result), SLUICE_DONE);
  std::thread([&] {
    sluice_text elsewhere{nullptr, 0};
    EXPECT_EQ(at.call(at.ctx, lend("fact.refs"), lend("{}"), &elsewhere), SLUICE_FAULT);
    EXPECT_EQ(at.error(at.ctx).size, 0U);
    at.log(at.ctx, SLUICE_LOG_INFO, lend("not said"));
  }).join();
  EXPECT_EQ(host.calls.size(), 1U);
  EXPECT_THAT(host.lines, testing::IsEmpty());
}

TEST_F(Table, IsNotEnteredTwice) {
  const HostTable::Entry entry(table);
  EXPECT_THROW(HostTable::Entry again(table), StageFault);
}

TEST_F(Table, LogsBytesAsTextThatNobodyCanAbuse) {
  const HostTable::Entry entry(table);
  at.log(at.ctx, 99, lend("caf\xe9 \x1b[2J\x07 tab\tline\nnext \xC2\x9B ok é"));
  at.log(at.ctx, -5, {nullptr, 0});
  EXPECT_THAT(host.lines, ElementsAre("3 caf\\xe9 \\x1b[2J\\x07 tab\tline next \\xc2\\x9b ok é", "0 "));
}

TEST(OpenPlugin, NeverUnloads) {
  open_plugin(library("plain_c"));
  void* still = ::dlopen(library("plain_c").c_str(), RTLD_NOW | RTLD_NOLOAD);
  EXPECT_NE(still, nullptr);
  if (still != nullptr) ::dlclose(still);
}

}  // namespace
}  // namespace sluice::loader
