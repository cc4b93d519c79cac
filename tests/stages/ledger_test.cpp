// Attempts as comments remember them.

#include "sluice/ledger.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice {
namespace {

const AttemptKey ours{"resolve", std::string(40, 'a'), std::string(64, 'b')};
constexpr Time now = 1'700'000'000;

AttemptMark mark(std::int64_t n, AttemptState state, const std::string& pass = "here.1.1",
                 Time until = now + 60) {
  return {ours, n, state, pass, until};
}

Comment said(const Marker& marker, const std::string& author = "collector") {
  return {1, author, marker.line() + "\nAttempt 1 to ...\n", now, now};
}

/// "here.1.1" runs, "here.2.2" does not, of any other nobody knows.
std::optional<bool> alive(const std::string& pass) {
  if (pass == "here.1.1") return true;
  if (pass == "here.2.2") return false;
  return std::nullopt;
}

Ledger read(const std::vector<Comment>& comments) {
  return read_ledger(comments, "collector", ours, now, alive);
}

TEST(Ledger, AMarkReadsBackAsItWas) {
  for (const auto state :
       {AttemptState::started, AttemptState::failed, AttemptState::voided, AttemptState::done}) {
    const auto wrote = mark(3, state);
    const auto read = AttemptMark::read(parse_marker(said(wrote.marker()).body).value());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->marker(), wrote.marker());
    EXPECT_EQ(read->state, state);
    EXPECT_EQ(read->n, 3);
  }
}

TEST(Ledger, CountsFailedAndDeadOnes) {
  EXPECT_EQ(read({}).failed, 0);
  const auto ledger =
      read({said(mark(1, AttemptState::failed).marker()), said(mark(2, AttemptState::voided).marker()),
            said(mark(3, AttemptState::done).marker()),
            said(mark(4, AttemptState::started, "here.2.2").marker())});
  EXPECT_EQ(ledger.failed, 2);
  EXPECT_EQ(ledger.last, 4);
  EXPECT_FALSE(ledger.under_way);
}

TEST(Ledger, TheNewestThatCameToNothingLendsItsComment) {
  auto silent = mark(2, AttemptState::voided);
  silent.silent = 2;
  const auto ledger = read({said(mark(1, AttemptState::failed).marker()), said(silent.marker())});
  ASSERT_TRUE(ledger.unused);
  EXPECT_EQ(ledger.unused->marker(), silent.marker());
  EXPECT_EQ(ledger.unused->silent, 2);
  EXPECT_FALSE(read({said(silent.marker()), said(mark(3, AttemptState::failed).marker())}).unused);
}

TEST(Ledger, AnAttemptOfALivingPassIsUnderWay) {
  const auto ledger = read({said(mark(1, AttemptState::started).marker())});
  EXPECT_EQ(ledger.failed, 0);
  EXPECT_TRUE(ledger.under_way);
}

TEST(Ledger, AnotherMachinesAttemptIsDeadOnceItsClockHasRunOut) {
  EXPECT_TRUE(read({said(mark(1, AttemptState::started, "there.1.1", now + 1).marker())}).under_way);
  const auto over = read({said(mark(1, AttemptState::started, "there.1.1", now).marker())});
  EXPECT_FALSE(over.under_way);
  EXPECT_EQ(over.failed, 1);
}

TEST(Ledger, OnlyOurOwnOfThisVeryWorkCount) {
  const auto failed = mark(1, AttemptState::failed);
  auto other_basis = failed, other_step = failed, other_key = failed;
  other_basis.key.basis = std::string(64, 'c');
  other_step.key.step = "drain";
  other_key.key.key = std::string(40, 'd');
  auto quoted = said(failed.marker());
  quoted.body = "> " + quoted.body;
  auto further_down = said(failed.marker());
  further_down.body = "See:\n" + further_down.body;
  const auto ledger = read({said(failed.marker(), "mallory"), said(failed.marker(), "coderabbitai[bot]"),
                            said(other_basis.marker()), said(other_step.marker()), said(other_key.marker()),
                            quoted, further_down});
  EXPECT_EQ(ledger.failed, 0);
  EXPECT_EQ(ledger.last, 0);
}

TEST(Ledger, WhatCannotBeReadIsNoAttempt) {
  for (const auto* line : {"<!-- sluice attempt step:resolve -->", "<!-- sluice attempt n:1 state:lost -->",
                           "<!-- sluice attempt n:x state:failed -->"}) {
    EXPECT_FALSE(AttemptMark::read(parse_marker(line).value())) << line;
  }
}

TEST(Limit, TheFarthestOfOursThatStillHolds) {
  const auto limit = [](const std::string& agent, Time until) { return said(limit_marker(agent, until)); };
  EXPECT_EQ(limit_of({}, "collector", "claude", now), std::nullopt);
  EXPECT_EQ(limit_of({limit("claude", now)}, "collector", "claude", now), std::nullopt);
  EXPECT_EQ(limit_of({limit("claude", now + 9), limit("claude", now + 5)}, "collector", "claude", now),
            now + 9);
  EXPECT_EQ(limit_of({limit("codex", now + 9)}, "collector", "claude", now), std::nullopt);
  EXPECT_EQ(limit_of({said(limit_marker("claude", now + 9), "mallory")}, "collector", "claude", now),
            std::nullopt);
}

}  // namespace
}  // namespace sluice
