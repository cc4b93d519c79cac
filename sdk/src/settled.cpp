#include "sluice/settled.hpp"

#include <algorithm>

namespace sluice {
namespace {

constexpr const char* name = "settled";

/// The newest of our own markers on a release.
std::optional<Marker> newest_mark(const std::vector<Comment>& comments, std::int64_t pull,
                                  const std::string& viewer) {
  std::optional<Marker> newest;
  for (const auto& comment : comments) {
    auto marker = own_marker(comment.body, comment.author, viewer);
    if (marker && marker->name == name && marker->number("pull") == pull) newest = std::move(marker);
  }
  return newest;
}

}  // namespace

Marker settled_marker(std::int64_t pull, const std::string& basis) {
  Marker marker{name, {{"pull", std::to_string(pull)}}};
  if (!basis.empty()) marker.fields.emplace_back("basis", basis);
  return marker;
}

Unsettled unsettled(const std::vector<Pull>& releases, const std::optional<std::string>& basis,
                    const std::string& viewer,
                    const std::function<std::vector<Comment>(std::int64_t)>& comments) {
  Unsettled found;
  for (const auto& pull : releases) {
    if (pull.state != Pull::State::merged) continue;
    if (!found.releases.empty()) {
      const auto mark = newest_mark(comments(pull.number), pull.number, viewer);
      const auto of = mark ? mark->get("basis") : std::nullopt;
      if (mark && (!of || of == basis)) {
        found.deferred_below = of.has_value();
        break;
      }
    }
    found.releases.push_back(pull);
  }
  std::reverse(found.releases.begin(), found.releases.end());
  return found;
}

}  // namespace sluice
