#include "host/git/level.hpp"

#include <cstring>

namespace sluice::git {
namespace {

std::size_t equal_bytes(std::string_view a, std::string_view b) {
  const std::size_t common = std::min(a.size(), b.size());
  std::size_t at = 0;
  for (std::uint64_t x, y; at + sizeof x <= common; at += sizeof x) {
    std::memcpy(&x, a.data() + at, sizeof x);
    std::memcpy(&y, b.data() + at, sizeof y);
    if (x != y) break;
  }
  while (at < common && a[at] == b[at]) ++at;
  return at;
}

/// The length of the whole entries at the start of both that are equal: most of two versions of a folder is.
std::size_t equal_entries(std::string_view a, std::string_view b) {
  const std::size_t equal = equal_bytes(a, b);
  std::size_t end = 0;
  while (end < equal) {
    const auto name_end = a.find('\0', end);
    if (name_end == std::string_view::npos || name_end + 1 + Oid::size > equal) break;
    end = name_end + 1 + Oid::size;
  }
  return end;
}

}  // namespace

std::vector<LevelChange> level_changes(std::string_view before, std::string_view after) {
  std::vector<LevelChange> changes;
  while (true) {
    const std::size_t equal = equal_entries(before, after);
    before.remove_prefix(equal);
    after.remove_prefix(equal);
    if (before.empty() && after.empty()) return changes;
    const TreeReader one(before), two(after);
    const TreeEntry &was = one.entry(), &is = two.entry();
    const int order = before.empty()  ? 1
                      : after.empty() ? -1
                                      : compare_names(was.name, was.is_tree(), is.name, is.is_tree());
    const TreeEntry& named = order <= 0 ? was : is;
    changes.push_back(
        {named.name, named.is_tree(), order <= 0 ? Entry(was) : Entry{}, order >= 0 ? Entry(is) : Entry{}});
    if (order <= 0) before.remove_prefix(was.raw.size());
    if (order >= 0) after.remove_prefix(is.raw.size());
  }
}

}  // namespace sluice::git
