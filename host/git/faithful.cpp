#include "host/git/faithful.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "host/git/delta.hpp"
#include "host/git/knots.hpp"
#include "host/git/tree.hpp"
#include "sluice/utf8.hpp"

namespace sluice::git {
namespace {

bool holds(const std::vector<std::string>& sorted, std::string_view path) {
  return std::binary_search(sorted.begin(), sorted.end(), path, std::less<>());
}

/// The path that "path~<id>" or "path~<id>_0" stands for: so git sets a file aside, and each side is a
/// commit.
std::optional<std::string_view> set_aside(std::string_view path) {
  constexpr std::size_t digits = 40;
  const auto mark = path.rfind('~');
  if (mark == std::string_view::npos || path.size() < mark + 1 + digits) return std::nullopt;
  if (!Oid::parse(path.substr(mark + 1, digits))) return std::nullopt;
  const auto more = path.substr(mark + 1 + digits);
  const bool counted = more.empty() || (more.front() == '_' && more.size() > 1 &&
                                        std::all_of(more.begin() + 1, more.end(),
                                                    [](unsigned char c) { return std::isdigit(c) != 0; }));
  return counted ? std::optional(path.substr(0, mark)) : std::nullopt;
}

/// A path in a sentence: whatever is no plain text is shown as \xNN.
std::string shown(std::string_view path) {
  constexpr const char* hex = "0123456789abcdef";
  const bool plain = is_utf8(path);
  std::string text;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !plain)) {
      text += {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
    } else {
      text += c;
    }
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

/// What was made, beside what git makes of it with its conflicts open.
class Answer {
 public:
  Answer(ObjectStore& store, const TreeMerge& automatic, std::array<Oid, 2> sides, const Oid& tree)
      : store_(store),
        automatic_(automatic),
        sides_(sides),
        changes_(tree_delta(store, automatic.tree, tree)) {}

  std::optional<std::string> fault() {
    for (const Change& change : changes_) {
      if (!is_asked(change) && !makes_room(change) && !stays_where_it_was(change)) {
        return "it changes " + shown(change.path) + ", which git merges by itself";
      }
      if (!is_of_a_kind_that_was_there(change))
        return "it makes of " + shown(change.path) + " what neither side had there";
    }
    return std::nullopt;
  }

 private:
  /// A name under which git set a file aside is one only where git did: nobody may make another.
  bool is_asked(const Change& change) const {
    if (holds(automatic_.paths, change.path)) return true;
    const auto name = set_aside(change.path);
    return name && change.before.mode != 0 && holds(automatic_.paths, *name);
  }

  /// An answer is text: a file, a link, a submodule or the right to be run comes from one of the sides.
  bool is_of_a_kind_that_was_there(const Change& change) {
    if (change.after.mode == 0 || change.after.mode == change.before.mode) return !is_new_gitlink(change);
    bool known = false;
    for (const Oid& side : sides_) {
      const auto there = entry_at(store_, side, change.path);
      if (!there) continue;
      known = true;
      if (there->mode == change.after.mode)
        return change.after.kind() != EntryKind::gitlink || there->id == change.after.id;
    }
    return !known && change.after.kind() == EntryKind::regular;
  }

  bool is_new_gitlink(const Change& change) {
    if (change.after.mode == 0 || change.after.kind() != EntryKind::gitlink) return false;
    return std::none_of(sides_.begin(), sides_.end(), [&](const Oid& side) {
      const auto there = entry_at(store_, side, change.path);
      return there && there->id == change.after.id;
    });
  }

  /// A file goes because one above it, at a conflicted path, takes its folder's name.
  bool makes_room(const Change& change) const {
    if (change.after.mode != 0) return false;
    for (auto slash = change.path.find('/'); slash != std::string::npos;
         slash = change.path.find('/', slash + 1)) {
      const auto above = std::string_view(change.path).substr(0, slash);
      if (holds(automatic_.paths, above) && is_there_now(above)) return true;
    }
    return false;
  }

  bool is_there_now(std::string_view path) const {
    const auto at = std::lower_bound(changes_.begin(), changes_.end(), path,
                                     [](const Change& one, std::string_view p) { return one.path < p; });
    return at != changes_.end() && at->path == path && at->after.mode != 0;
  }

  /// git moved it along with its folder and asks whether that was meant: it is left where its side had it.
  bool stays_where_it_was(const Change& change) {
    if (change.before.mode != 0 || change.after.mode == 0) return false;
    const bool moved_back = std::any_of(changes_.begin(), changes_.end(), [&](const Change& other) {
      return other.after.mode == 0 && other.before == change.after && is_asked(other);
    });
    return moved_back && std::any_of(sides_.begin(), sides_.end(), [&](const Oid& side) {
             const auto apart = tree_delta(store_, automatic_.tree, side);
             return std::any_of(apart.begin(), apart.end(), [&](const Change& there) {
               return there.path == change.path && there.after == change.after;
             });
           });
  }

  ObjectStore& store_;
  const TreeMerge& automatic_;
  std::array<Oid, 2> sides_;
  std::vector<Change> changes_;  ///< From git's tree to the one made.
};

/// git's pick of the original onto a commit.
std::optional<TreeMerge> automatic_pick(History& history, Picker& picker, const Commit& original,
                                        const Oid& onto) {
  if (original.parents.size() <= 1) return picker.pick(original.id, onto, {}).merge;
  const auto base = automatic_merge(history, picker, original);
  if (!base) return std::nullopt;
  return picker.merge(*base, history.commit(onto).tree, original.tree);
}

/// A tree's attributes may ask for longer ones (conflict-marker-size).
constexpr std::size_t kShortestMark = 7;

/// Lines with which git opens a conflict.
std::size_t openings(ObjectStore& store, const Oid& tree, std::string_view path) {
  const auto entry = entry_at(store, tree, path);
  if (!entry || !entry->is_file()) return 0;
  const auto blob = store.read(entry->id, Kind::blob);
  const std::string_view text = blob->data;
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const auto end = text.find_first_not_of('<', at);
    if (end != std::string_view::npos && end - at >= kShortestMark && text[end] == ' ') ++count;
    if (text.find('\n', at) == std::string_view::npos) break;
  }
  return count;
}

}  // namespace

