#pragma once
// Random histories to hold against git: two lines of commits from one base, made in memory and handed to git
// by fast-import, so that none of the code under test has a part in them.

#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "host/git/oid.hpp"

namespace sluice::test {

struct FileState {
  std::uint32_t mode = 0100644;  ///< 0100644, 0100755, 0120000 or 0160000.
  std::string content;           ///< Of a link its target, of a submodule its commit's 40 digits.
  bool operator==(const FileState&) const = default;
};
using FileTree = std::map<std::string, FileState>;  ///< Raw path to file.

/// The attribute files of a tree: what decides how its files merge.
FileTree attribute_files(const FileTree& tree);

enum class Profile : std::uint8_t {
  ordinary,  ///< Edits for the most part; now and then a new file, a deletion, a rename, a changed mode.
  hostile,   ///< Whatever a tree can do to a merge, as often as the edits.
};

class RandomHistory {
 public:
  RandomHistory(std::uint64_t seed, Profile profile, bool line_ending_attributes);

  struct Step {
    int parent;  ///< Index of a step before; -1 for the root.
    FileTree files;
    git::Oid commit, tree;  ///< Once git has them.
  };
  std::vector<Step>& steps() { return steps_; }
  const std::vector<Step>& steps() const { return steps_; }
  /// Both lines' steps, oldest first; the base is the first of each.
  const std::vector<int>& line(bool second) const { return second ? second_ : first_; }

 private:
  std::vector<Step> steps_;
  std::vector<int> first_, second_;
};

/// Makes the histories' commits in the repository, each kept by a ref of its own, and fills in their ids.
void import(const std::filesystem::path& repository, std::vector<RandomHistory>& histories);

}  // namespace sluice::test
