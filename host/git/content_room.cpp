#include "host/git/content_room.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>

#include "host/git/merge_question.hpp"
#include "host/git/object_folders.hpp"

namespace sluice::git {
namespace {

namespace fs = std::filesystem;

// Thrown away with the pass: nothing in it needs compression or has to survive a power cut.
constexpr std::string_view room_config = R"([core]
	repositoryformatversion = 0
	bare = false
	compression = 0
	looseCompression = 0
	fsync = none
[gc]
	auto = 0
)";

void write_text(const fs::path& file, std::string_view text) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) throw GitError("cannot write " + file.string() + "; make room in TMPDIR");
}

fs::path make_room(const fs::path& folder) {
  std::error_code error;
  for (const char* part : {"objects/pack", "objects/info", "refs"})
    if (!error) fs::create_directories(folder / part, error);
  if (error) throw GitError("cannot make the folder " + folder.string() + ": " + error.message());
  write_text(folder / "HEAD", "ref: refs/heads/none\n");
  write_text(folder / "config", room_config);
  return folder;
}

/// Packs and loose objects of one question, gone when it is answered.
class ObjectFolder {
 public:
  explicit ObjectFolder(fs::path folder) : folder_(std::move(folder)) {}
  ~ObjectFolder() {
    std::error_code ignored;
    for (const auto& part : fs::directory_iterator(folder_, ignored))
      if (part.path().filename() == "pack")
        for (const auto& file : fs::directory_iterator(part.path(), ignored))
          fs::remove(file.path(), ignored);
      else if (part.path().filename() != "info")
        fs::remove_all(part.path(), ignored);
  }
  ObjectFolder(const ObjectFolder&) = delete;
  ObjectFolder& operator=(const ObjectFolder&) = delete;
  const fs::path& path() const { return folder_; }

 private:
  fs::path folder_;
};

/// Reads what a tree that git merged says of a path, and the contents there.
class MergedTree {
 public:
  MergedTree(const MergeQuestion& question, const fs::path& objects, const Oid& tree)
      : question_(question), objects_({objects}), tree_(tree) {}

  MergedContent at(std::string_view path) {
    Oid tree = tree_;
    while (true) {
      const std::size_t slash = path.find('/');
      const Entry entry = find(tree, path.substr(0, slash));
      if (slash == std::string_view::npos) return {entry, false, contents(entry.id)};
      tree = entry.id;
      path.remove_prefix(slash + 1);
    }
  }

 private:
  Entry find(const Oid& tree, std::string_view name) {
    auto known = trees_.find(tree);
    if (known == trees_.end()) {
      auto data = objects_.read(tree);
      if (!data) throw GitError("git merged contents into tree " + tree.hex() + ", which it did not write");
      known = trees_.emplace(tree, std::move(data->data)).first;
    }
    for (TreeReader reader(known->second); !reader.at_end(); reader.advance())
      if (reader.entry().name == name) return reader.entry();
    throw GitError("git merged contents into tree " + tree.hex() +
                   ", which lacks one of the files asked for");
  }

  ObjectRef contents(const Oid& blob) {
    if (question_.holds(blob)) return nullptr;
    auto merged = objects_.read(blob);
    if (!merged) throw GitError("git merged contents into blob " + blob.hex() + ", which it did not write");
    return std::make_shared<const Object>(std::move(*merged));
  }

  const MergeQuestion& question_;
  ObjectFolders objects_;
  Oid tree_;
  std::unordered_map<Oid, std::string> trees_;
};

Oid side(MergeQuestion& question, const std::vector<ContentMerge>& contents, Entry ContentMerge::*which) {
  std::vector<MergeQuestion::Leaf> leaves;
  leaves.reserve(contents.size());
  for (const ContentMerge& content : contents) leaves.push_back({content.path, content.*which});
  return question.tree(std::move(leaves));
}

}  // namespace

ContentRoom::ContentRoom(const Scratch& scratch, ObjectStore& store)
    : store_(store),
      room_{make_room(scratch.directory() / "contents"), scratch.directory() / "contents-attributes"},
      attributes_(store, room_.work_tree) {}

std::optional<std::vector<MergedContent>> ContentRoom::merge(const std::vector<ContentMerge>& contents,
                                                             const AttributeFiles& attributes) {
  attributes_.lay_out(attributes);
  MergeQuestion question(store_);
  const Oid base = question.commit(side(question, contents, &ContentMerge::base), nullptr, "base");
  const Oid ours = question.commit(side(question, contents, &ContentMerge::ours), &base, "ours");
  const Oid theirs = question.commit(side(question, contents, &ContentMerge::theirs), &base, "theirs");
  const ObjectFolder objects(room_.git_folder / "objects");
  question.pack(objects.path());
  const GitMerge merged = ask_merge_tree(room_, ours, theirs);
  if (merged.crashed) return std::nullopt;

  std::vector<MergedContent> answers;
  MergedTree tree(question, objects.path(), merged.tree);
  for (const ContentMerge& content : contents) {
    answers.push_back(tree.at(content.path));
    answers.back().conflict = std::binary_search(merged.paths.begin(), merged.paths.end(), content.path);
  }
  return answers;
}

}  // namespace sluice::git
