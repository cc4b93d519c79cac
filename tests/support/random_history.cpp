#include "support/random_history.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "host/process/child.hpp"
#include "support/file_contents.hpp"

namespace sluice::test {
namespace {

constexpr std::uint32_t kFile = 0100644, kProgram = 0100755, kLink = 0120000, kModule = 0160000;

// Names whose order differs with and without a folder's slash, names that are no UTF-8, and few enough of all
// that two sides meet.
const std::vector<std::string> kFolders = {"",   "",     "a/",     "a/",  "b/",    "a/c/",
                                           "d/", "d.e/", "n\xe9/", "f0/", "a/c/g/"};
const std::vector<std::string> kNames = {"f0", "f1", "f2.txt", "f3",        "f4",   "d",
                                         "a",  "d-", "l\xff",  "two w.txt", "n\nl", "\"q"};

class Author {
 public:
  Author(Dice& dice, Profile profile, bool line_endings)
      : dice_(dice), profile_(profile), line_endings_(line_endings) {}

  FileTree base() {
    FileTree tree;
    const std::size_t files = profile_ == Profile::ordinary ? 250 : 12 + dice_.below(14);
    for (std::size_t i = 0; i < files; ++i) put(tree, new_path(), {random_mode(), random_content(dice_)});
    if (dice_.chance(profile_ == Profile::ordinary ? 10 : 30)) write_attributes(tree);
    return tree;
  }

  /// What one commit makes of a tree.
  FileTree next(FileTree tree) {
    const std::size_t changes = 1 + dice_.below(profile_ == Profile::ordinary ? 4 : 3);
    for (std::size_t i = 0; i < changes; ++i)
      if (profile_ == Profile::ordinary)
        ordinary(tree);
      else
        hostile(tree);
    if (tree.empty()) put(tree, "f0", {kFile, random_content(dice_)});
    return tree;
  }

 private:
  std::uint32_t random_mode() { return dice_.chance(10) ? kProgram : kFile; }

  std::string new_path() {
    if (profile_ == Profile::hostile) return dice_.one_of(kFolders) + dice_.one_of(kNames);
    return dice_.one_of(kFolders) + "f" + std::to_string(dice_.below(300)) + ".txt";
  }

  std::string some_path(const FileTree& tree) {
    return tree.empty()
               ? "f0"
               : std::next(tree.begin(), static_cast<std::ptrdiff_t>(dice_.below(tree.size())))->first;
  }

  /// Whatever stood in its place, above or below, goes.
  static void put(FileTree& tree, const std::string& path, FileState file) {
    for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
      tree.erase(path.substr(0, slash));
    std::erase_if(tree, [&](const auto& entry) { return entry.first.starts_with(path + "/"); });
    tree[path] = std::move(file);
  }

  void ordinary(FileTree& tree) {
    const std::size_t kind = dice_.below(1000);
    if (kind < 890) return edit(tree);
    if (kind < 960) return add(tree);
    if (kind < 985) return change_mode(tree);
    if (kind < 994) return remove(tree);
    if (kind < 999) return rename(tree);
    rename_folder(tree);
  }

  void hostile(FileTree& tree) {
    using Act = void (Author::*)(FileTree&);
    static constexpr std::array<Act, 22> acts = {&Author::edit,          &Author::edit,
                                                 &Author::edit,          &Author::edit,
                                                 &Author::edit,          &Author::add,
                                                 &Author::add,           &Author::add_alike,
                                                 &Author::remove,        &Author::rename,
                                                 &Author::rename,        &Author::rename_folder,
                                                 &Author::remove_folder, &Author::change_mode,
                                                 &Author::relink,        &Author::add_module,
                                                 &Author::rewrite,       &Author::change_whitespace,
                                                 &Author::swap_kinds,    &Author::write_attributes,
                                                 &Author::nothing,       &Author::empty_out};
    (this->*acts[dice_.below(acts.size())])(tree);
  }

