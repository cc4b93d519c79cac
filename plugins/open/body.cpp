#include "body.hpp"

#include "sluice/inert.hpp"

namespace sluice::open {

std::string title(const std::string& develop, const std::string& main) {
  return "release: " + develop + " → " + main;
}

std::string body(const Sha& head, const std::vector<CommitInfo>& commits) {
  std::string text = "Opened by sluice at " + head + ".\n\n";
  for (const auto& commit : commits) text += "- " + inert_span(commit.subject) + "\n";
  return within_limit(std::move(text));
}

}  // namespace sluice::open
