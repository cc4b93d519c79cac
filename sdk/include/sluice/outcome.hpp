#pragma once
// What a stage answers.

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace sluice {

struct Outcome {
  enum class Kind : std::uint8_t { go_on, end, idle, red };
  Kind kind = Kind::go_on;
  std::string reason;  ///< One sentence for people: what it did, why it waits, what to do.
  std::optional<std::int64_t> wake_after;  ///< Seconds until the pass should be run again.

  static Outcome go_on(std::string reason = "") { return {Kind::go_on, std::move(reason), {}}; }
  static Outcome end(std::string reason) { return {Kind::end, std::move(reason), {}}; }
  static Outcome idle(std::string reason) { return {Kind::idle, std::move(reason), {}}; }
  static Outcome red(std::string reason) { return {Kind::red, std::move(reason), {}}; }
  Outcome&& wake(std::int64_t seconds) && {
    wake_after = seconds;
    return std::move(*this);
  }
};

/// Thrown where the pass cannot go on from deep inside a stage: the outcome is red with this sentence.
struct RedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace sluice
