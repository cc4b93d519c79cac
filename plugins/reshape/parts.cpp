#include "parts.hpp"

#include <set>

#include "sluice/say.hpp"

namespace sluice::reshape {
namespace {

/// A copy line would let one part stand for all of them, so that the others are lost with the next rewrite.
std::optional<std::string> fault_in(const Part& part, const Sha& below, std::int64_t cap) {
  const std::string who = "the part " + say::commit(part.commit.sha, part.commit.subject);
  if (part.commit.parents != std::vector<Sha>{below}) return who + " does not follow on the one before it";
  if (part.files == 0) return who + " changes nothing";
  if (!part.commit.copies.empty()) return who + " keeps a line that says of which commit it is a copy";
  if (!part.commit.trailers.repairs.empty()) return who + " says that it repairs main";
  if (part.commit.trailers.express.empty() && part.files > cap) {
    return who + " changes " + say::counted(part.files, "file") + ", over the cap of " + std::to_string(cap) +
           ", and claims no lane";
  }
  return std::nullopt;
}

void add(std::set<std::int64_t>& ids, const std::vector<std::int64_t>& more) {
  ids.insert(more.begin(), more.end());
}

}  // namespace

std::optional<std::string> fault_of(const CommitInfo& original, const std::vector<Part>& parts,
                                    std::int64_t cap) {
  if (parts.empty()) return "it made no commit";
  Sha below = original.parents.at(0);
  std::set<std::int64_t> answers, drains;
  for (const auto& part : parts) {
    if (auto fault = fault_in(part, below, cap)) return fault;
    below = part.commit.sha;
    add(answers, part.commit.trailers.answers);
    add(drains, part.commit.trailers.drains);
  }
  if (parts.back().commit.tree != original.tree)
    return "its parts do not come to the tree of " + say::brief(original.sha);
  std::set<std::int64_t> own_answers, own_drains;
  add(own_answers, original.trailers.answers);
  add(own_drains, original.trailers.drains);
  if (answers != own_answers || drains != own_drains)
    return "its parts do not answer what " + say::brief(original.sha) + " answers";
  return std::nullopt;
}

}  // namespace sluice::reshape