  void nothing(FileTree&) {}
  void edit(FileTree& tree) {
    FileState& file = tree[some_path(tree)];
    if (file.mode == kModule)
      file.content = module_commit();
    else if (file.mode == kLink)
      file.content = dice_.one_of(kNames);
    else
      file.content = edited(dice_, file.content);
  }
  void add(FileTree& tree) { put(tree, new_path(), {random_mode(), random_content(dice_)}); }
  /// A new file much like an old one: a copy, or what git takes for a rename when the old one goes.
  void add_alike(FileTree& tree) {
    const FileState old = tree[some_path(tree)];
    put(tree, new_path(), {old.mode, old.mode == kFile ? edited(dice_, old.content) : old.content});
  }
  void remove(FileTree& tree) { tree.erase(some_path(tree)); }
  void rename(FileTree& tree) {
    const std::string path = some_path(tree);
    FileState file = tree[path];
    tree.erase(path);
    if (dice_.chance(50) && file.mode == kFile) file.content = edited(dice_, file.content);
    put(tree, new_path(), std::move(file));
  }
  void rename_folder(FileTree& tree) {
    const std::string from = dice_.one_of(kFolders), to = dice_.one_of(kFolders);
    if (from == to || (from.empty() && dice_.chance(90))) return;
    FileTree moved;
    for (auto entry = tree.lower_bound(from); entry != tree.end() && entry->first.starts_with(from);) {
      moved.insert(*entry);
      entry = tree.erase(entry);
    }
    for (const auto& [path, file] : moved) put(tree, to + path.substr(from.size()), file);
  }
  void remove_folder(FileTree& tree) {
    const std::string folder = dice_.one_of(kFolders);
    if (!folder.empty())
      std::erase_if(tree, [&](const auto& entry) { return entry.first.starts_with(folder); });
  }
  void change_mode(FileTree& tree) {
    FileState& file = tree[some_path(tree)];
    if (file.mode == kFile || file.mode == kProgram) file.mode ^= kFile ^ kProgram;
  }
  void relink(FileTree& tree) { put(tree, some_path(tree), {kLink, dice_.one_of(kNames)}); }
  void add_module(FileTree& tree) {
    put(tree, dice_.chance(50) ? some_path(tree) : new_path(), {kModule, module_commit()});
  }
  void rewrite(FileTree& tree) { put(tree, some_path(tree), {random_mode(), random_content(dice_)}); }
  void change_whitespace(FileTree& tree) {
    FileState& file = tree[some_path(tree)];
    if (file.mode != kModule && file.mode != kLink) file.content = with_other_whitespace(dice_, file.content);
  }
  void swap_kinds(FileTree& tree) {
    const std::string path = some_path(tree);
    const FileState file = tree[path];
    if (const std::size_t slash = path.rfind('/'); slash != std::string::npos && dice_.chance(50))
      put(tree, path.substr(0, slash), file);
    else
      put(tree, path + "/" + dice_.one_of(kNames), file);
  }
  void write_attributes(FileTree& tree) {
    put(tree, dice_.one_of(kFolders) + ".gitattributes", {kFile, random_attributes(dice_, line_endings_)});
  }
  void empty_out(FileTree& tree) { tree[some_path(tree)] = {kFile, ""}; }
  std::string module_commit() { return std::string(39, '1') + static_cast<char>('1' + dice_.below(4)); }

