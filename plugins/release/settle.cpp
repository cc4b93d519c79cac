#include "settle.hpp"

#include <algorithm>
#include <array>

namespace sluice::release {
namespace {

using Step = Decision::Step;

constexpr std::int64_t longest_wake =
    3600;  // A longer wait is relayed: the pass reads the status again in between.
constexpr std::array<std::int64_t, 3> waits = {900, 3600, 3600};  // After each ask, in seconds.
constexpr std::array ordinals = {"first", "second", "third"};

Decision wait_until(Time then, Time now, const std::string& why) {
  return {Step::wait, why, std::min(then - now, longest_wake)};
}

}  // namespace

Decision settle(const std::string& release, const std::optional<dialect::Refusal>& refusal,
                std::vector<Time> asks, Time now) {
  if (refusal && refusal->until && *refusal->until > now) {
    return wait_until(*refusal->until, now,
                      "the bot is rate limited; its next review of " + release + " is to be had in " +
                          std::to_string(*refusal->until - now) + " s");
  }
  std::sort(asks.begin(), asks.end());
  if (asks.size() < waits.size()) {
    const auto next = asks.size();
    const auto due = asks.empty() ? now : asks.back() + waits[next - 1];
    if (due > now) {
      return wait_until(due, now,
                        std::string("the bot has its time to answer the ") + ordinals[next - 1] + " ask");
    }
    return {Step::ask,
            std::string("the bot's rate limit is over; the ") + ordinals[next] + " ask for a review of " +
                release,
            waits[next]};
  }
  const auto due = asks.back() + waits.back();
  if (due > now) return wait_until(due, now, "the bot has its time to answer the last ask");
  return {Step::red,
          "the bot is still rate limited after " + std::to_string(asks.size()) + " asks for a review of " +
              release + "; look at its plan, ask it by hand, or close the release",
          {}};
}

}  // namespace sluice::release