std::optional<std::string> unfaithful(ObjectStore& store, const TreeMerge& automatic, const Oid& ours,
                                      const Oid& theirs, const Oid& tree) {
  if (automatic.tree == tree) return std::nullopt;
  return Answer(store, automatic, {ours, theirs}, tree).fault();
}

std::optional<std::string> unsettled(ObjectStore& store, const TreeMerge& automatic, const Oid& ours,
                                     const Oid& theirs, const Oid& tree) {
  for (const auto& path : automatic.paths) {
    const auto own = std::max(openings(store, ours, path), openings(store, theirs, path));
    if (openings(store, tree, path) > own) return shown(path) + " still holds git's conflict marks";
  }
  return std::nullopt;
}

namespace {

std::optional<std::string> fault_of(ObjectStore& store, const TreeMerge& automatic, const Oid& ours,
                                    const Oid& theirs, const Oid& tree) {
  if (auto fault = unfaithful(store, automatic, ours, theirs, tree)) return fault;
  return unsettled(store, automatic, ours, theirs, tree);
}

}  // namespace

std::optional<std::string> unfaithful_copy(ObjectStore& store, History& history, Picker& picker,
                                           const Oid& original, const Oid& onto, const Oid& tree) {
  const Commit commit = history.commit(original);
  const Oid before = history.commit(onto).tree;
  const auto automatic = automatic_pick(history, picker, commit, onto);
  if (!automatic) {
    return "it copies the merge " + original.brief() + ", of which git cannot tell what it decided itself";
  }
  return fault_of(store, *automatic, before, commit.tree, tree);
}

std::optional<std::string> unfaithful_fold(ObjectStore& store, History& history, Picker& picker,
                                           const Oid& ours, const Oid& theirs, const Oid& tree) {
  const auto fold = picker.fold(ours, theirs, "merge");
  if (!fold) return "it merges what it already had";
  const Oid our_tree = history.commit(ours).tree, their_tree = history.commit(theirs).tree;
  return fault_of(store, fold->merge, our_tree, their_tree, tree);
}

}  // namespace sluice::git
