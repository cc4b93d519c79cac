#include "open_set.hpp"

#include <algorithm>

#include "sluice/marker.hpp"

namespace sluice::drain {
namespace {

using dialect::Rejoinder;
using dialect::same_login;

bool has(const std::vector<std::int64_t>& ids, std::int64_t id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// How a thread stands by what was said in it.
struct Course {
  bool answered = false;
  std::int64_t rounds = 0;
  std::string again;
  std::optional<std::string> deferred;  ///< Under which basis.
};

/// The basis of a deferral of ours, in a thread or, for a body, in the conversation.
std::optional<std::string> deferral(const Comment& comment, const char* key, std::int64_t id,
                                    const std::string& viewer) {
  const auto marker = own_marker(comment.body, comment.author, viewer);
  if (!marker || marker->name != "deferred" || marker->number(key) != id) return std::nullopt;
  return std::string(marker->get("basis").value_or(""));
}

void hear_bot(const Comment& comment, const Parties& parties, Course& course) {
  const auto rejoinder = parties.dialect->rejoinder(comment.body);
  const bool content = rejoinder == Rejoinder::acknowledges && (course.rounds > 0 || course.deferred);
  if (content || rejoinder == Rejoinder::settles) {
    course.answered = true;
    course.deferred.reset();
  }
  if (rejoinder != Rejoinder::asks || !course.answered) return;
  course.answered = false;
  ++course.rounds;
  course.again = comment.body;
}

Course course_of(const Thread& thread, const Parties& parties) {
  Course course;
  const auto id = thread.comments.front().id;
  for (auto comment = thread.comments.begin() + 1; comment != thread.comments.end(); ++comment) {
    if (same_login(comment->author, parties.bot)) {
      hear_bot(*comment, parties, course);
    } else if (comment->author == parties.viewer) {
      course.deferred = deferral(*comment, "comment", id, parties.viewer);
      course.answered = course.answered || !course.deferred;
    }
  }
  return course;
}

/// One of the shas that the commit had is named by a comment of ours.
bool was_told(const Answer& answer, const Thread& thread, const std::string& viewer) {
  const auto named = [&](const Sha& sha) {
    return std::any_of(thread.comments.begin(), thread.comments.end(), [&](const Comment& comment) {
      return comment.author == viewer && comment.body.find(sha) != std::string::npos;
    });
  };
  return named(answer.sha) || std::any_of(answer.copies.begin(), answer.copies.end(), named);
}

bool is_in_flight(const Thread& thread, const std::vector<Answer>& answers, const std::string& viewer) {
  const auto id = thread.comments.front().id;
  return std::any_of(answers.begin(), answers.end(), [&](const Answer& answer) {
    return has(answer.answers, id) && !was_told(answer, thread, viewer);
  });
}

bool bot_began(const Thread& thread, const Parties& parties) {
  return !thread.comments.empty() && same_login(thread.comments.front().author, parties.bot);
}

/// The last word is a person's: the finding is theirs.
bool left_to_a_person(const Thread& thread, const Parties& parties) {
  const auto& author = thread.comments.back().author;
  return !same_login(author, parties.bot) && author != parties.viewer;
}

void judge(const Thread& thread, const std::vector<Answer>& answers, const Parties& parties,
           const std::string& basis, OpenSet& set) {
  constexpr std::int64_t most_rounds = 1;
  if (!bot_began(thread, parties) || thread.resolved || left_to_a_person(thread, parties)) return;
  auto course = course_of(thread, parties);
  if (course.deferred && *course.deferred == basis) {
    set.deferred = true;
    return;
  }
  if (course.answered && !course.deferred) return;
  if (is_in_flight(thread, answers, parties.viewer)) {
    set.in_flight = true;
    return;
  }
  const auto& first = thread.comments.front();
  const bool worn = course.rounds > most_rounds && !course.deferred;
  (worn ? set.worn : set.threads)
      .push_back({first.id, thread.path, thread.line, parties.dialect->finding(first.body), course.rounds,
                  std::move(course.again)});
}

bool states_findings(const Review& review, const Parties& parties) {
  const auto counts = parties.dialect->counts(review.body);
  return counts.failed_to_post || std::any_of(counts.buckets.begin(), counts.buckets.end(),
                                              [](const auto& bucket) { return bucket.second > 0; });
}

bool is_of_head(const Review& review, const Said& said, const Parties& parties) {
  if (!same_login(review.author, parties.bot)) return false;
  if (review.state == "DISMISSED" || review.state == "PENDING") return false;
  return !review.sha || *review.sha == said.head;
}

void judge(const Review& review, const Said& said, const std::vector<Answer>& answers, const Parties& parties,
           const std::string& basis, OpenSet& set) {
  if (!is_of_head(review, said, parties) || !states_findings(review, parties)) return;
  std::optional<std::string> deferred;
  for (const auto& comment : said.comments) {
    const auto marker = own_marker(comment.body, comment.author, parties.viewer);
    if (marker && marker->name == "drains" && marker->number("review") == review.id) return;
    if (auto found = deferral(comment, "review", review.id, parties.viewer)) deferred = std::move(found);
  }
  if (deferred && *deferred == basis) {
    set.deferred = true;
    return;
  }
  const auto drains = [&](const Answer& answer) { return has(answer.drains, review.id); };
  if (std::any_of(answers.begin(), answers.end(), drains)) {
    set.in_flight = true;
    return;
  }
  set.reviews.push_back({review.id, parties.dialect->finding(review.body).text});
}

}  // namespace

OpenSet open_set(const Said& said, const std::vector<Answer>& answers, const Parties& parties,
                 const std::string& basis) {
  OpenSet set;
  for (const auto& thread : said.threads) judge(thread, answers, parties, basis, set);
  for (const auto& review : said.reviews) judge(review, said, answers, parties, basis, set);
  std::stable_sort(set.threads.begin(), set.threads.end(),
                   [](const Inline& a, const Inline& b) { return a.finding.severity < b.finding.severity; });
  return set;
}

}  // namespace sluice::drain
