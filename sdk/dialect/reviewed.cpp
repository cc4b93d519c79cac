// Whether the bot vouches for a commit, whatever its status says.

#include "dialect/dialect.hpp"

namespace sluice::dialect {
namespace {

bool is_full(const Reviewed& review) {
  return !review.body.empty() && review.sha && review.submitted_at && review.state != "DISMISSED" &&
         review.state != "PENDING";
}

const Reviewed* newest_review(std::string_view login, std::span<const Reviewed> reviews) {
  const Reviewed* newest = nullptr;
  for (const auto& review : reviews) {
    if (!is_full(review) || !same_login(review.author, login)) continue;
    if (newest == nullptr || *review.submitted_at >= *newest->submitted_at) newest = &review;
  }
  return newest;
}

Walkthrough newest_summary(const Dialect& dialect, std::string_view login, std::span<const Said> comments) {
  const Said* newest = nullptr;
  Walkthrough read;
  for (const auto& comment : comments) {
    if (!same_login(comment.author, login)) continue;
    if (newest != nullptr && comment.updated_at < newest->updated_at) continue;
    auto summary = dialect.walkthrough(comment.body);
    if (!summary.found) continue;
    newest = &comment;
    read = std::move(summary);
  }
  return read;
}

}  // namespace

bool read_commit(const Dialect& dialect, std::string_view login, std::string_view sha,
                 std::span<const Reviewed> reviews, std::span<const Said> comments) {
  const auto* review = newest_review(login, reviews);
  if (review != nullptr && *review->sha == sha) return true;
  const auto summary = newest_summary(dialect, login, comments);
  return summary.read && sha.starts_with(summary.read->to);
}

}  // namespace sluice::dialect
