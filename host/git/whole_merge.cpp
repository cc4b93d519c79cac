#include "host/git/whole_merge.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <system_error>

#include "host/git/pack_writer.hpp"

namespace sluice::git {
namespace {

namespace fs = std::filesystem;

/// A loose object that is gone again with its variable.
class PassingObject {
 public:
  PassingObject(const fs::path& objects, Kind kind, const char* kind_name, const std::string& data)
      : id_(ObjectStore::hash(kind, data)) {
    const std::string hex = id_.hex();
    const fs::path folder = objects / hex.substr(0, 2);
    std::error_code error;
    fs::create_directory(folder, error);
    if (error) throw GitError("cannot make the folder " + folder.string() + ": " + error.message());
    FileInMaking file(folder);
    file.write(stored(std::string(kind_name) + " " + std::to_string(data.size()) + '\0' + data));
    file.close();
    path_ = folder / hex.substr(2);
    file.rename_to(path_);
  }
  ~PassingObject() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  PassingObject(const PassingObject&) = delete;
  PassingObject& operator=(const PassingObject&) = delete;
  const Oid& id() const { return id_; }

 private:
  static std::string stored(const std::string& text) {
    libdeflate_compressor* compressor = libdeflate_alloc_compressor(0);
    if (compressor == nullptr) throw std::bad_alloc();
    std::string result(libdeflate_zlib_compress_bound(compressor, text.size()), '\0');
    result.resize(
        libdeflate_zlib_compress(compressor, text.data(), text.size(), result.data(), result.size()));
    libdeflate_free_compressor(compressor);
    return result;
  }

  Oid id_;
  fs::path path_;
};

/// Where a file and a folder claim one name, git sets the file aside as "name~side"; the sides are ours
/// alone.
std::vector<std::string> without_sides(std::vector<std::string> paths, const Oid& ours, const Oid& theirs) {
  for (std::string& path : paths)
    for (const Oid& side : {ours, theirs})
      if (const std::size_t mark = path.rfind("~" + side.hex()); mark != std::string::npos) path.resize(mark);
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

}  // namespace

WholeMerger::WholeMerger(const Scratch& scratch, ObjectStore& store)
    : scratch_(scratch),
      store_(store),
      room_{scratch.directory(), scratch.directory() / "attributes"},
      attributes_(store, room_.work_tree) {}

GitMerge WholeMerger::merge_trees(const Oid& base_tree, const Oid& our_tree, const Oid& their_tree) {
  store_.flush();
  attributes_.lay_out(our_tree);
  const PassingObject base(scratch_.objects(), Kind::commit, "commit",
                           synthetic_commit(base_tree, nullptr, "base"));
  const PassingObject ours(scratch_.objects(), Kind::commit, "commit",
                           synthetic_commit(our_tree, &base.id(), "ours"));
  const PassingObject theirs(scratch_.objects(), Kind::commit, "commit",
                             synthetic_commit(their_tree, &base.id(), "theirs"));
  GitMerge merge = ask_merge_tree(room_, ours.id(), theirs.id());
  if (merge.crashed) return unmerged(our_tree, base_tree, their_tree);
  merge.paths = without_sides(std::move(merge.paths), ours.id(), theirs.id());
  return merge;
}

GitMerge WholeMerger::unmerged(const Oid& our_tree, const Oid& from, const Oid& to) {
  GitMerge merge{.clean = false, .crashed = true, .tree = our_tree, .paths = {}};
  const std::string names =
      scratch_.must({"diff-tree", "-r", "-z", "--name-only", "--no-renames", from.hex(), to.hex()});
  for (std::size_t start = 0; start < names.size();) {
    const std::size_t end = names.find('\0', start);
    merge.paths.push_back(names.substr(start, end - start));
    start = end + 1;
  }
  return merge;
}

GitMerge WholeMerger::merge_commits(const Oid& ours, const Oid& theirs, const Oid& our_tree) {
  store_.flush();
  attributes_.lay_out(our_tree);
  GitMerge merge = ask_merge_tree(room_, ours, theirs);
  if (merge.crashed) return unmerged(our_tree, ours, theirs);
  merge.paths = without_sides(std::move(merge.paths), ours, theirs);
  return merge;
}

}  // namespace sluice::git
