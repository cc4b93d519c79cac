#include "host/git/attributes.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>
#include <system_error>

#include "host/git/tree.hpp"

namespace sluice::git {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view file_name = ".gitattributes";
constexpr std::size_t known_limit = 200'000;
constexpr std::size_t longest_path = 3000;  // git opens no longer ones either.

/// A tree is outside data: a folder's name must not lead out of the work tree or pass for git's own.
bool safe_folder(std::string_view name) {
  return name != "." && name != ".." && name != ".git" && name != file_name && name.size() <= 255 &&
         name.find('/') == std::string_view::npos;
}

/// The tree's own attribute file; a link of that name is not followed, as git does not.
bool is_attribute_file(const TreeEntry& entry) {
  return entry.name == file_name && entry.kind() == EntryKind::regular;
}

std::string joined(const std::string& folder, std::string_view name) {
  return folder.empty() ? std::string(name) : folder + "/" + std::string(name);
}

/// The entry of that name, a folder or not.
std::optional<Entry> find_entry(const Object& tree, std::string_view name, bool is_tree) {
  TreeReader reader(tree.data);
  reader.seek(name, is_tree);
  if (reader.at_end() || reader.entry().name != name || reader.entry().is_tree() != is_tree)
    return std::nullopt;
  return reader.entry();
}

}  // namespace

AttributeFiles attributes_above(ObjectStore& store, const Oid& tree, std::string_view path) {
  AttributeFiles files;
  std::string folder;
  for (Oid here = tree;;) {
    const ObjectRef data = store.read(here, Kind::tree);
    const auto file = find_entry(*data, file_name, false);
    files[folder] = file && file->kind() == EntryKind::regular ? file->id : Oid{};
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) return files;
    const std::string_view name = path.substr(0, slash);
    const auto next = find_entry(*data, name, true);
    if (!next || !safe_folder(name)) return files;
    here = next->id;
    folder = joined(folder, name);
    path.remove_prefix(slash + 1);
  }
}

AttributeTree::AttributeTree(ObjectStore& store, fs::path folder)
    : store_(store), folder_(std::move(folder)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw GitError("cannot make the folder " + folder_.string() + ": " + error.message());
}

std::shared_ptr<const AttributeTree::Below> AttributeTree::below(const Oid& tree, int depth) {
  if (const auto known = known_.find(tree); known != known_.end()) return known->second;
  Below found;
  const ObjectRef data =
      depth < deepest_folder ? store_.read(tree, Kind::tree) : std::make_shared<const Object>();
  for (TreeReader reader(data->data); !reader.at_end(); reader.advance()) {
    const TreeEntry& entry = reader.entry();
    if (is_attribute_file(entry)) found.emplace_back("", entry.id);
    if (!entry.is_tree() || !safe_folder(entry.name)) continue;
    if (const auto inner = below(entry.id, depth + 1))
      for (const auto& [folder, blob] : *inner)
        found.emplace_back(folder.empty() ? std::string(entry.name) : std::string(entry.name) + "/" + folder,
                           blob);
  }
  if (known_.size() > known_limit) known_.clear();
  auto kept = found.empty() ? nullptr : std::make_shared<const Below>(std::move(found));
  known_.emplace(tree, kept);
  return kept;
}

void AttributeTree::lay_out(const Oid& tree) {
  const auto wanted = below(tree, 0);
  std::set<std::string> kept;
  if (wanted)
    for (const auto& [folder, blob] : *wanted) {
      place(folder, blob);
      kept.insert(folder);
    }
  std::vector<std::string> stale;
  for (const auto& [folder, blob] : laid_out_)
    if (!kept.contains(folder)) stale.push_back(folder);
  for (const std::string& folder : stale) clear(folder);
}

void AttributeTree::lay_out(const AttributeFiles& files) {
  for (const auto& [folder, blob] : files)
    if (blob.is_zero())
      clear(folder);
    else
      place(folder, blob);
}

void AttributeTree::place(const std::string& folder, const Oid& blob) {
  const auto there = laid_out_.find(folder);
  if ((there != laid_out_.end() && there->second == blob) || folder.size() > longest_path) return;
  const ObjectRef content = store_.read(blob, Kind::blob);
  const fs::path file = folder_ / folder / file_name;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(content->data.data(), static_cast<std::streamsize>(content->data.size()));
  out.close();
  if (error || !out) {
    laid_out_[folder] = Oid{};
    throw GitError("cannot write " + file.string() + ", which decides how git merges; make room in TMPDIR");
  }
  laid_out_[folder] = blob;
}

void AttributeTree::clear(const std::string& folder) {
  if (laid_out_.erase(folder) == 0) return;
  std::error_code ignored;
  fs::remove(folder_ / folder / file_name, ignored);
}

}  // namespace sluice::git