  Dice& dice_;
  Profile profile_;
  bool line_endings_;
};

/// A third tree with what changed from `before` to `after`, where it holds the same files: a commit that
/// reached both lines.
FileTree carried_over(FileTree target, const FileTree& before, const FileTree& after) {
  for (const auto& [path, file] : before) {
    const auto there = target.find(path);
    if (there == target.end() || there->second != file) continue;
    if (const auto now = after.find(path); now == after.end())
      target.erase(there);
    else
      there->second = now->second;
  }
  return target;
}

std::string quoted(const std::string& path) {
  std::string text = "\"";
  for (const char letter : path) {
    const auto byte = static_cast<unsigned char>(letter);
    text.push_back('\\');
    for (const int shift : {6, 3, 0}) text.push_back(static_cast<char>('0' + ((byte >> shift) & 7)));
  }
  return text + "\"";
}

std::string octal(std::uint32_t mode) {
  std::string text;
  for (; mode > 0; mode /= 8) text.insert(text.begin(), static_cast<char>('0' + mode % 8));
  return text;
}

std::string data(const std::string& bytes) {
  return "data " + std::to_string(bytes.size()) + "\n" + bytes + "\n";
}

void write_changes(std::string& stream, const FileTree& before, const FileTree& after) {
  for (const auto& [path, file] : before)
    if (!after.contains(path)) stream += "D " + quoted(path) + "\n";
  for (const auto& [path, file] : after) {
    if (const auto old = before.find(path); old != before.end() && old->second == file) continue;
    const bool module = file.mode == kModule;
    stream += "M " + octal(file.mode) + " " + (module ? file.content : "inline") + " " + quoted(path) + "\n";
    if (!module) stream += data(file.content);
  }
}

process::Result must(const std::filesystem::path& repository, std::vector<std::string> arguments,
                     std::string input) {
  process::Command command;
  command.argv = {"git", "-C", repository.string()};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.input = std::move(input);
  process::Result result = process::run(command);
  if (!result.ok()) throw std::runtime_error("git " + arguments.front() + ": " + result.error);
  return result;
}

}  // namespace

FileTree attribute_files(const FileTree& tree) {
  FileTree found;
  for (const auto& [path, file] : tree)
    if ((path == ".gitattributes" || path.ends_with("/.gitattributes")) &&
        (file.mode == kFile || file.mode == kProgram))
      found.emplace(path, file);
  return found;
}

RandomHistory::RandomHistory(std::uint64_t seed, Profile profile, bool line_ending_attributes) {
  Dice dice(seed);
  Author author(dice, profile, line_ending_attributes);
  steps_.push_back({-1, author.base(), {}, {}});
  for (std::vector<int>* line : {&first_, &second_}) {
    line->push_back(0);
    for (int commits = 0; commits < 8; ++commits) {
      const int parent = line->back();
      FileTree files = steps_[static_cast<std::size_t>(parent)].files;
      if (line == &second_ && dice.chance(10)) {
        const Step& copied = steps_[static_cast<std::size_t>(dice.one_of(first_))];
        if (copied.parent >= 0)
          files = carried_over(files, steps_[static_cast<std::size_t>(copied.parent)].files, copied.files);
      } else {
        files = author.next(std::move(files));
      }
      steps_.push_back({parent, std::move(files), {}, {}});
      line->push_back(static_cast<int>(steps_.size()) - 1);
    }
  }
}

void import(const std::filesystem::path& repository, std::vector<RandomHistory>& histories) {
  std::string stream;
  std::size_t marks = 0;
  static const FileTree nothing;
  for (const RandomHistory& history : histories) {
    const std::size_t first = marks + 1;
    for (const RandomHistory::Step& step : history.steps()) {
      ++marks;
      const std::string number = std::to_string(marks);
      stream += "commit refs/steps/" + number + "\nmark :" + number + "\nauthor A <a@x> " +
                std::to_string(1700000000 + marks) + " +0100\ncommitter C <c@x> " +
                std::to_string(1700000000 + marks) + " +0000\n" + data("step " + number + "\n");
      const bool root = step.parent < 0;
      if (!root) stream += "from :" + std::to_string(first + static_cast<std::size_t>(step.parent)) + "\n";
      write_changes(stream, root ? nothing : history.steps()[static_cast<std::size_t>(step.parent)].files,
                    step.files);
      stream += "\n";
    }
  }
  must(repository, {"fast-import", "--quiet", "--done"}, stream + "done\n");

  std::string names;
  for (std::size_t mark = 1; mark <= marks; ++mark)
    names += "refs/steps/" + std::to_string(mark) + "\nrefs/steps/" + std::to_string(mark) + "^{tree}\n";
  const std::string ids = must(repository, {"cat-file", "--batch-check=%(objectname)"}, names).output;
  std::size_t at = 0;
  for (RandomHistory& history : histories)
    for (RandomHistory::Step& step : history.steps()) {
      step.commit = git::Oid::from_hex(ids.substr(at, 40));
      step.tree = git::Oid::from_hex(ids.substr(at + 41, 40));
      at += 82;
    }
}

}  // namespace sluice::test
