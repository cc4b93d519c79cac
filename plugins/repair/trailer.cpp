#include "trailer.hpp"

#include <algorithm>

#include "sluice/say.hpp"

namespace sluice::repair {
namespace {

bool has_line(std::string_view message, std::string_view wanted) {
  while (!message.empty()) {
    const auto end = std::min(message.find('\n'), message.size());
    if (message.substr(0, end) == wanted) return true;
    message.remove_prefix(std::min(end + 1, message.size()));
  }
  return false;
}

bool names(const std::string& repairs, const std::string& basis) {
  constexpr std::size_t sha_size = 40;
  return repairs.size() > sha_size && repairs.substr(sha_size) == " against:" + basis;
}

bool is_repair(const CommitInfo& commit, const std::string& basis) {
  const auto& repairs = commit.trailers.repairs;
  return std::any_of(repairs.begin(), repairs.end(),
                     [&basis](const std::string& each) { return names(each, basis); });
}

}  // namespace

std::string trailer(const Sha& main, const std::string& basis) {
  return "Repairs: " + main + " against:" + basis;
}

std::int64_t stacked(const std::vector<CommitInfo>& top, const std::string& basis) {
  const auto plain = std::find_if(top.begin(), top.end(),
                                  [&basis](const CommitInfo& each) { return !is_repair(each, basis); });
  return plain - top.begin();
}

std::optional<std::string> objection(const std::vector<CommitInfo>& made, const Sha& main,
                                     const std::string& basis) {
  if (made.empty()) return "it made no commit on " + say::brief(main);
  if (made.size() != 1)
    return "it made " + std::to_string(made.size()) + " commits, where a repair is exactly one";
  const CommitInfo& repair = made.front();
  const std::string who = say::brief(repair.sha);
  if (repair.parents != std::vector<Sha>{main})
    return who + " is not one commit on top of " + say::brief(main);
  const auto& trailers = repair.trailers;
  const std::string line = trailer(main, basis);
  if (trailers.repairs.size() != 1 || !has_line(repair.message, line))
    return who + " does not say \"" + line + "\" on a line of its own, once";
  if (!repair.copies.empty()) return who + " says that it is a copy";
  if (!trailers.express.empty()) return who + " claims the express lane";
  if (!trailers.answers.empty() || !trailers.drains.empty()) return who + " says that it answers a finding";
  return std::nullopt;
}

}  // namespace sluice::repair
