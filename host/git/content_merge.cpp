#include "host/git/content_merge.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <system_error>
#include <unordered_map>

#include "host/git/object_folders.hpp"
#include "host/git/pack_writer.hpp"

namespace sluice::git {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_bytes = std::uint64_t{32} << 20;

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

/// The objects that one question to git is made of.
class Question {
 public:
  explicit Question(ObjectStore& store) : store_(store) {}

  struct Leaf {
    std::string_view path;
    Entry entry;
  };

  /// The tree of these files, sorted by path.
  Oid tree(const std::vector<Leaf>& leaves) { return folder(leaves, 0, leaves.size(), 0); }

  Oid commit(const Oid& tree, const Oid* parent, std::string_view subject) {
    return add(Kind::commit, synthetic_commit(tree, parent, subject));
  }

  bool holds(const Oid& id) const { return objects_.contains(id); }

  void pack(const fs::path& objects) {
    PackWriter writer(objects / "pack", static_cast<std::uint32_t>(objects_.size()));
    for (const auto& [id, object] : objects_) writer.add(id, object->kind, object->data);
    writer.finish();
  }

 private:
  Oid folder(const std::vector<Leaf>& leaves, std::size_t from, std::size_t to, std::size_t depth) {
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

  void copy(const Oid& blob) {
    if (!objects_.contains(blob)) objects_.emplace(blob, store_.read(blob, Kind::blob));
  }

  Oid add(Kind kind, std::string data) {
    const Oid id = ObjectStore::hash(kind, data);
    objects_.emplace(id, std::make_shared<const Object>(Object{kind, std::move(data)}));
    return id;
  }

  ObjectStore& store_;
  std::unordered_map<Oid, ObjectRef> objects_;
};

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

/// Reads the files of a merged tree and brings their contents home.
class Answer {
 public:
  Answer(ObjectStore& store, const Question& question, const fs::path& objects)
      : store_(store), question_(question), objects_({objects}) {}

  Entry take(Oid tree, std::string_view path) {
    while (true) {
      const std::size_t slash = path.find('/');
      const std::string_view name = path.substr(0, slash);
      const Entry entry = find(tree, name);
      if (slash == std::string_view::npos) return bring(entry);
      tree = entry.id;
      path.remove_prefix(slash + 1);
    }
  }

 private:
  Entry find(const Oid& tree, std::string_view name) {
    const std::string data = read_tree(tree);
    for (TreeReader reader(data); !reader.at_end(); reader.advance())
      if (reader.entry().name == name) return reader.entry();
    throw GitError("git merged contents into tree " + tree.hex() +
                   ", which lacks one of the files asked for");
  }

  std::string read_tree(const Oid& tree) {
    if (auto data = objects_.read(tree)) return std::move(data->data);
    throw GitError("git merged contents into tree " + tree.hex() + ", which it did not write");
  }

  Entry bring(const Entry& entry) {
    if (question_.holds(entry.id)) return entry;
    if (auto merged = objects_.read(entry.id)) store_.put(entry.id, Kind::blob, std::move(merged->data));
    return entry;
  }

  ObjectStore& store_;
  const Question& question_;
  ObjectFolders objects_;
};

Oid side(Question& question, const std::vector<ContentMerge>& contents, Entry ContentMerge::*which) {
  std::vector<Question::Leaf> leaves;
  leaves.reserve(contents.size());
  for (const ContentMerge& content : contents) leaves.push_back({content.path, content.*which});
  std::sort(leaves.begin(), leaves.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return question.tree(leaves);
}

}  // namespace

ContentMerger::ContentMerger(const Scratch& scratch, ObjectStore& store)
    : store_(store),
      room_{make_room(scratch.directory() / "contents"), scratch.directory() / "contents-attributes"},
      attributes_(store, room_.work_tree) {}

bool ContentMerger::can_hold(const std::vector<ContentMerge>& contents) {
  std::uint64_t bytes = 0;
  for (const ContentMerge& content : contents)
    for (const Entry& entry : {content.base, content.ours, content.theirs}) bytes += store_.size(entry.id);
  return bytes <= most_bytes;
}

std::optional<ContentMerger::Verdict> ContentMerger::merge(const Oid& our_tree,
                                                           const std::vector<ContentMerge>& contents) {
  if (!can_hold(contents)) return std::nullopt;
  std::vector<std::string> paths;
  for (const ContentMerge& content : contents) paths.push_back(content.path);
  attributes_.lay_out_for(our_tree, paths);

  Question question(store_);
  const Oid base = question.commit(side(question, contents, &ContentMerge::base), nullptr, "base");
  const Oid ours = question.commit(side(question, contents, &ContentMerge::ours), &base, "ours");
  const Oid theirs = question.commit(side(question, contents, &ContentMerge::theirs), &base, "theirs");
  const ObjectFolder objects(room_.git_folder / "objects");
  question.pack(objects.path());
  GitMerge merged = ask_merge_tree(room_, ours, theirs);
  if (merged.crashed) return std::nullopt;

  Verdict verdict;
  Answer answer(store_, question, objects.path());
  for (const std::string& path : paths) verdict.settled.emplace(path, answer.take(merged.tree, path));
  verdict.conflicts = std::move(merged.paths);
  return verdict;
}

}  // namespace sluice::git
