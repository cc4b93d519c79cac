#include "host/snapshot/marked.hpp"

namespace sluice::snapshot {

namespace {

template <class Comments>
auto* first_marked(Comments& comments, const std::string& viewer, const std::string& marker) {
  for (auto& comment : comments) {
    if (carries(comment.author, comment.body, viewer, marker)) return &comment;
  }
  return static_cast<decltype(comments.data())>(nullptr);
}

}  // namespace

bool carries(const std::string& author, std::string_view body, const std::string& viewer,
             const std::string& marker) {
  if (marker.empty() || author != viewer || !body.starts_with(marker)) return false;
  return body.size() == marker.size() || body[marker.size()] == '\n' || body[marker.size()] == '\r';
}

const forge::Comment* marked(const std::vector<forge::Comment>& comments, const std::string& viewer,
                             const std::string& marker) {
  return first_marked(comments, viewer, marker);
}

forge::Comment* marked(std::vector<forge::Comment>& comments, const std::string& viewer,
                       const std::string& marker) {
  return first_marked(comments, viewer, marker);
}

}  // namespace sluice::snapshot
