#include "learned.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace sluice::release {

std::string date_of(Time time) {
  const auto day =
      std::chrono::floor<std::chrono::days>(std::chrono::sys_seconds(std::chrono::seconds(time)));
  const std::chrono::year_month_day date(day);
  char text[32];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text;
}

std::optional<Marker> learned_cap(const dialect::FileLimit& limit, const Snapshot& snapshot, Time stated_at) {
  if (limit.limit >= snapshot.cap) return std::nullopt;
  Marker marker{"cap", {{"limit", std::to_string(limit.limit)}}};
  if (limit.files) marker.fields.emplace_back("files", std::to_string(*limit.files));
  marker.fields.emplace_back("was", std::to_string(snapshot.cap));
  marker.fields.emplace_back("from", marker_value(snapshot.cap_from));
  marker.fields.emplace_back("at", date_of(stated_at));
  return marker;
}

bool knows(const std::vector<Comment>& comments, const std::string& viewer, const Marker& marker) {
  return std::any_of(comments.begin(), comments.end(), [&](const Comment& comment) {
    const auto own = own_marker(comment.body, comment.author, viewer);
    return own && own->name == marker.name && own->get("limit") == marker.get("limit") &&
           own->get("from") == marker.get("from");
  });
}

}  // namespace sluice::release
