// What an open pull request reads as after pushes, without a repository: graphs as tables.

#include "host/forge/local/follow.hpp"

#include <gtest/gtest.h>

namespace sluice::forge::local {

namespace {

/// Commits by name, each with its parents.
class Table : public Graph {
 public:
  explicit Table(std::map<std::string, std::vector<std::string>> commits) : commits_(std::move(commits)) {}
  std::vector<std::string> parents(const std::string& commit) override {
    const auto found = commits_.find(commit);
    return found == commits_.end() ? std::vector<std::string>{} : found->second;
  }
  bool contains(const std::string& commit, const std::string& ancestor) override {
    if (commit == ancestor) return true;
    const auto above = parents(commit);
    return std::any_of(above.begin(), above.end(), [&](const auto& at) { return contains(at, ancestor); });
  }

 private:
  std::map<std::string, std::vector<std::string>> commits_;
};

using Branch = std::optional<std::string>;

// main A, develop H above it, when last looked at; H' follows H; R is develop written anew; M.. are main's
// later heads.
const std::map<std::string, std::vector<std::string>> commits = {{"A", {}},
                                                                 {"H", {"A"}},
                                                                 {"H2", {"H"}},
                                                                 {"B", {"A"}},
                                                                 {"R", {"A"}},
                                                                 {"merge", {"A", "H"}},
                                                                 {"merge2", {"A", "H2"}},
                                                                 {"after", {"merge"}},
                                                                 {"fold", {"H", "B"}},
                                                                 {"fold2", {"H2", "B"}},
                                                                 {"on_fold", {"fold"}},
                                                                 {"on_head", {"H"}},
                                                                 {"window", {"merge"}},
                                                                 {"topic", {"B", "H"}},
                                                                 {"via", {"B", "topic"}},
                                                                 {"mergeR", {"A", "R"}},
                                                                 {"rewritten", {}},
                                                                 {"rewritten_merge", {"rewritten", "H"}}};

struct Case {
  const char* name;
  Branch head, base;
  State state;
  std::string head_sha;
  Branch merge_sha;
};

class Follow : public testing::TestWithParam<Case> {};

}  // namespace

TEST_P(Follow, ReadsAs) {
  Table graph(commits);
  const auto& given = GetParam();
  const auto now = follow({State::open, "H", "A", std::nullopt}, given.head, given.base, graph);
  EXPECT_EQ(now.state, given.state);
  EXPECT_EQ(now.head_sha, given.head_sha);
  EXPECT_EQ(now.merge_sha, given.merge_sha);
  EXPECT_EQ(follow(now, given.head, given.base, graph), now) << "looked at again, it reads otherwise";
}

INSTANTIATE_TEST_SUITE_P(
    Open, Follow,
    testing::Values(Case{"nothing_moved", "H", "A", State::open, "H", {}},
                    Case{"head_went_on", "H2", "A", State::open, "H2", {}},
                    Case{"head_rewritten", "R", "A", State::open, "R", {}},
                    Case{"base_went_on", "H", "B", State::open, "H", {}},
                    Case{"merged", "H", "merge", State::merged, "H", "merge"},
                    Case{"merged_and_base_went_on", "H", "after", State::merged, "H", "merge"},
                    Case{"merged_and_develop_stroked", "merge", "merge", State::merged, "H", "merge"},
                    Case{"merged_stroked_and_next_window", "window", "merge", State::merged, "H", "merge"},
                    Case{"pushed_and_merged_unseen", "H2", "merge2", State::merged, "H2", "merge2"},
                    Case{"merged_and_branch_deleted", {}, "merge", State::merged, "H", "merge"},
                    Case{"base_fast_forwarded", "H", "H", State::merged, "H", "H"},
                    Case{"base_fast_forwarded_and_went_on", "H", "on_head", State::merged, "H", "H"},
                    Case{"folded_to_base", "H", "fold", State::merged, "H", "fold"},
                    Case{"folded_and_base_went_on", "H", "on_fold", State::merged, "H", "fold"},

                    Case{"came_with_another_merge", "H", "via", State::merged, "topic", "via"},
                    Case{"rewritten_and_merged_unseen", "R", "mergeR", State::merged, "R", "mergeR"},
                    Case{"base_rewritten_and_merged", "H", "rewritten_merge", State::merged, "H",
                         "rewritten_merge"},
                    Case{"rewound_to_base", "A", "A", State::closed, "A", {}},
                    Case{"branch_deleted", {}, "A", State::closed, "H", {}},
                    Case{"base_deleted", "H", {}, State::closed, "H", {}}),
    [](const auto& info) { return info.param.name; });

TEST(FollowSeen, AFoldBesideABaseThatWasSeen) {
  Table graph(commits);
  const auto now = follow({State::open, "H", "B", std::nullopt}, "H2", "fold2", graph);
  EXPECT_EQ(now, (Standing{State::merged, "H2", "fold2", "fold2"}));
}

TEST(FollowClosed, NothingMovesIt) {
  Table graph(commits);
  for (const auto state : {State::closed, State::merged}) {
    const Standing before{state, "H", "A", std::nullopt};
    EXPECT_EQ(follow(before, "H2", "merge", graph), before);
    EXPECT_EQ(follow(before, std::nullopt, std::nullopt, graph), before);
  }
}

}  // namespace sluice::forge::local
