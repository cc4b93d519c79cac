#include "host/git/change.hpp"

#include <algorithm>
#include <tuple>

#include "host/git/delta.hpp"

namespace sluice::git {
namespace {

constexpr std::size_t kAtOnce = 200;  ///< Patches held in memory together.

Oid digest(std::string_view text) {
  return ObjectStore::hash(Kind::blob, text);
}

/// A path with its modes; a path holds no zero byte.
void append_place(std::string& text, const Change& change) {
  text += change.path;
  text += '\0';
  text += std::to_string(change.before.mode) + ' ' + std::to_string(change.after.mode) + ' ';
}

/// Exact and places, in that order.
std::pair<Oid, Oid> digests(const std::vector<Change>& delta) {
  std::string places, exact;
  for (const Change& change : delta) {
    append_place(places, change);
    exact += change.before.id.raw();
    exact += change.after.id.raw();
  }
  return {digest(places + exact), digest(places)};
}

/// Equal patches add and remove the same bytes, so each file grows by as much; a file that comes or goes is
/// the same one.
Oid loose_digest(ObjectStore& store, const std::vector<Change>& delta) {
  std::string text;
  for (const Change& change : delta) {
    append_place(text, change);
    if (change.before.is_file() && change.after.is_file()) {
      text += std::to_string(static_cast<std::int64_t>(store.size(change.after.id)) -
                             static_cast<std::int64_t>(store.size(change.before.id)));
    } else {
      text += change.before.id.raw();
      text += change.after.id.raw();
    }
  }
  return digest(text);
}

/// Goes through the output of `git diff-tree --stdin -p`, commit by commit.
class PatchReader {
 public:
  explicit PatchReader(std::unordered_map<Oid, Oid>& into) : into_(into) {}

  void line(std::string_view line) {
    if (const auto id = Oid::parse(line)) {
      finish();
      commit_ = *id;
    } else if (line.starts_with("index ")) {
      blobs_ = line;
    } else if (line.starts_with("@@ ")) {
      patch_ += "@@\n";
    } else {
      // Of a binary file the ids are all that the patch says.
      if (line.starts_with("Binary files ")) patch_.append(blobs_).append("\n");
      patch_.append(line).append("\n");
    }
  }

  void finish() {
    if (commit_) into_[*commit_] = digest(patch_);
    commit_.reset();
    patch_.clear();
  }

 private:
  std::unordered_map<Oid, Oid>& into_;
  std::optional<Oid> commit_;
  std::string patch_, blobs_;
};

}  // namespace

const CommitChange& Changes::of(const Oid& id) {
  if (const auto known = changes_.find(id); known != changes_.end()) return known->second;
  const Commit& commit = history_.commit(id);
  CommitChange change;
  change.before = commit.parents.empty() ? kEmptyTree : history_.commit(commit.parents.front()).tree;
  change.after = commit.tree;
  std::tie(change.exact, change.places) = digests(tree_delta(store_, change.before, change.after));
  return changes_.emplace(id, change).first->second;
}

const Oid& Changes::loose(const Oid& id) {
  if (const auto known = loose_.find(id); known != loose_.end()) return known->second;
  const CommitChange& change = of(id);
  return loose_.emplace(id, loose_digest(store_, tree_delta(store_, change.before, change.after)))
      .first->second;
}

void Changes::read_patches(const std::vector<Oid>& commits) {
  std::vector<Oid> wanted;
  for (const Oid& id : commits) {
    if (!patches_.contains(id)) wanted.push_back(id);
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  if (!wanted.empty()) store_.flush();
  for (std::size_t start = 0; start < wanted.size(); start += kAtOnce) {
    std::string input;
    for (std::size_t i = start; i < std::min(start + kAtOnce, wanted.size()); ++i)
      input += wanted[i].hex() + "\n";
    const std::string output = scratch_.must({"diff-tree", "--stdin", "--root", "-r", "-p", "--full-index",
                                              "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color"},
                                             input);
    PatchReader reader(patches_);
    for (std::string_view rest = output; !rest.empty();) {
      const auto line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      reader.line(line);
    }
    reader.finish();
  }
  // A commit without a patch is like no other.
  for (const Oid& id : wanted) patches_.try_emplace(id, id);
}

}  // namespace sluice::git
