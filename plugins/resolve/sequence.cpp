#include "sequence.hpp"

#include "sluice/say.hpp"

namespace sluice::resolve {

std::optional<std::string> broken(const std::vector<CommitInfo>& made, const Sha& from,
                                  const std::vector<Sha>& wanted) {
  if (made.size() != wanted.size()) {
    return "the sequence was to make " + say::counted(std::ssize(wanted), "commit") + " and made " +
           std::to_string(made.size()) + ": none may be skipped, dropped or added";
  }
  Sha below = from;
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (made[i].parents != std::vector<Sha>{below})
      return "its commits do not follow on " + say::brief(from) + " one after the other";
    if (made[i].copies.empty() || made[i].copies.back() != wanted[i])
      return say::brief(made[i].sha) + " does not say that it was picked from " + say::brief(wanted[i]);
    below = made[i].sha;
  }
  return std::nullopt;
}

}  // namespace sluice::resolve
