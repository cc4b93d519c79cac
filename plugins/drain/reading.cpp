#include "reading.hpp"

#include <algorithm>

#include "sluice/say.hpp"

namespace sluice::drain {
namespace {

/// How many findings with a thread the bot states for that head, all of its reviews together.
std::int64_t stated_actionable(const Said& said, const Parties& parties) {
  std::int64_t stated = 0;
  for (const auto& review : said.reviews) {
    if (!dialect::same_login(review.author, parties.bot) || (review.sha && *review.sha != said.head))
      continue;
    stated += parties.dialect->counts(review.body).actionable.value_or(0);
  }
  return stated;
}

bool names_head(const Said& said, const Parties& parties) {
  std::vector<dialect::Reviewed> reviews;
  reviews.reserve(said.reviews.size());
  for (const auto& review : said.reviews) {
    std::optional<std::string_view> sha;
    if (review.sha) sha = *review.sha;
    reviews.push_back({review.author, review.body, review.state, sha, review.submitted_at});
  }
  std::vector<dialect::Said> comments;
  comments.reserve(said.comments.size());
  for (const auto& comment : said.comments) {
    comments.push_back({comment.id, comment.author, comment.body, comment.updated_at});
  }
  return dialect::read_commit(*parties.dialect, parties.bot, said.head, reviews, comments);
}

}  // namespace

std::optional<std::string> lacking(const Said& said, const Parties& parties) {
  if (!names_head(said, parties)) {
    return "neither a review nor the summary of the bot names its head " + say::brief(said.head);
  }
  const auto seen = std::count_if(said.threads.begin(), said.threads.end(), [&](const Thread& thread) {
    return !thread.comments.empty() && dialect::same_login(thread.comments.front().author, parties.bot);
  });
  const auto stated = stated_actionable(said, parties);
  if (seen >= stated) return std::nullopt;
  return "the bot states " + say::counted(stated, "actionable comment") + " and " +
         (seen == 0 ? std::string("none") : std::to_string(seen)) + " of them can be read";
}

std::optional<std::int64_t> wait_for(const Pull& release, std::int64_t grace, Time now) {
  constexpr std::int64_t look_again = 60;
  const auto until = release.merged_at.value_or(release.updated_at) + grace;
  if (now >= until) return std::nullopt;
  return std::min(look_again, until - now);
}

}  // namespace sluice::drain
