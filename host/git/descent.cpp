#include "host/git/descent.hpp"

#include <optional>
#include <utility>

namespace sluice::git {
namespace {

/// What the commit did to one name: it is in base, in theirs, or in both and not the same.
struct NameChange {
  std::optional<TreeEntry> base, theirs;
  std::string_view name() const { return base ? base->name : theirs->name; }
  bool is_tree() const { return base ? base->is_tree() : theirs->is_tree(); }
};

/// The next change between two trees, both readers put behind it.
std::optional<NameChange> next_change(TreeReader& base, TreeReader& theirs) {
  while (!base.at_end() || !theirs.at_end()) {
    int order = 0;
    if (base.at_end()) {
      order = 1;
    } else if (theirs.at_end()) {
      order = -1;
    } else if (base.entry().raw != theirs.entry().raw) {
      const TreeEntry &b = base.entry(), &t = theirs.entry();
      order = compare_names(b.name, b.is_tree(), t.name, t.is_tree());
    } else {
      base.advance();
      theirs.advance();
      continue;
    }
    NameChange change;
    if (order <= 0) {
      change.base = base.entry();
      base.advance();
    }
    if (order >= 0) {
      change.theirs = theirs.entry();
      theirs.advance();
    }
    return change;
  }
  return std::nullopt;
}

class FolderWalk {
 public:
  FolderWalk(ObjectStore& store, const Settled& settled) : store_(store), settled_(settled) {}

  Descent run(const Oid& base, const Oid& ours, const Oid& theirs) {
    result_.tree = folder(base, ours, theirs);
    if (result_.doubt.empty() && result_.contents.empty())
      for (Staged& tree : staged_) store_.put(tree.id, Kind::tree, std::move(tree.data), tree.like);
    return std::move(result_);
  }

 private:
  struct Staged {
    Oid id, like;
    std::string data;
  };
  struct Folder {
    TreeReader ours;
    TreeSplice splice;
    std::string_view bytes;
  };

  void doubt(std::string_view why) {
    if (result_.doubt.empty()) result_.doubt = why;
  }
  bool in_doubt() const { return !result_.doubt.empty(); }

  ObjectRef tree(const Oid& id) {
    return id.is_zero() ? std::make_shared<const Object>(Object{Kind::tree, {}})
                        : store_.read(id, Kind::tree);
  }

  /// The merged folder's id; base may be zero, where the folder was not there.
  Oid folder(const Oid& base_id, const Oid& our_id, const Oid& their_id) {
    if (++depth_ > deepest_folder) doubt("folders lie too deep");
    if (in_doubt()) return our_id;
    const ObjectRef base_tree = tree(base_id), our_tree = tree(our_id), their_tree = tree(their_id);
    if (their_tree->data.empty()) doubt("the commit empties a folder");
    TreeReader base(base_tree->data), theirs(their_tree->data);
    Folder here{TreeReader(our_tree->data), TreeSplice(our_tree->data), our_tree->data};
    while (const auto change = next_change(base, theirs)) {
      here.ours.seek(change->name(), change->is_tree());
      settle(here, *change);
      if (in_doubt()) return our_id;
    }
    while (!here.ours.at_end()) here.ours.advance();
    if (!base.regular() || !theirs.regular() || !here.ours.regular())
      doubt("a tree has modes or an order of old");
    --depth_;
    return in_doubt() || !here.splice.changed() ? our_id : stage(here.splice.take(), our_id);
  }

  Oid stage(std::string data, const Oid& like) {
    if (data.empty()) doubt("a folder is emptied");
    const Oid id = ObjectStore::hash(Kind::tree, data);
    staged_.push_back({id, like, std::move(data)});
    return id;
  }

  void settle(Folder& here, const NameChange& change) {
    std::optional<TreeEntry> ours;
    if (!here.ours.at_end() && here.ours.entry().name == change.name() &&
        here.ours.entry().is_tree() == change.is_tree())
      ours = here.ours.entry();
    const std::size_t path_end = path_.size();
    if (path_end > 0) path_.push_back('/');
    path_.append(change.name());
    if (!change.base)
      added(here, ours, *change.theirs);
    else if (!change.theirs)
      deleted(here, ours, *change.base);
    else
      modified(here, ours, *change.base, *change.theirs);
    path_.resize(path_end);
  }

