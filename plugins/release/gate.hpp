#pragma once
// Whether the open release may be merged: a pure function over what the bot said and when.

#include <optional>
#include <string>
#include <vector>

#include "dialect/dialect.hpp"
#include "sluice/facts.hpp"

namespace sluice::release {

constexpr std::int64_t moved_wake = 60;  ///< Seconds, after a race that was lost to another's push.

/// "the release #7", in a sentence.
std::string named(const Pull& pull);

/// All that the gate looks at.
struct Facing {
  Pull pull;                     ///< Open; its head is what is to be merged.
  std::optional<Status> status;  ///< The bot's own, at that head.
  std::vector<std::string> others =
      {};                         ///< Who else set a status in its context; asked for where it set none.
  std::vector<Comment> comments;  ///< Needed where needs_comments() says so, as the next.
  std::vector<Review> reviews;
  std::string viewer, bot;  ///< Logins: ours, the bot's.
  Time now = 0;
  std::int64_t missing_check_grace =
      600;  ///< Seconds from opening that a missing status is waited for; 0: none.
};

struct Decision {
  enum class Step : std::uint8_t { merge, wait, ask, red };
  Step step = Step::red;
  std::string reason;
  std::optional<std::int64_t> wake;  ///< Seconds; of an ask, what is waited for once it is posted.
  std::optional<dialect::FileLimit> over_cap = {};  ///< red: the bot's own cap, where it stated it.
};

/// The conversation is read only where the status alone does not decide.
bool needs_comments(dialect::StatusReading::Kind kind);

Decision decide(const dialect::Dialect& dialect, const Facing& facing);

}  // namespace sluice::release
