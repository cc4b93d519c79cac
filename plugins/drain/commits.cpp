#include "commits.hpp"

#include <algorithm>

#include "sluice/say.hpp"

namespace sluice::drain {
namespace {

bool is_thread(const OpenSet& open, std::int64_t id) {
  return std::any_of(open.threads.begin(), open.threads.end(),
                     [&](const Inline& each) { return each.comment == id; });
}

bool is_body(const OpenSet& open, std::int64_t id) {
  return std::any_of(open.reviews.begin(), open.reviews.end(),
                     [&](const Body& each) { return each.review == id; });
}

std::optional<std::string> objection_to(const CommitInfo& commit, const CommitInfo& below,
                                        const OpenSet& open) {
  const auto who = say::commit(commit.sha, commit.subject);
  if (commit.parents.size() != 1) return who + " is a merge";
  if (commit.parents.front() != below.sha) return who + " does not stand on " + say::brief(below.sha);
  if (commit.tree == below.tree) return who + " changes nothing";
  if (!commit.copies.empty()) return who + " says that it is a copy of another commit";
  if (!commit.trailers.express.empty()) return who + " claims the express lane";
  if (!commit.trailers.repairs.empty()) return who + " claims to repair main";
  for (const auto id : commit.trailers.answers) {
    if (!is_thread(open, id)) return who + " answers comment " + std::to_string(id) + ", which is not open";
  }
  for (const auto id : commit.trailers.drains) {
    if (!is_body(open, id)) return who + " drains review " + std::to_string(id) + ", which is not open";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> objection(const CommitInfo& base, const std::vector<CommitInfo>& commits,
                                     const OpenSet& open) {
  const auto* below = &base;
  for (const auto& commit : commits) {
    if (auto found = objection_to(commit, *below, open)) return found;
    below = &commit;
  }
  const auto answers = [](const CommitInfo& commit) {
    return !commit.trailers.answers.empty() || !commit.trailers.drains.empty();
  };
  if (commits.empty() || std::any_of(commits.begin(), commits.end(), answers)) return std::nullopt;
  return "none of its commits answers a finding: " +
         say::commit(commits.front().sha, commits.front().subject);
}

std::vector<std::string> unanswered(const OpenSet& open, const std::vector<CommitInfo>& commits,
                                    const std::vector<std::int64_t>& rejected) {
  const auto answered = [&](std::int64_t id, std::vector<std::int64_t> Trailers::*trailer) {
    const auto names = [&](const CommitInfo& commit) {
      const auto& ids = commit.trailers.*trailer;
      return std::find(ids.begin(), ids.end(), id) != ids.end();
    };
    return std::find(rejected.begin(), rejected.end(), id) != rejected.end() ||
           std::any_of(commits.begin(), commits.end(), names);
  };
  std::vector<std::string> left;
  for (const auto& each : open.threads) {
    if (!answered(each.comment, &Trailers::answers))
      left.push_back("comment " + std::to_string(each.comment));
  }
  for (const auto& each : open.reviews) {
    if (!answered(each.review, &Trailers::drains)) left.push_back("review " + std::to_string(each.review));
  }
  return left;
}

}  // namespace sluice::drain
