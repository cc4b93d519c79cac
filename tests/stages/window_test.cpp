// What a window takes, over commits written down as tables. A name that begins with C claims the lane.

#include "plugins/port/window.hpp"

#include <gtest/gtest.h>

#include "plugins/port/notes.hpp"
#include "stages/world.hpp"

namespace sluice::port {
namespace {

using test::Made;
using test::World;

struct Case {
  std::string name;
  std::vector<std::pair<std::string, Made>> commits;
  std::vector<std::string> queue;
  std::int64_t cap = 3;
  bool lane = true;
  std::string head;  ///< Every pick in order, "base+a+b".
  std::vector<std::string> claimed = {}, empty = {}, waiting = {};
  std::string held = {};  ///< The commit, a colon and the fact.
};

std::vector<std::string> names(const std::vector<Owed>& owed) {
  std::vector<std::string> list;
  for (const auto& one : owed) list.push_back(one.sha);
  return list;
}

Ports ports_of(const World& world) {
  Ports ports;
  ports.pick = [&world](const Sha& commit, const Sha& onto) { return world.pick(commit, onto); };
  ports.record = [](const Sha& commit, const Sha& onto) { return onto + "+empty copy of " + commit; };
  ports.tree = [&world](const Sha& head) { return world.tree(head); };
  ports.count = [&world](const Sha& head) { return world.count(head); };
  return ports;
}

const Made kOne{{}, {"1"}}, kTwo{{}, {"2"}}, kThree{{}, {"3"}}, kFour{{}, {"4"}};

const std::vector<Case> kCases = {
    {.name = "the whole queue when it fits",
     .commits = {{"a", kOne}, {"b", kTwo}},
     .queue = {"a", "b"},
     .head = "base+a+b"},
    {.name = "equal to the cap is within it",
     .commits = {{"a", {{}, {"1", "2"}}}, {"b", kThree}},
     .queue = {"a", "b"},
     .head = "base+a+b"},
    {.name = "overflow is undone, and what is behind it waits",
     .commits = {{"a", {{}, {"1", "2"}}}, {"b", {{}, {"3", "4"}}}, {"c", kOne}},
     .queue = {"a", "b", "c"},
     .head = "base+a",
     .waiting = {"c"},
     .held = "b: window has 2 files of 3; this one makes 4"},
    {.name = "a file that the window has already costs nothing",
     .commits = {{"a", {{}, {"1", "2", "3"}}}, {"b", {{}, {"1", "3"}}}},
     .queue = {"a", "b"},
     .head = "base+a+b"},
    {.name = "a conflict ends the window",
     .commits = {{"a", kOne}, {"b", {{"z"}, {"2"}}}, {"c", kThree}},
     .queue = {"a", "b", "c"},
     .head = "base+a",
     .waiting = {"c"},
     .held = "b: does not apply on the window: conflict in z.txt"},
    {.name = "the first commit in conflict leaves the candidate where it was",
     .commits = {{"a", {{"z"}, {"1"}}}},
     .queue = {"a"},
     .head = "base",
     .held = "a: does not apply on the window: conflict in z.txt"},
    {.name = "an empty pick is dropped",
     .commits = {{"a", {}}, {"b", kTwo}},
     .queue = {"a", "b"},
     .head = "base+b",
     .empty = {"a"}},
    {.name = "a claim is skipped at any size, what follows it ports",
     .commits = {{"C1", {{}, {"1", "2", "3", "4", "5"}}}, {"b", kTwo}},
     .queue = {"C1", "b"},
     .head = "base+b",
     .claimed = {"C1"}},
    {.name = "a claim that a later commit needs is carried ahead of it",
     .commits = {{"C1", kOne}, {"C2", kTwo}, {"c", {{"C2"}, {"3"}}}},
     .queue = {"C1", "C2", "c"},
     .head = "base+C2+c",
     .claimed = {"C1"}},
    {.name = "claims that need each other are carried together, in queue order",
     .commits = {{"C1", kOne}, {"C2", {{"C1"}, {"2"}}}, {"C3", kFour}, {"d", {{"C2"}, {"3"}}}},
     .queue = {"C1", "C2", "C3", "d"},
     .head = "base+C1+C2+d",
     .claimed = {"C3"}},
    {.name = "carried claims count against the cap, and stay claimed when it is passed",
     .commits = {{"C1", {{}, {"1", "2", "3"}}}, {"b", {{"C1"}, {"4"}}}},
     .queue = {"C1", "b"},
     .head = "base",
     .claimed = {"C1"},
     .held = "b: window has 0 files of 3; this one makes 4"},
    {.name = "claims do not help a commit that conflicts with something else",
     .commits = {{"C1", kOne}, {"b", {{"z"}, {"4"}}}},
     .queue = {"C1", "b"},
     .head = "base",
     .claimed = {"C1"},
     .held = "b: does not apply on the window: conflict in z.txt"},
    {.name = "a commit that takes a claim back waits with it",
     .commits = {{"a", kOne}, {"C1", kTwo}, {"undo", {{}, {"2"}, "C1"}}, {"b", kThree}},
     .queue = {"a", "C1", "undo", "b"},
     .head = "base+a+b",
     .claimed = {"C1"},
     .empty = {"undo"}},
    {.name = "a claim that was taken back is carried with that where it would not apply behind the window",
     .commits = {{"a", kOne}, {"C1", {{}, {"2"}, "", {"b"}}}, {"undo", {{}, {"2"}, "C1"}}, {"b", kThree}},
     .queue = {"a", "C1", "undo", "b"},
     .head = "base+a+C1+undo+b"},
    {.name = "no other claim is carried with it",
     .commits = {{"C1", kOne}, {"C2", {{}, {"2"}, "", {"b"}}}, {"undo", {{}, {"2"}, "C2"}}, {"b", kThree}},
     .queue = {"C1", "C2", "undo", "b"},
     .head = "base+C2+undo+b",
     .claimed = {"C1"}},
    {.name = "what would leave a claim nothing to apply on ends the window where the cap is in the way",
     .commits = {{"a", kOne},
                 {"C1", {{}, {"2"}, "", {"b"}}},
                 {"undo", {{}, {"2"}, "C1"}},
                 {"b", {{}, {"1", "3", "4", "5"}}}},
     .queue = {"a", "C1", "undo", "b"},
     .head = "base+a",
     .claimed = {"C1"},
     .empty = {"undo"},
     .held = "b: window has 1 file of 3; this one makes 4"},
    {.name = "a claim that a commit would leave in conflict is carried ahead of it",
     .commits = {{"C1", {{}, {"1"}, "", {"b"}}}, {"b", kTwo}},
     .queue = {"C1", "b"},
     .head = "base+C1+b"},
    {.name = "a claim behind the end of the window is still the lane's",
     .commits = {{"a", {{"z"}, {"1"}}}, {"C1", kTwo}, {"c", kThree}},
     .queue = {"a", "C1", "c"},
     .head = "base",
     .claimed = {"C1"},
     .waiting = {"c"},
     .held = "a: does not apply on the window: conflict in z.txt"},
    {.name = "without a lane, claims go in queue order",
     .commits = {{"C1", kOne}, {"b", kTwo}},
     .queue = {"C1", "b"},
     .lane = false,
     .head = "base+C1+b"},
    {.name = "without a lane, a claim over the cap ends the window as any other",
     .commits = {{"C1", {{}, {"1", "2", "3", "4"}}}, {"b", kTwo}},
     .queue = {"C1", "b"},
     .lane = false,
     .head = "base",
     .waiting = {"b"},
     .held = "C1: window has 0 files of 3; this one makes 4"},
    {.name = "an empty queue makes an empty window", .commits = {}, .queue = {}, .head = "base"},
};

class WindowTable : public testing::TestWithParam<Case> {};

TEST_P(WindowTable, TakesWhatTheTableSays) {
  const Case& expected = GetParam();
  World world;
  for (const auto& [name, made] : expected.commits) world.commit(name, made);
  const Window window =
      fill(ports_of(world), "base", World::all_owed(expected.queue), expected.cap, expected.lane);
  EXPECT_EQ(window.head(), expected.head);
  EXPECT_EQ(window.files(), world.count(expected.head));
  EXPECT_EQ(names(window.claimed), expected.claimed);
  EXPECT_EQ(names(window.empty), expected.empty);
  EXPECT_EQ(names(window.waiting), expected.waiting);
  std::string held;
  if (window.held) held = window.held->commit.sha + ": " + held_because(*window.held, expected.cap);
  EXPECT_EQ(held, expected.held);
}

std::string test_name(const testing::TestParamInfo<Case>& info) {
  std::string name;
  for (const char c : info.param.name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Port, WindowTable, testing::ValuesIn(kCases), test_name);

TEST(Window, CountsWhatDevelopCarriesUnopened) {
  World world;
  world.commit("w", {{}, {"1", "2"}});
  world.commit("a", {{}, {"3", "4"}});
  const Window window = fill(ports_of(world), "base+w", World::all_owed({"a"}), 3, true);
  ASSERT_TRUE(window.held);
  EXPECT_EQ(held_because(*window.held, 3), "window has 2 files of 3; this one makes 4");
}

TEST(Window, StopsWhereItIsAskedTo) {
  World world;
  world.commit("a", kOne);
  world.commit("b", kTwo);
  Ports ports = ports_of(world);
  int asked = 0;
  ports.stopped = [&asked] { return ++asked > 1; };
  const Window window = fill(ports, "base", World::all_owed({"a", "b"}), 3, true);
  EXPECT_TRUE(window.stopped);
  EXPECT_EQ(window.head(), "base+a");
}

TEST(Window, TakesTheLastGroupOutAgain) {
  World world;
  world.commit("a", kOne);
  world.commit("C1", kTwo);
  world.commit("b", {{"C1"}, {"3"}});
  world.commit("d", {{"z"}, {"4"}});
  world.commit("e", kFour);
  Window window = fill(ports_of(world), "base", World::all_owed({"a", "C1", "b", "d", "e"}), 3, true);
  ASSERT_EQ(window.head(), "base+a+C1+b");
  drop_last(window, 5);
  EXPECT_EQ(window.head(), "base+a");
  EXPECT_EQ(names(window.claimed), std::vector<std::string>{"C1"});
  EXPECT_EQ(names(window.waiting), (std::vector<std::string>{"d", "e"}));
  ASSERT_TRUE(window.held);
  EXPECT_EQ(window.held->commit.sha, "b");
  EXPECT_EQ(held_because(*window.held, 3), "window has 1 file of 3; this one makes 5");
}

TEST(Window, TakesWhatTakesAClaimBackOutAgainWithIt) {
  World world;
  world.commit("C1", {{}, {"1"}, "", {"b"}});
  world.commit("undo", {{}, {"1"}, "C1"});
  world.commit("b", kTwo);
  Window window = fill(ports_of(world), "base", World::all_owed({"C1", "undo", "b"}), 3, true);
  ASSERT_EQ(window.head(), "base+C1+undo+b");
  drop_last(window, 4);
  EXPECT_EQ(names(window.claimed), std::vector<std::string>{"C1"});
  EXPECT_EQ(names(window.empty), std::vector<std::string>{"undo"});
}

TEST(Window, SaysThatACommitWithACopyIsStillOwed) {
  World world;
  world.commit("a", kOne);
  Owed grown = World::owed("a");
  grown.why = "copied as 0123456789, which lacks part of it";
  const Window window = fill(ports_of(world), "base", {grown}, 3, true);
  const Verdicts said = verdicts({}, window, {}, 3, {});
  ASSERT_EQ(said.window.size(), 1U);
  EXPECT_EQ(said.window.front().second,
            "window has 1 file of 3 with it; still owed: copied as 0123456789, which lacks part of it");
}

TEST(Lead, TakesFixesInOrderAndDropsWhatIsThere) {
  World world;
  world.commit("f1", kOne);
  world.commit("f2", {});
  world.commit("f3", {{"f1"}, {"2"}});
  const Lead lead = lead_with(ports_of(world), "base", World::all_owed({"f1", "f2", "f3"}));
  EXPECT_EQ(lead.head, "base+f1+empty copy of f2+f3");
  EXPECT_EQ(names(lead.taken), (std::vector<std::string>{"f1", "f3"}));
  EXPECT_EQ(names(lead.empty), std::vector<std::string>{"f2"});
  EXPECT_FALSE(lead.conflict);
}

TEST(Lead, NamesTheFixThatDoesNotApply) {
  World world;
  world.commit("f1", {{"z"}, {"1"}});
  const Lead lead = lead_with(ports_of(world), "base", World::all_owed({"f1"}));
  ASSERT_TRUE(lead.conflict);
  EXPECT_EQ(lead.conflict->first.sha, "f1");
  EXPECT_EQ(lead.conflict->second.paths, std::vector<std::string>{"z.txt"});
}

}  // namespace
}  // namespace sluice::port
