// The commit status. Its state alone says nothing: a review that never ran ends as success too.

#include <algorithm>
#include <array>

#include "dialect/coderabbit.hpp"
#include "dialect/text.hpp"

namespace sluice::dialect {
namespace {

using Kind = StatusReading::Kind;

struct Wording {
  std::string_view start;   ///< The description begins so,
  std::string_view within;  ///< and has this somewhere behind.
  Kind kind;
};

// The first that fits decides.
constexpr std::array wordings = {
    Wording{"review completed", "", Kind::completed},
    Wording{"review rate limited", "", Kind::rate_limited},
    Wording{"review limit reached", "", Kind::rate_limited},
    Wording{"rate limit exceeded", "", Kind::rate_limited},
    Wording{"review skipped", "incremental review", Kind::incremental_declined},
    Wording{"review skipped", "too many files", Kind::too_many_files},
    Wording{"review skipped", "", Kind::skipped},
    Wording{"review queued", "", Kind::pending},
    Wording{"review in progress", "", Kind::pending},
    Wording{"review failed", "", Kind::failed},
};

Kind kind_of(std::string_view description) {
  for (const auto& wording : wordings) {
    if (description.starts_with(wording.start) &&
        description.find(wording.within) != std::string_view::npos) {
      return wording.kind;
    }
  }
  return Kind::unknown;
}

}  // namespace

StatusReading CodeRabbit::status(const std::optional<StatusText>& status) const {
  if (!status) return {Kind::missing, {}};
  const auto state = plain(status->state);
  if (state == "pending") return {Kind::pending, {}};
  const bool bad = state == "failure" || state == "error";
  if (!bad && state != "success") return {Kind::unknown, {}};

  const auto description = plain(status->description);
  const auto limit = stated_file_limit(description);
  if (limit && description.starts_with("review skipped")) return {Kind::too_many_files, limit};
  const auto kind = kind_of(description);
  // A setting of the bot makes refusals failures; they stay refusals. But a failure is never a review, done
  // or due.
  if (bad && (kind == Kind::completed || kind == Kind::pending || kind == Kind::unknown))
    return {Kind::failed, {}};
  return {kind, {}};
}

}  // namespace sluice::dialect
