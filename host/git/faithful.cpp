#include "host/git/faithful.hpp"

#include <algorithm>

#include "host/git/count.hpp"
#include "host/git/tree.hpp"

namespace sluice::git {

namespace {

/// "dir/name~HEAD" is "dir/name" where git had to make room.
std::string_view without_side(std::string_view path) {
  const auto tilde = path.rfind('~');
  return tilde == std::string_view::npos || path.find('/', tilde) != std::string_view::npos
             ? path
             : path.substr(0, tilde);
}

bool is_conflicted(const std::vector<std::string>& conflicted, std::string_view path) {
  return std::ranges::any_of(conflicted, [path](const std::string& each) {
    return each == path || each == without_side(path) || without_side(each) == path;
  });
}

/// For a sentence: whatever is no printable ASCII is a question mark.
std::string shown(std::string_view path) {
  std::string text(path.substr(0, 200));
  for (char& c : text) {
    if (c < 0x20 || c > 0x7e) c = '?';
  }
  return text;
}

std::optional<Entry> entry_at(ObjectStore& store, Oid tree, std::string_view path) {
  for (;;) {
    const auto slash = path.find('/');
    const auto name = path.substr(0, slash);
    const auto object = store.read(tree, Kind::tree);
    TreeReader reader(object->data);
    while (!reader.at_end() && reader.entry().name != name) reader.advance();
    if (reader.at_end()) return std::nullopt;
    if (slash == std::string_view::npos) return reader.entry();
    if (!reader.entry().is_tree()) return std::nullopt;
    tree = reader.entry().id;
    path.remove_prefix(slash + 1);
  }
}

/// Lines with which git opens a conflict.
std::size_t openings(ObjectStore& store, const Oid& tree, std::string_view path) {
  const auto entry = entry_at(store, tree, path);
  if (!entry || !entry->is_file()) return 0;
  const auto blob = store.read(entry->id, Kind::blob);
  const std::string_view text = blob->data;
  constexpr std::string_view opening = "<<<<<<< ";
  std::size_t count = text.starts_with(opening) ? 1 : 0;
  for (std::size_t at = text.find("\n<<<<<<< "); at != std::string_view::npos;
       at = text.find("\n<<<<<<< ", at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

std::optional<std::string> unfaithful(ObjectStore& store, const TreeMerge& automatic, const Oid& tree) {
  if (tree == automatic.tree && automatic.clean) return std::nullopt;
  for (const auto& path : changed_paths(store, automatic.tree, tree)) {
    if (automatic.clean || !is_conflicted(automatic.paths, path))
      return "it changes " + shown(path) + ", which git merges by itself";
  }
  return std::nullopt;
}

std::optional<std::string> unsettled(ObjectStore& store, const TreeMerge& automatic, const Oid& ours,
                                     const Oid& theirs, const Oid& tree) {
  for (const auto& path : automatic.paths) {
    const auto own = std::max(openings(store, ours, path), openings(store, theirs, path));
    if (openings(store, tree, path) > own) return shown(path) + " still holds git's conflict marks";
  }
  return std::nullopt;
}

}  // namespace sluice::git
