#include "host/engine/cap.hpp"

#include <algorithm>

#include "sluice/marker.hpp"

namespace sluice::engine {

namespace {

constexpr std::size_t kReleasesRead = 5;
constexpr std::string_view kLearned = "the bot's own refusal";

/// The limit that a marker of ours keeps for this very configuration.
std::optional<std::int64_t> kept_limit(const forge::Comment& comment, const std::string& viewer,
                                       const pipeline::Bot& bot) {
  const auto marker = own_marker(comment.body, comment.author, viewer);
  if (!marker || marker->name != "cap") return std::nullopt;
  const std::string from(marker->get("from").value_or(""));
  const bool configured = marker->number("was") == bot.cap && from == marker_value(bot.cap_from);
  // A still smaller limit, learned while the last one was in force.
  const bool learned = from.find(marker_value(kLearned)) == 0 && marker->number("was") < bot.cap;
  return configured || learned ? marker->number("limit") : std::nullopt;
}

}  // namespace

Cap cap_in_force(const pipeline::Bot& bot, snapshot::Facts& facts) {
  Cap cap{bot.cap, bot.cap_from};
  const auto releases = facts.releases();
  for (std::size_t i = 0; i < std::min(releases.size(), kReleasesRead); ++i) {
    const auto number = releases[i].number;
    if (number <= 0) continue;  // Opened by this dry run: the forge does not know it.
    for (const auto& comment : facts.comments(number)) {
      const auto limit = kept_limit(comment, facts.viewer(), bot);
      if (!limit || *limit < 1 || *limit >= cap.files) continue;
      cap = {*limit, std::string(kLearned).append(" on the release #").append(std::to_string(number))};
    }
  }
  return cap;
}

}  // namespace sluice::engine
