#pragma once
// A repository of a size, a queue of commits in it, and a base that has moved under the queue.

#include <filesystem>
#include <string>

#include "support/temp_dir.hpp"

namespace sluice::bench {

struct Shape {
  int files = 6500;
  int commits = 500;
  int moved =
      300;  ///< Files that main changed, each in a folder of its own; every commit works in those folders.
  bool contents = false;  ///< Every third commit changes a file that main changed too, elsewhere in it.
  int packs = 1;
};

/// A bare repository: main (moved), base (where both sides begin) and queue.
class Workload {
 public:
  explicit Workload(const Shape& shape);
  const std::filesystem::path& repository() const { return repository_; }
  /// A copy with a work tree, its branch queue checked out; the last copy is gone.
  const std::filesystem::path& fresh_clone();
  /// A bare copy; the last copy is gone.
  const std::filesystem::path& fresh_copy();

 private:
  test::TempDir folder_;
  std::filesystem::path repository_, clone_, copy_;
};

}  // namespace sluice::bench
