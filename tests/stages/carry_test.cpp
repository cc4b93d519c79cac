// The rewrite's push against a working side that pushes meanwhile. A sha is spelt by what it holds: "q", then
// "q+a".

#include "plugins/sync/carry.hpp"

#include <gtest/gtest.h>

namespace sluice::sync {
namespace {

/// A branch at the remote that others push to each time before we do.
struct Branch {
  Sha at = "q";
  /// Before each of our pushes, what is put on top ("!x": the history is rewritten to x).
  std::vector<std::string> pushed_meanwhile = {};
  std::size_t pushes = 0;
  std::optional<std::string> refusal = {};

  Receipt push(const Sha& lease, const Sha& tip) {
    if (pushes < pushed_meanwhile.size() && !pushed_meanwhile[pushes].empty()) {
      const std::string& more = pushed_meanwhile[pushes];
      at = more.front() == '!' ? more.substr(1) : at + "+" + more;
    }
    ++pushes;
    if (refusal) return {Receipt::Kind::refused, *refusal, {}, {}};
    if (at != lease) return {Receipt::Kind::stale, "it holds " + at, {}, at};
    at = tip;
    return {Receipt::Kind::landed, "", {}, {}};
  }
};

Rewritten rewrite(Branch& branch, const std::string& conflicting = "-") {
  const Carrying by{[&](const Sha& lease, const Sha& tip) { return branch.push(lease, tip); },
                    [](const Sha& ancestor, const Sha& of) { return of.starts_with(ancestor); },
                    [&](const Sha& lease, const Sha& moved, const Sha& tip) -> std::optional<Sha> {
                      const std::string more = moved.substr(lease.size());
                      if (more == "+" + conflicting) return std::nullopt;
                      return tip + more;
                    }};
  return push_and_carry(by, "q", "new");
}

TEST(PushAndCarry, GoesAtOnceWhenNobodyPushed) {
  Branch branch;
  EXPECT_EQ(rewrite(branch).kind, Rewritten::Kind::done);
  EXPECT_EQ(branch.at, "new");
  EXPECT_EQ(branch.pushes, 1U);
}

TEST(PushAndCarry, CarriesWhatWasPushedMeanwhile) {
  Branch branch{.pushed_meanwhile = {"a", "b"}};
  const Rewritten rewritten = rewrite(branch);
  EXPECT_EQ(rewritten.kind, Rewritten::Kind::done);
  EXPECT_EQ(rewritten.tip, "new+a+b");
  EXPECT_EQ(branch.at, "new+a+b");
  EXPECT_EQ(branch.pushes, 3U);
}

TEST(PushAndCarry, GivesUpAfterThreePushes) {
  Branch branch{.pushed_meanwhile = {"a", "b", "c", "d"}};
  EXPECT_EQ(rewrite(branch).kind, Rewritten::Kind::moved);
  EXPECT_EQ(branch.at, "q+a+b+c");
  EXPECT_EQ(branch.pushes, 3U);
}

TEST(PushAndCarry, LeavesARewrittenHistoryAlone) {
  Branch branch{.pushed_meanwhile = {"!other"}};
  EXPECT_EQ(rewrite(branch).kind, Rewritten::Kind::moved);
  EXPECT_EQ(branch.at, "other");
  EXPECT_EQ(branch.pushes, 1U);
}

TEST(PushAndCarry, LeavesACarriedConflictAlone) {
  Branch branch{.pushed_meanwhile = {"x"}};
  EXPECT_EQ(rewrite(branch, "x").kind, Rewritten::Kind::moved);
  EXPECT_EQ(branch.at, "q+x");
  EXPECT_EQ(branch.pushes, 1U);
}

TEST(PushAndCarry, SaysWhyItWasRefused) {
  Branch branch{.refusal = "one commit is unaccounted for"};
  const Rewritten rewritten = rewrite(branch);
  EXPECT_EQ(rewritten.kind, Rewritten::Kind::refused);
  EXPECT_EQ(rewritten.reason, "one commit is unaccounted for");
  EXPECT_EQ(branch.pushes, 1U);
}

}  // namespace
}  // namespace sluice::sync