  void added(Folder& here, const std::optional<TreeEntry>& ours, const TreeEntry& theirs) {
    if (ours && theirs.is_tree()) {
      const Oid merged = folder(Oid{}, ours->id, theirs.id);
      if (merged != ours->id) here.splice.replace(*ours, {theirs.mode, merged});
    } else if (ours) {
      if (Entry(*ours) != Entry(theirs)) doubt("both sides add the same file");
    } else if (has_other_kind(here, theirs)) {
      doubt("a file and a folder claim one name");
    } else {
      if (theirs.is_tree()) check_new_folder(theirs.id);
      here.splice.insert(here.ours.position(), theirs.name, theirs);
    }
  }

  /// Whether ours has a file of the new folder's name, or a folder of the new file's.
  static bool has_other_kind(const Folder& here, const TreeEntry& theirs) {
    // A file stands before its folder's place, which the reader has passed; a folder stands ahead.
    TreeReader reader = theirs.is_tree() ? TreeReader(here.bytes) : here.ours;
    reader.seek(theirs.name, !theirs.is_tree());
    return !reader.at_end() && reader.entry().name == theirs.name;
  }

  /// git writes a folder that it went into anew, with the modes of today.
  void check_new_folder(const Oid& id) {
    if (++depth_ > deepest_folder) doubt("folders lie too deep");
    if (in_doubt()) return;
    const ObjectRef data = tree(id);
    TreeReader reader(data->data);
    if (reader.at_end()) doubt("a tree holds an empty tree");
    for (; !reader.at_end(); reader.advance())
      if (reader.entry().is_tree()) check_new_folder(reader.entry().id);
    if (!reader.regular()) doubt("a tree has modes or an order of old");
    --depth_;
  }

  void deleted(Folder& here, const std::optional<TreeEntry>& ours, const TreeEntry& base) {
    if (base.is_tree())
      doubt("the commit empties a folder");
    else if (!ours || Entry(*ours) != Entry(base))
      doubt("the commit deletes what the other side changed");
    else
      here.splice.remove(*ours);
  }

  void modified(Folder& here, const std::optional<TreeEntry>& ours, const TreeEntry& base,
                const TreeEntry& theirs) {
    if (!ours) return doubt("the commit changes what is not there");
    if (base.is_tree()) {
      const Oid merged = folder(base.id, ours->id, theirs.id);
      if (merged != ours->id) here.splice.replace(*ours, {theirs.mode, merged});
      return;
    }
    if (base.kind() != theirs.kind() || base.kind() != ours->kind()) return doubt("a file changes its type");
    if (Entry(*ours) == Entry(theirs)) return;
    if (Entry(*ours) == Entry(base)) return here.splice.replace(*ours, theirs);
    if (base.kind() != EntryKind::regular) return doubt("both sides change a link");
    both_changed(here, *ours, base, theirs);
  }

  void both_changed(Folder& here, const TreeEntry& ours, const TreeEntry& base, const TreeEntry& theirs) {
    Entry merged;
    merged.mode = ours.mode == base.mode ? theirs.mode : ours.mode;
    if (ours.id == base.id || ours.id == theirs.id) {
      merged.id = theirs.id;
    } else if (theirs.id == base.id) {
      merged.id = ours.id;
    } else if (const auto known = settled_.find(path_); known != settled_.end()) {
      merged = known->second;
    } else {
      result_.contents.push_back({path_, base, ours, theirs});
      return;
    }
    if (merged != Entry(ours)) here.splice.replace(ours, merged);
  }

  ObjectStore& store_;
  const Settled& settled_;
  Descent result_;
  std::vector<Staged> staged_;
  std::string path_;
  int depth_ = 0;
};

}  // namespace

Descent descend(ObjectStore& store, const Oid& base, const Oid& ours, const Oid& theirs,
                const Settled& settled) {
  return FolderWalk(store, settled).run(base, ours, theirs);
}

}  // namespace sluice::git
