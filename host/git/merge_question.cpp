#include "host/git/merge_question.hpp"

#include <algorithm>

#include "host/git/merge_tree.hpp"
#include "host/git/pack_writer.hpp"

namespace sluice::git {

Oid MergeQuestion::tree(std::vector<Leaf> leaves) {
  std::sort(leaves.begin(), leaves.end(), [](const Leaf& a, const Leaf& b) { return a.path < b.path; });
  return folder(leaves, 0, leaves.size(), 0);
}

Oid MergeQuestion::commit(const Oid& tree, const Oid* parent, std::string_view subject) {
  return add(Kind::commit, synthetic_commit(tree, parent, subject));
}

void MergeQuestion::pack(const std::filesystem::path& objects) const {
  PackWriter writer(objects / "pack", static_cast<std::uint32_t>(objects_.size()));
  for (const auto& [id, object] : objects_) writer.add(id, object->kind, object->data);
  writer.finish();
}

Oid MergeQuestion::folder(const std::vector<Leaf>& leaves, std::size_t from, std::size_t to,
                          std::size_t depth) {
  // In the order of paths a folder's files stand together, but a folder need not stand in a tree's order.
  struct Child {
    std::string_view name;
    Entry entry;
  };
  std::vector<Child> children;
  while (from < to) {
    const std::string_view rest = leaves[from].path.substr(depth);
    const std::size_t slash = rest.find('/');
    const std::string_view name = rest.substr(0, slash);
    if (slash == std::string_view::npos) {
      children.push_back({name, leaves[from].entry});
      copy(leaves[from++].entry.id);
      continue;
    }
    const std::string_view prefix = rest.substr(0, slash + 1);
    std::size_t end = from + 1;
    while (end < to && leaves[end].path.substr(depth).starts_with(prefix)) ++end;
    children.push_back({name, {0040000, folder(leaves, from, end, depth + slash + 1)}});
    from = end;
  }
  std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
    return compare_names(a.name, a.entry.mode == 0040000, b.name, b.entry.mode == 0040000) < 0;
  });
  std::string data;
  for (const Child& child : children) append_entry(data, child.name, child.entry);
  return add(Kind::tree, std::move(data));
}

void MergeQuestion::copy(const Oid& blob) {
  if (!objects_.contains(blob)) objects_.emplace(blob, store_.read(blob, Kind::blob));
}

Oid MergeQuestion::add(Kind kind, std::string data) {
  const Oid id = ObjectStore::hash(kind, data);
  objects_.emplace(id, std::make_shared<const Object>(Object{kind, std::move(data)}));
  return id;
}

}  // namespace sluice::git
