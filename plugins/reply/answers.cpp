#include "answers.hpp"

#include <algorithm>
#include <map>

#include "dialect/dialect.hpp"
#include "sluice/inert.hpp"
#include "sluice/marker.hpp"

namespace sluice::reply {
namespace {

using Named = std::vector<const CommitInfo*>;

/// The commits that name each id by a trailer, oldest first.
std::map<std::int64_t, Named> by_id(const std::vector<CommitInfo>& commits,
                                    std::vector<std::int64_t> Trailers::*trailer) {
  std::map<std::int64_t, Named> found;
  for (const auto& commit : commits) {
    for (const auto id : commit.trailers.*trailer) {
      auto& named = found[id];
      if (named.empty() || named.back() != &commit) named.push_back(&commit);
    }
  }
  return found;
}

std::string subject_of(const CommitInfo& commit, const Parties& parties) {
  constexpr std::size_t longest = 200;
  return inert_span(commit.subject, longest, parties.bot);
}

/// "Put off" is a word of ours, and no answer.
bool is_deferral(const Comment& comment, const Parties& parties) {
  const auto marker = own_marker(comment.body, comment.author, parties.viewer);
  return marker && marker->name == "deferred";
}

/// After our last answer in a thread only the bot's word asks for another.
bool ours_was_last(const Thread& thread, const Parties& parties) {
  for (auto comment = thread.comments.rbegin(); comment + 1 < thread.comments.rend(); ++comment) {
    if (dialect::same_login(comment->author, parties.bot)) return false;
    if (comment->author == parties.viewer && !is_deferral(*comment, parties)) return true;
  }
  return false;
}

bool names(const Thread& thread, const Parties& parties, const Sha& sha) {
  return std::any_of(thread.comments.begin(), thread.comments.end(), [&](const Comment& comment) {
    return comment.author == parties.viewer && comment.body.find(sha) != std::string::npos;
  });
}

}  // namespace

std::vector<Reply> replies(const std::vector<Thread>& threads, const std::vector<CommitInfo>& commits,
                           const Parties& parties) {
  std::vector<Reply> owed;
  const auto answers = by_id(commits, &Trailers::answers);
  for (const auto& thread : threads) {
    if (thread.comments.empty()) continue;
    const auto id = thread.comments.front().id;
    const auto found = answers.find(id);
    if (found == answers.end() || ours_was_last(thread, parties)) continue;
    const auto& newest = *found->second.back();
    if (names(thread, parties, newest.sha)) continue;
    owed.push_back({id, newest.sha, "Agreed, fixed in " + newest.sha + " — " + subject_of(newest, parties)});
  }
  return owed;
}

std::vector<Verdict> verdicts(const std::vector<Review>& reviews, const std::vector<Comment>& comments,
                              const std::vector<CommitInfo>& commits, const Parties& parties) {
  std::vector<Verdict> owed;
  for (const auto& [id, named] : by_id(commits, &Trailers::drains)) {
    const auto of_bot = [&, id = id](const Review& review) {
      return review.id == id && dialect::same_login(review.author, parties.bot);
    };
    if (std::none_of(reviews.begin(), reviews.end(), of_bot)) continue;
    const Marker marker{"drains", {{"review", std::to_string(id)}}};
    const auto is_ours = [&](const Comment& comment) {
      return own_marker(comment.body, comment.author, parties.viewer) == marker;
    };
    if (std::any_of(comments.begin(), comments.end(), is_ours)) continue;
    auto body = "Body-only findings of review " + std::to_string(id) + " are answered by:\n";
    for (const auto* commit : named) body += "- " + commit->sha + " — " + subject_of(*commit, parties) + "\n";
    const auto line = marker.line();
    owed.push_back({id, line, within_limit(std::move(body), forge_limit - line.size() - 1)});
  }
  return owed;
}

}  // namespace sluice::reply
