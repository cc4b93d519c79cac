#include "bench/workload.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "bench/bench.hpp"

namespace sluice::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kFilesPerFolder = 10;
constexpr int kLines = 30;

std::string padded(int number) {
  std::string text = std::to_string(number);
  return std::string(4 - std::min<std::size_t>(4, text.size()), '0') + text;
}

/// The stream that makes the repository, written as it goes.
class Stream {
 public:
  Stream(const Shape& shape) : shape_(shape), folders_(std::max(shape.files / kFilesPerFolder, 1)) {
    tops_ = std::max(static_cast<int>(std::sqrt(folders_)), 1);
  }

  std::string make() {
    commit("base", "");
    for (int folder = 0; folder < folders_; ++folder)
      for (int file = 0; file < kFilesPerFolder; ++file) write(folder, file);
    commit("main", "base");
    for (int moved = 0; moved < shape_.moved; ++moved) {
      edit(folder_of(moved), 0, 3, "moved");
      if (shape_.contents) edit(folder_of(moved), 1, 2, "moved");
    }
    if (shape_.contents)
      for (int moved = 0; moved < shape_.moved; ++moved) undo(folder_of(moved), 1);
    for (int number = 0; number < shape_.commits; ++number) queue_commit(number);
    return std::move(text_) + "done\n";
  }

 private:
  int folder_of(int moved) const {
    return static_cast<int>(static_cast<long>(moved) * folders_ / shape_.moved) % folders_;
  }

  std::string path(int folder, int file) const {
    return "part" + padded(folder % tops_) + "/unit" + padded(folder / tops_) + "/file" +
           std::to_string(file) + ".txt";
  }

  void commit(const std::string& branch, const std::string& from) {
    ++commits_;
    // The packs end evenly among the commits, the last with the last of them.
    const auto ended_before = [this](int commits) { return commits * shape_.packs / (shape_.commits + 2); };
    if (ended_before(commits_ - 1) > ended_before(commits_ - 2)) text_ += "checkpoint\n";
    text_ += "commit refs/heads/" + branch + "\nauthor A <a@example.com> " +
             std::to_string(1700000000 + commits_) + " +0000\ncommitter A <a@example.com> " +
             std::to_string(1700000000 + commits_) + " +0000\n";
    data("Change " + std::to_string(commits_) +
         " of the workload\n\nSome words about it, as a commit has them.\n");
    if (!from.empty()) text_ += "from refs/heads/" + from + "\n";
  }

  void data(const std::string& bytes) { text_ += "data " + std::to_string(bytes.size()) + "\n" + bytes; }

  using Lines = std::vector<std::string>;
  Lines original(int folder, int file) const {
    Lines lines;
    for (int line = 0; line < kLines; ++line)
      lines.push_back("line " + std::to_string(line) + " of " + path(folder, file) + "\n");
    return lines;
  }

  void write(int folder, int file) {
    const auto changed = changed_.find({folder, file});
    std::string content;
    for (const std::string& line : changed == changed_.end() ? original(folder, file) : changed->second)
      content += line;
    text_ += "M 100644 inline " + path(folder, file) + "\n";
    data(content);
    text_ += "\n";
  }

  void edit(int folder, int file, int line, const std::string& text) {
    Lines& lines = changed_.try_emplace({folder, file}, original(folder, file)).first->second;
    lines[static_cast<std::size_t>(line)] = text + " " + std::to_string(commits_) + "\n";
    write(folder, file);
  }

  void undo(int folder, int file) { changed_.erase({folder, file}); }

  void queue_commit(int number) {
    commit("queue", number == 0 ? "base" : "");
    for (int change = 0; change < 3; ++change) {
      const int folder = folder_of((number * 7 + change * 101) % shape_.moved);
      edit(folder, 2 + (number + change) % (kFilesPerFolder - 2), (number + 5) % kLines, "queued");
    }
    if (shape_.contents && number % 3 == 0) edit(folder_of(number % shape_.moved), 1, 20, "queued");
  }

  const Shape& shape_;
  int folders_, tops_ = 1, commits_ = 0;
  std::map<std::pair<int, int>, Lines> changed_;
  std::string text_;
};

void make_repository(const fs::path& repository, const Shape& shape) {
  must({"git", "init", "-q", "--bare", "-b", "main", repository.string()});
  must({"git", "-C", repository.string(), "-c", "fastimport.unpackLimit=1", "fast-import", "--quiet",
        "--done"},
       {}, Stream(shape).make());
  if (shape.packs == 1) must({"git", "-C", repository.string(), "repack", "-adq"});
}

/// bench --verb workload FOLDER FILES COMMITS MOVED CONTENTS PACKS: keeps one, to look at or to profile over.
const DeclaredVerb keep("workload", [](const std::vector<std::string>& arguments) {
  make_repository(arguments.at(0), {.files = std::stoi(arguments.at(1)),
                                    .commits = std::stoi(arguments.at(2)),
                                    .moved = std::stoi(arguments.at(3)),
                                    .contents = arguments.at(4) == "1",
                                    .packs = std::stoi(arguments.at(5))});
});

}  // namespace

Workload::Workload(const Shape& shape) : repository_(folder_.path() / "work.git") {
  clone_ = folder_.path() / "clone";
  copy_ = folder_.path() / "copy.git";
  make_repository(repository_, shape);
}

const fs::path& Workload::fresh_clone() {
  fs::remove_all(clone_);
  must({"git", "clone", "-q", "--no-hardlinks", "-b", "queue", repository_.string(), clone_.string()});
  return clone_;
}

const fs::path& Workload::fresh_copy() {
  fs::remove_all(copy_);
  fs::copy(repository_, copy_, fs::copy_options::recursive);
  return copy_;
}

}  // namespace sluice::bench
