// Which merged releases may still have findings to drain.

#include "sluice/settled.hpp"

#include <gtest/gtest.h>

#include <map>

namespace sluice {
namespace {

const std::string us = "collector", now = std::string(64, 'b'), then = std::string(64, 'a');

Pull pull(std::int64_t number, Pull::State state = Pull::State::merged) {
  Pull made;
  made.number = number;
  made.state = state;
  return made;
}

struct Row {
  std::string what;
  std::vector<Pull> releases;                             ///< Newest first.
  std::map<std::int64_t, std::vector<std::string>> ours;  ///< Markers that we left.
  std::optional<std::string> basis;
  std::vector<std::int64_t> found;  ///< Oldest first.
  std::vector<std::int64_t> read;   ///< Whose conversation was asked for, in order.
  bool deferred_below = false;
};

TEST(Unsettled, DownToTheNewestMarkThatHolds) {
  const auto mark = [](std::int64_t number, const std::string& basis = "") {
    return settled_marker(number, basis).line();
  };
  const auto open = Pull::State::open, closed = Pull::State::closed;
  const std::vector<Row> table = {
      {"none merged", {pull(2, open), pull(1, closed)}, {}, now, {}, {}},
      {"the newest is read always", {pull(1)}, {{1, {mark(1)}}}, now, {1}, {}},
      {"all of them, oldest first", {pull(4, open), pull(3), pull(2, closed), pull(1)}, {}, now, {1, 3}, {1}},
      {"down to a mark", {pull(4), pull(3), pull(2), pull(1)}, {{2, {mark(2)}}}, now, {3, 4}, {3, 2}},
      {"of another pull", {pull(3), pull(2), pull(1)}, {{2, {mark(1)}}}, now, {1, 2, 3}, {2, 1}},
      {"deferred under this basis", {pull(3), pull(2), pull(1)}, {{2, {mark(2, now)}}}, now, {3}, {2}, true},
      {"deferred under another", {pull(3), pull(2), pull(1)}, {{2, {mark(2, then)}}}, now, {1, 2, 3}, {2, 1}},
      {"the newest mark of one counts",
       {pull(3), pull(2), pull(1)},
       {{2, {mark(2, then), mark(2, now)}}},
       now,
       {3},
       {2},
       true},
      {"a plain mark below a deferred one",
       {pull(4), pull(3), pull(2), pull(1)},
       {{3, {mark(3, then)}}, {2, {mark(2)}}},
       now,
       {3, 4},
       {3, 2}},
      {"whoever asks without a basis", {pull(3), pull(2)}, {{2, {mark(2, then)}}}, std::nullopt, {2, 3}, {2}},
  };
  for (const auto& row : table) {
    std::vector<std::int64_t> read;
    const auto found = unsettled(row.releases, row.basis, us, [&](std::int64_t number) {
      read.push_back(number);
      std::vector<Comment> comments = {{1, "mallory", settled_marker(number, "").line(), 0, 0}};
      if (const auto ours = row.ours.find(number); ours != row.ours.end()) {
        for (const auto& marker : ours->second) comments.push_back({2, us, marker + "\nwords", 0, 0});
      }
      return comments;
    });
    std::vector<std::int64_t> numbers;
    for (const auto& each : found.releases) numbers.push_back(each.number);
    EXPECT_EQ(numbers, row.found) << row.what;
    EXPECT_EQ(read, row.read) << row.what;
    EXPECT_EQ(found.deferred_below, row.deferred_below) << row.what;
  }
}

}  // namespace
}  // namespace sluice
